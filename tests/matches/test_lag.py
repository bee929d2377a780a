"""What a line costs is measured by the server alone, and given back on the clock of whose line it is."""

import asyncio

import pytest

from gameengine.clock.clock import MOST_CREDIT_MS
from gameengine.table import legal_actions
from matches import now, web
from matches.ids import new_id
from matches.lag import PATIENCE_MS, RoundTrips
from matches.limits import MessageLimit
from matches.models import MatchEvent
from matches.receipt import Receipts, received_ms
from matches.store import load
from matches.writer import Writer
from tests.matches.building import FIVE_MINUTES, live_match
from tests.matches.sockets import ANA, BEN, NOBODY, clients, in_database, web_process

CREDITED = {**FIVE_MINUTES, "credit": True}


class Seconds:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def seconds():
    return Seconds()


def answered(trips, seconds, ms):
    number = trips.ask()
    seconds.now += ms / 1000
    return trips.answer(number)


def test_nothing_is_claimed_before_the_first_answer(seconds):
    trips = RoundTrips(seconds)
    trips.ask()

    assert trips.credit_ms == 0


def test_the_mean_follows_slowly(seconds):
    trips = RoundTrips(seconds)
    for ms in (100, 200, 200):
        assert answered(trips, seconds, ms)

    assert trips.credit_ms == 136


def test_one_question_at_a_time_until_patience_ends(seconds):
    trips = RoundTrips(seconds)
    first = trips.ask()
    assert trips.ask() is None

    seconds.now += PATIENCE_MS / 1000 + 0.001
    assert trips.ask() not in (None, first)
    assert not trips.answer(first)


def test_a_guessed_or_repeated_answer_is_none(seconds):
    trips = RoundTrips(seconds)
    number = trips.ask()

    assert not trips.answer(number + 1)
    assert not trips.answer(None)
    assert trips.answer(number)
    assert not trips.answer(number)


@pytest.mark.parametrize("ms", [900, PATIENCE_MS, PATIENCE_MS + 1, 60_000])
def test_who_answers_late_gains_a_little_and_never_more_than_the_most(seconds, ms):
    trips = RoundTrips(seconds)
    answered(trips, seconds, 20)
    answered(trips, seconds, ms)
    assert trips.credit_ms <= 0.8 * 20 + 0.2 * MOST_CREDIT_MS

    for _ in range(50):
        answered(trips, seconds, ms)
    assert trips.credit_ms <= MOST_CREDIT_MS


def test_an_echo_takes_nothing_from_what_may_be_said(seconds):
    limit = MessageLimit(seconds)
    for _ in range(1_000):
        assert limit.take() == "ok"
        limit.give_back()


@pytest.mark.django_db(transaction=True)
async def test_a_move_is_given_back_what_its_line_costs():
    match = await in_database(live_match)(CREDITED)
    async with web_process(), clients(match.pk, ANA, BEN) as both:
        row = await in_database(load)(match.pk)
        seat = row.table.clock.running
        mover = both[seat]
        number = mover.frames[0]["probe"]
        await asyncio.sleep(0.08)
        await mover.say(t="echo", n=number)
        await asyncio.sleep(0.3)
        ack = await mover.command(legal_actions(row.table, seat)[0], ply=0)

        assert ack["ok"]
        assert isinstance(ack["probe"], int)
    line = await in_database(lambda: MatchEvent.objects.filter(match=match, kind="action").get().public)()
    credit = int(line.split('"credit_ms":')[1].split(",")[0])
    assert 80 <= credit < 300


@pytest.mark.django_db(transaction=True)
async def test_the_clients_own_numbers_are_worth_nothing():
    match = await in_database(live_match)(CREDITED)
    async with web_process(), clients(match.pk, ANA, BEN) as both:
        row = await in_database(load)(match.pk)
        seat = row.table.clock.running
        await both[seat].say(t="echo", n=1)
        await both[seat].say(t="ping", n=1, rtt=400)
        frame = {"t": "cmd", "cmd": new_id(), "a": legal_actions(row.table, seat)[0], "ply": 0}
        await both[seat].say(**frame, client_ms=0, rtt=400, credit_ms=400)
        assert (await both[seat].next("ack"))["ok"]
    assert (
        '"credit_ms"'
        not in await in_database(lambda: MatchEvent.objects.filter(match=match, kind="action").get().public)()
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("control", "who"), [(FIVE_MINUTES, ANA), (CREDITED, NOBODY)])
async def test_only_players_who_may_be_given_something_are_asked(control, who):
    match = await in_database(live_match)(control)
    async with web_process(), clients(match.pk, who) as [client]:
        web.process().hub.rooms[match.pk].probe()
        frames = await client.drain(0.1)

    assert not any("probe" in frame for frame in frames)


@pytest.mark.django_db(transaction=True)
async def test_every_five_seconds_the_line_is_asked_anew(monkeypatch):
    monkeypatch.setattr("matches.hub.hub.NOTICE_S", 0.1)
    match = await in_database(live_match)(CREDITED)
    async with web_process(), clients(match.pk, ANA) as [client]:
        await client.say(t="echo", n=client.frames[0]["probe"])
        probe = await client.next("probe")

    assert probe["probe"] != client.frames[0]["probe"]


@pytest.mark.django_db(transaction=True)
async def test_a_slow_database_eats_nobodys_time(monkeypatch):
    """The instant of a frame is that of its arrival, also while an earlier command of the same socket waits."""
    match = await in_database(live_match)(FIVE_MINUTES)
    async with web_process(), clients(match.pk, ANA, BEN) as both:
        row = await in_database(load)(match.pk)
        seat = row.table.clock.running
        held = asyncio.Event()
        submit = Writer.submit

        async def later(self, plan):
            await held.wait()
            return await submit(self, plan)

        monkeypatch.setattr(Writer, "submit", lambda self, plan: asyncio.ensure_future(later(self, plan)))
        action = legal_actions(row.table, seat)[0]
        await both[seat].say(t="cmd", cmd="first", a=action, ply=0)
        await both[seat].say(t="cmd", cmd="second", a="resign", ply=None)
        await asyncio.sleep(0.1)
        pressed_ms = now.now_ms()
        await asyncio.sleep(0.4)
        held.set()
        acks = [await both[seat].next("ack") for _ in range(2)]

    assert [ack["ok"] for ack in acks] == [True, True]
    lines = await in_database(lambda: list(MatchEvent.objects.filter(match=match, kind__in=("action", "resign"))))()
    assert [line.kind for line in lines] == ["action", "resign"]
    assert all(line.at_ms <= pressed_ms for line in lines)
    assert all(line.decided_at_ms >= pressed_ms + 300 for line in lines[1:])


async def test_a_request_counts_from_its_last_byte(monkeypatch):
    instants = iter((1_000, 2_000))
    monkeypatch.setattr("matches.receipt.now_ms", lambda: next(instants))
    seen = {}

    async def application(scope, receive, send):
        while (await receive()).get("more_body"):
            assert "received_ms" not in scope
        seen.update(scope)

    parts = iter([{"type": "http.request", "body": b"a", "more_body": True}, {"type": "http.request", "body": b"b"}])

    async def receive():
        return next(parts)

    await Receipts(application)({"type": "http"}, receive, None)

    assert seen["received_ms"] == 1_000
    assert received_ms(type("Request", (), {"scope": seen})()) == 1_000
    assert received_ms(object()) == 2_000
