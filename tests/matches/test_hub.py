import asyncio

import orjson
import pytest

from matches import announce
from matches.hub.feed import KEPT_MS, SLACK_MS, Feeds, Follower
from matches.hub.outbox import FRAMES, Outbox
from matches.hub.room import CHUNK, Crowd
from matches.limits import FLOOD, WINDOW_S, MessageLimit
from matches.models import Match
from tests.matches.building import live_match, play
from tests.matches.sockets import ANA, NOBODY, Client, clients, in_database, web_process


class Reader:
    """A socket that reads only while it is open."""

    def __init__(self):
        self.read, self.open, self.closed = [], asyncio.Event(), []

    async def send(self, text):
        await self.open.wait()
        self.read.append(text)

    def close(self, number, code):
        self.closed.append((number, code))


async def test_frames_arrive_in_order():
    reader = Reader()
    reader.open.set()
    outbox = Outbox(reader.send, lambda: pytest.fail("nothing overflows"))
    for number in range(30):
        outbox.put(str(number))
    await outbox.flushed()
    outbox.put("30")
    await outbox.flushed()
    assert reader.read == [str(number) for number in range(31)]


@pytest.mark.parametrize(("frame", "fits"), [("x", FRAMES + 1), ("x" * 100_000, 3)], ids=["frames", "bytes"])
async def test_what_waits_is_bounded(frame, fits):
    over = []
    reader = Reader()
    outbox = Outbox(reader.send, lambda: over.append(1))
    outbox.put(frame)
    await asyncio.sleep(0)
    for _ in range(fits - 1):
        outbox.put(frame)
    assert not over
    outbox.put(frame)
    assert over
    outbox.close()
    reader.open.set()
    await asyncio.sleep(0)


async def test_a_socket_that_fails_takes_no_more():
    tried = []

    async def fail(text):
        tried.append(text)
        raise ConnectionError

    outbox = Outbox(fail, lambda: None)
    for text in ("a", "b"):
        outbox.put(text)
        await outbox.flushed()

    assert tried == ["a"]


async def test_a_crowd_is_served_in_turns_and_in_order():
    class Spectator:
        def __init__(self):
            self.got = []

        def put(self, frames):
            self.got += frames

    spectators = [Spectator() for _ in range(CHUNK * 2 + 5)]
    crowd = Crowd()
    for number in range(3):
        for spectator in spectators:
            crowd.put(spectator, [str(number)])
    await asyncio.sleep(0)
    assert not spectators[-1].got
    for _ in range(10):
        await asyncio.sleep(0)
    assert all(spectator.got == ["0", "1", "2"] for spectator in spectators)


async def test_overviews_hear_at_most_once_a_second(monkeypatch):
    monkeypatch.setattr("matches.hub.feed.GAP_S", 0.05)
    reader = Reader()
    reader.open.set()
    feeds, follower = Feeds(), Follower(frozenset({"user/1"}), reader.send, reader.close)
    feeds.join("t/cup", follower)
    for match_id in ("b", "a", "b"):
        feeds.note_match("t/cup", match_id)
    feeds.note("t/cup", ["bracket"])
    feeds.note("t/other", ["bracket"])
    await asyncio.sleep(0.12)
    assert [orjson.loads(text)["parts"] for text in reader.read] == [["bracket", "match-a", "match-b"]]
    feeds.close("user/1")
    assert reader.closed == [(4403, "revoked")]
    feeds.leave("t/cup", follower)


async def test_who_comes_after_the_drawing_of_its_page_hears_what_changed_in_between(monkeypatch):
    at = [1_000_000]
    monkeypatch.setattr("matches.hub.feed.now_ms", lambda: at[0])
    feeds = Feeds()
    at[0] += 30_000
    feeds.note("t/cup", ["rounds"])
    at[0] += 20_000
    drawn_ms = at[0]
    feeds.note("t/cup", ["bracket"])
    feeds.note("t/other", ["entries"])
    at[0] += 2_000
    assert await told_on_entry(feeds, drawn_ms) == [["bracket"]]
    assert await told_on_entry(feeds, at[0] + SLACK_MS) == []
    at[0] += KEPT_MS
    feeds.tell_time()
    assert await told_on_entry(feeds, drawn_ms) == [[]]
    assert await told_on_entry(feeds, at[0] - SLACK_MS) == []


async def told_on_entry(feeds, drawn_ms):
    reader = Reader()
    reader.open.set()
    follower = Follower(frozenset(), reader.send, reader.close)
    feeds.join("t/cup", follower)
    feeds.catch_up("t/cup", follower, drawn_ms)
    await follower.outbox.flushed()
    feeds.leave("t/cup", follower)
    return [orjson.loads(text)["parts"] for text in reader.read]


