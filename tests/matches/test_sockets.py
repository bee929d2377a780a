import asyncio

import pytest

from gameengine.table import legal_actions, seats_to_act
from matches import services
from matches.models import Command, Connection, Match
from matches.store import load
from tests.matches.boards import board_match
from tests.matches.building import findings, live_match, new_match, play
from tests.matches.sockets import ANA, BEN, NOBODY, Client, clients, in_database, web_process

pytestmark = pytest.mark.django_db(transaction=True)


async def mover_first(match_id):
    row = await in_database(load)(match_id)
    return [ANA, BEN] if seats_to_act(row.table)[0] == 0 else [BEN, ANA]


async def test_an_action_is_answered_and_told_to_all():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, *await mover_first(match.pk), NOBODY) as (mover, other, watcher):
        # Who is still to be told where the match stands would find the action in that, not in an event.
        snap, *_others = [await client.next("snap") for client in (mover, other, watcher)]

        ack = await mover.command(snap["legal"][0], ply=0)

        assert (ack["ok"], ack["ply"], ack["seq"]) == (True, 1, snap["seq"] + 1)
        for client in (mover, other, watcher):
            event = await client.next("ev")
            assert (event["seq"], event["ply"], event["kind"]) == (ack["seq"], 1, "action")
        assert [bool(client.frames[-1]["legal"]) for client in (mover, other, watcher)] == [False, True, False]


async def test_the_same_command_five_times_is_one_move():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, *await mover_first(match.pk)) as (mover, _other):
        text = (await mover.next("snap"))["legal"][0]

        acks = [await mover.command(text, cmd="once", ply=0) for _ in range(5)]

    assert all(ack == acks[0] for ack in acks)
    assert await in_database(Command.objects.filter(match=match).count)() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("{", "bad_frame", id="malformed"),
        pytest.param("[]", "bad_frame", id="no object"),
        pytest.param('{"t":"cmd"}', "bad_command", id="no fields"),
        pytest.param('{"t":"cmd","cmd":"x","a":1}', "bad_command", id="no text"),
        pytest.param('{"t":"cmd","cmd":"x","a":"flip a2","ply":1.5}', "bad_command", id="half a ply"),
        pytest.param('{"t":"cmd","cmd":"' + "x" * 65 + '","a":"flip a2"}', "bad_command", id="long id"),
        pytest.param('{"t":"dance"}', "unknown_command", id="unknown"),
        pytest.param('{"t":"cmd","cmd":"x","a":"flip a2","ply":7}', "stale_ply", id="stale"),
        pytest.param('{"t":"cmd","cmd":"x","a":"\\u0000"}', "BAD_SYNTAX", id="zero byte"),
        pytest.param('{"t":"ping","n":"' + "x" * 9000 + '"}', "frame_too_large", id="too large"),
    ],
)
async def test_bad_frames_have_a_code_and_leave_the_socket_usable(text, code):
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, (await mover_first(match.pk))[0], lang="de") as (mover,):
        await mover.say_text(text)
        ack = await mover.next("ack")

        assert (ack["ok"], ack["code"]) == (False, code)
        assert ack["msg"]
        await mover.say(t="ping", n=3)
        assert (await mover.next("pong"))["n"] == 3
    assert (await in_database(Match.objects.get)(pk=match.pk)).version == 0


async def test_binary_frames_are_refused():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, ANA) as (ana,):
        await ana.wire.send_input({"type": "websocket.receive", "bytes": b"\x00"})
        assert (await ana.next("ack"))["code"] == "bad_frame"


async def test_spectators_and_foreign_seats_may_not_act():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY, (await mover_first(match.pk))[1]) as (watcher, other):
        assert (await watcher.command("flip a2", ply=0))["code"] == "not_your_seat"
        assert (await other.command("flip a2", ply=0))["code"] == "NOT_YOUR_TURN"


async def test_a_flood_is_refused_and_a_lasting_one_cut_off():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, ANA) as (ana,):
        for number in range(25):
            await ana.say(t="ping", n=number)
        frames = await ana.drain()
        assert sum(frame["t"] == "pong" for frame in frames) == 20
        assert [frame["code"] for frame in frames if frame["t"] == "ack"] == ["rate_limited"] * 5
        for number in range(200):
            await ana.say(t="ping", n=number)
        assert (await ana.next("bye"))["code"] == "rate_limited"