def test_a_few_messages_too_many_are_refused_a_flood_is_cut_off():
    times = [0.0]
    limit = MessageLimit(lambda: times[0])
    assert [limit.take() for _ in range(22)] == ["ok"] * 20 + ["over"] * 2
    assert [limit.take() for _ in range(FLOOD)].count("flood") == 3
    times[0] += WINDOW_S
    assert limit.take() == "ok"


@pytest.mark.django_db(transaction=True)
async def test_a_slow_player_is_closed_and_a_slow_spectator_gets_everything_anew(monkeypatch):
    monkeypatch.setattr("matches.hub.outbox.FRAMES", 3)
    match = await in_database(live_match)()
    async with web_process() as process, clients(match.pk, ANA, NOBODY) as (ana, watcher):
        await ana.drain()
        await watcher.drain()
        gate = asyncio.Event()
        for subscriber in process.hub.rooms[match.pk].subscribers:
            hold(subscriber.outbox, gate)
        for _ in range(6):
            await in_database(play)(match.pk)
            await asyncio.sleep(0.05)
        gate.set()

        assert (await ana.next("bye"))["code"] == "slow"
        assert (await ana.next())["code"] == 4008
        await in_database(play)(match.pk)
        last = (await in_database(Match.objects.get)(pk=match.pk)).seq
        while not any(frame["t"] == "snap" and frame["seq"] >= last - 1 for frame in watcher.frames[2:]):
            await watcher.next()


def hold(outbox, gate):
    send = outbox._send

    async def held(text):
        await gate.wait()
        await send(text)

    outbox._send = held


@pytest.mark.django_db(transaction=True)
async def test_a_lost_hint_is_healed_by_the_comparison_with_the_database(monkeypatch):
    monkeypatch.setattr("matches.hub.hub.NOTICE_S", 0.1)
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY) as (watcher,):
        await watcher.next("snap")
        monkeypatch.setattr(announce, "committed", lambda plan: None)
        ack = await in_database(play)(match.pk)
        assert (await watcher.next("ev"))["seq"] == ack.seq
        assert (await watcher.next("seq"))["seq"] == ack.seq


@pytest.mark.django_db(transaction=True)
async def test_more_than_two_hundred_missed_events_are_a_snapshot(monkeypatch):
    monkeypatch.setattr("matches.hub.hub.MOST_MISSED", 2)
    match = await in_database(live_match)()
    for _ in range(4):
        await in_database(play)(match.pk)
    async with web_process():
        for since, kinds in ((match.seq + 2, ["ev", "ev"]), (match.seq + 1, ["snap"])):
            client = Client(match.pk, NOBODY, since=since)
            await client.open()
            frames = await client.until(match.seq + 4)
            assert [frame["t"] for frame in frames if frame["t"] in ("ev", "snap")] == kinds
            await client.close()


@pytest.mark.django_db(transaction=True)
async def test_who_comes_back_later_than_the_room_remembers_is_served_from_the_log(monkeypatch):
    monkeypatch.setattr("matches.hub.reading.FIRST", 1)
    match = await in_database(live_match)()
    for _ in range(4):
        await in_database(play)(match.pk)
    async with web_process(), clients(match.pk, NOBODY, since=match.seq) as (watcher,):
        frames = await watcher.until(match.seq + 4)
    assert [frame["seq"] for frame in frames if frame["t"] == "ev"] == [match.seq + number for number in (1, 2, 3, 4)]


@pytest.mark.django_db(transaction=True)
async def test_a_match_out_of_play_is_told_although_its_table_cannot_be_read():
    from matches.services import match_quarantine

    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY) as (watcher,):
        await watcher.next("snap")
        await in_database(Match.objects.filter(pk=match.pk).update)(version=1, table="{}")
        await in_database(match_quarantine)(match_id=match.pk, fault="test")
        event = await watcher.next("ev")
    assert (event["kind"], event["status"]) == ("fault", "quarantined")


@pytest.mark.django_db(transaction=True)
async def test_an_event_that_cannot_be_drawn_becomes_a_snapshot(monkeypatch):
    from matches.hub.scenes import JsonScene

    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, ANA, NOBODY) as (ana, watcher):
        await ana.next("snap")
        await watcher.next("snap")
        with monkeypatch.context() as patched:
            patched.setattr(JsonScene, "events", lambda *about: 1 / 0)
            await in_database(play)(match.pk)
            assert (await ana.next("snap"))["seq"] == (await watcher.next("snap"))["seq"] == match.seq + 1
        await in_database(play)(match.pk)
        assert (await ana.next("ev"))["seq"] == (await watcher.next("ev"))["seq"] == match.seq + 2