async def test_who_comes_back_gets_what_was_missed_without_a_gap():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY):
        seq = (await in_database(Match.objects.get)(pk=match.pk)).seq
        for _ in range(3):
            await in_database(play)(match.pk)

        late = Client(match.pk, NOBODY, since=seq)
        hello = await late.open()
        frames = [await late.next("ev") for _ in range(3)]

        assert [frame["seq"] for frame in frames] == [seq + 1, seq + 2, seq + 3]
        assert hello["seq"] in range(seq, seq + 4)
        await late.say(t="resume", since=seq + 1)
        assert [(await late.next("ev"))["seq"] for _ in range(2)] == [seq + 2, seq + 3]
        await late.close()


@pytest.mark.parametrize("since", [99, "x", None])
async def test_numbers_that_cannot_be_are_answered_by_everything(since):
    match = await in_database(live_match)()
    query = {} if since is None else {"since": since}
    async with web_process(), clients(match.pk, NOBODY, **query) as (watcher,):
        assert (await watcher.next("snap"))["seq"] == match.seq


async def test_what_other_threads_commit_reaches_the_sockets():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY) as (watcher,):
        await watcher.next("snap")
        ack = await in_database(play)(match.pk)
        assert (await watcher.next("ev"))["seq"] == ack.seq


async def test_a_match_ends_over_the_socket_once(finished):
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, ANA, BEN) as (ana, ben):
        await asyncio.gather(ana.command("resign", cmd="a"), ben.command("resign", cmd="b"))
        assert (await ana.command("resign", cmd="c"))["code"] == "match_over"
    assert finished == [match.pk]
    assert await in_database(findings)(match.pk) == []


async def test_ready_by_both_starts_the_match():
    match = await in_database(new_match)()
    async with web_process(), clients(match.pk, ANA, BEN) as (ana, ben):
        await ben.next("snap")
        assert (await ana.command("ready"))["ok"]
        assert (await ben.command("ready"))["ok"]
        while not any(frame.get("status") == "live" for frame in ben.frames):
            await ben.next()
    kinds = [frame["kind"] for frame in ben.frames if frame["t"] == "ev"]
    assert kinds == ["ready", "ready", "start", "chance", "chance"]


async def test_a_late_action_over_the_socket_is_the_flag_fall():
    match = await in_database(live_match)({"kind": "per_move", "per_move_ms": 100}, options={"on_timeout": "lose"})
    row = await in_database(load)(match.pk)
    async with web_process(), clients(match.pk, *await mover_first(match.pk)) as (mover, _other):
        await asyncio.sleep(0.15)
        ack = await mover.command(legal_actions(row.table, seats_to_act(row.table)[0])[0], ply=0)
    assert ack["code"] == "match_over"
    after = await in_database(Match.objects.get)(pk=match.pk)
    assert after.ended_at_ms == row.deadline_ms


async def test_presence_is_told_and_kept():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY, ANA) as (watcher, _ana):
        assert (await watcher.next("presence"))["here"] == [True, False]
    kept = await in_database(Connection.objects.get)(match=match)
    assert kept.seat == 0
    assert kept.closed_at_ms


async def test_both_forms_are_told_who_is_away_since_when():
    match = await in_database(live_match)(claim_away_ms=120_000)
    mover, other = await mover_first(match.pk)
    (due,) = seats_to_act((await in_database(load)(match.pk)).table)
    async with web_process(), clients(match.pk, other) as (json_form,):
        snap = await json_form.next("snap")
        (gone,) = snap["away"]
        assert gone["seat"] == due
        assert gone["since_ms"] == match.created_at_ms
        assert 0 < gone["claim_in_ms"] <= 120_000
        await json_form.say(t="claim", cmd="c1", a="win")
        refused = await json_form.next("ack")
        assert (refused["code"], refused["ok"]) == ("claim_early", False)
        assert 0 < refused["wait_ms"] <= 120_000
        async with clients(match.pk, mover) as (_back,):
            while (await json_form.next("presence"))["here"] != [True, True]:
                continue
        async with clients(match.pk, other, form="html", lang="en") as (html_form,):
            while "is away for" not in (await html_form.next("presence"))["parts"].get("absence", ""):
                continue
        again = await json_form.next("gone")
        assert again["seat"] == gone["seat"]
        assert again["since_ms"] > gone["since_ms"]


async def test_an_unknown_match_and_an_old_protocol_say_bye():
    match = await in_database(live_match)()
    async with web_process():
        for client, code in ((Client("nowhere", NOBODY), "no_such_match"), (Client(match.pk, NOBODY, v=0), "version")):
            await client.connect()
            assert (await client.next())["code"] == code
            assert (await client.next())["code"] in (4404, 4400)


async def test_a_withdrawn_right_closes_the_socket():
    from matches import announce

    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, ANA, BEN) as (ana, ben):
        await in_database(announce.close_sockets)("entry/ana")
        assert (await ana.next("bye"))["code"] == "revoked"
        await ben.say(t="ping", n=1)
        assert await ben.next("pong")


async def test_pages_get_only_what_has_changed():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, *await mover_first(match.pk), form="html", lang="de") as (mover, other):
        snap = await mover.next("snap")
        # Whoever comes later than the action gets a picture with it, and no event.
        await other.next("snap")
        assert snap["svg"].startswith("<svg")
        assert 'id="moves"' in snap["parts"]["moves"]

        ack = await mover.command(snap["legal"][0]["a"], ply=0)
        event = await other.next("ev")

    assert event["seq"] == ack["seq"]
    assert 0 < len(event["els"]) < 10
    assert event["legal"]
    assert "svg" not in event
    assert event["append"]["moves"].startswith("<li")
    assert event["clk"]["running"] is not None


async def test_sweeping_tells_the_sockets(monkeypatch):
    match = await in_database(live_match)({"kind": "per_move", "per_move_ms": 50}, options={"on_timeout": "lose"})
    async with web_process(), clients(match.pk, NOBODY) as (watcher,):
        await watcher.next("snap")
        await asyncio.sleep(0.35)
        assert await in_database(services.match_settle)(match_id=match.pk)
        event = await watcher.next("ev")
    assert event["kind"] == "timeout"


async def test_a_device_says_when_it_was_pressed_and_is_believed_until_it_was_heard(monkeypatch):
    match = await in_database(board_match)()
    async with web_process(), clients(match.pk, ANA, BEN) as (ana, ben):
        snap = await ana.next("snap")
        began = snap["clk"]["server_ms"]
        await asyncio.sleep(0.005)
        await ana.say(t="cmd", cmd="a", a="press", stamp_ms=began)
        assert (await ana.next("ack"))["ok"]
        line = (await ana.next("ev"))["line"]
        assert (line["at_ms"], line["stamped"]) == (began, True)

        # Whoever has had a line for a while, and was just heard, cannot have pressed long ago.
        monkeypatch.setattr("matches.consumers.CATCH_UP_MS", 0)
        await ben.say(t="ping", n=1)
        heard = (await ben.next("pong"))["server_ms"]
        await ben.say(t="cmd", cmd="b", a="press", stamp_ms=began)
        assert (await ben.next("ack"))["ok"]

        assert (await ana.next("ev"))["line"]["at_ms"] >= heard


@pytest.mark.parametrize("stamp", ["soon", 1.5, -1, True, 2**60])
async def test_a_stamp_is_a_whole_number(stamp):
    match = await in_database(board_match)()
    async with web_process(), clients(match.pk, ANA) as (ana,):
        await ana.say(t="cmd", cmd="a", a="press", stamp_ms=stamp)

        assert (await ana.next("ack"))["code"] == "bad_command"


async def test_a_socket_acts_for_its_own_seat_alone():
    match = await in_database(board_match)()
    async with web_process(), clients(match.pk, BEN) as (ben,):
        assert ben.frames[0]["seats"] == [1]
        await ben.say(t="cmd", cmd="a", a="press", seat=0)

        assert (await ben.next("ack"))["code"] == "not_your_seat"
