"""Reaction windows at a hosted match: passes and lists that nobody else can notice, secret parts, limits of windows."""

import asyncio
import json
from types import MappingProxyType

import orjson
import pytest
from django.urls import reverse

from gameengine.games import registry
from matches import announce, services, web
from matches.api.state import state_of
from matches.decide import bots_due
from matches.enforcement.sweep import sweep
from matches.hub.feed import Follower
from matches.models import Command, Match, MatchEvent
from matches.services import SeatSpec
from matches.settling import SETTLING_MS
from matches.store import load
from tests.gameengine.toy import deck_toy, toy
from tests.matches.building import findings, live_match, new_match
from tests.matches.pages import page, player, visitor
from tests.matches.sockets import ANA, BEN, NOBODY, Client, in_database, web_process

pytestmark = pytest.mark.django_db(transaction=True)

FREE_MS, LIMIT_MS = 2_000, 15_000
CONTROL = {"kind": "absolute", "base_ms": 60_000, "reaction": {"free_ms": FREE_MS, "limit_ms": LIMIT_MS}}
PATIENT = {**CONTROL, "base_ms": 3_600_000, "reaction": {"free_ms": 600_000, "limit_ms": 900_000}}
"""For tests under a real clock: a slow machine must not outlast the free time."""
SILENT = [
    pytest.param("pass", id="early pass"),
    pytest.param("autopass block trump", id="list"),
    pytest.param("autopass -", id="empty list"),
]


@pytest.fixture(autouse=True)
def toys_are_hosted(monkeypatch):
    toys = {game.key: game for game in (toy, deck_toy)}
    monkeypatch.setattr(registry, "GAMES", MappingProxyType({**registry.GAMES, **toys}))


def act(match, seat, text, **about):
    return services.match_act(
        match_id=match.pk, seat=seat, text=text, cmd=f"{seat}/{number_of_commands(match)}", **about
    )


def number_of_commands(match):
    return Command.objects.filter(match=match).count()


def in_window(control=CONTROL, **about):
    """Return a match of the toy in which seat 0 has just played a card and seat 1 may react."""
    match = live_match(control, game="toy", **about)
    # The lowest: a high one could end the game.
    card = min(load(match.pk).table.state.hands[0])
    assert act(match, 0, f"play {card}").ok
    return match


def stored(match):
    """Return all that is stored of a match but what may differ: version, table, and when something is due."""
    row = Match.objects.filter(pk=match.pk).values().get()
    for name in ("version", "table", "deadline_ms"):
        row.pop(name)
    return row, list(MatchEvent.objects.filter(match=match).order_by("seq").values("seq", "public", "hash"))


def everything_told(match, viewer):
    """Return what a viewer gets of a match by HTTP, but for times of day and tokens."""
    client = visitor() if viewer is None else player(viewer)
    state = json.dumps(state_of(match, viewer), sort_keys=True, default=list)
    snap = client.get(reverse("match-snap", args=[match.pk])).json()
    times = {"server_ms": 0}
    snap |= times | {"clk": {**snap["clk"], **times}}
    return state, snap, page(client, "match-log", match.pk)


@pytest.mark.parametrize("text", SILENT)
def test_nothing_that_is_stored_or_told_to_others_changes(text, clock):
    match = in_window()
    clock.pass_ms(300)
    # Whoever loads a page is there from then on.
    everything_told(match, 0)
    before = stored(match), [everything_told(match, viewer) for viewer in (None, 0)]
    version = load(match.pk).version

    ack = act(match, 1, text)

    row = load(match.pk)
    assert (ack.ok, ack.seq, ack.ply) == (True, row.seq, row.table.ply)
    assert row.version == version + 1
    assert stored(match) == before[0]
    for viewer, told in zip((None, 0), before[1], strict=True):
        for now, then in zip(everything_told(match, viewer), told, strict=True):
            assert now == then


@pytest.mark.parametrize("text", ["pass", "autopass block trump"])
def test_the_pass_falls_by_itself_at_the_end_of_the_free_time(text, clock):
    match = in_window()
    opened = clock.at_ms
    clock.pass_ms(300)
    assert act(match, 1, text).ok

    clock.at_ms = opened + FREE_MS + SETTLING_MS - 1
    assert sweep() == 0
    clock.pass_ms(1)
    assert sweep() == 1

    last = MatchEvent.objects.filter(match=match).latest("seq")
    assert (last.kind, last.at_ms, json.loads(last.public)["text"]) == ("action", opened + FREE_MS, "pass")
    assert findings(match.pk) == []


def test_without_a_pass_the_limit_falls(clock):
    match = in_window()
    opened = clock.at_ms
    assert load(match.pk).deadline_ms == opened + LIMIT_MS

    clock.at_ms = opened + LIMIT_MS + SETTLING_MS
    assert sweep() == 1

    assert MatchEvent.objects.filter(match=match).latest("seq").kind == "auto"
    assert Match.objects.get(pk=match.pk).status == "live"


def test_a_repeated_command_gets_the_same_answer_and_counts_once(clock):
    match = in_window()
    about = {"match_id": match.pk, "seat": 1, "text": "pass", "cmd": "mine", "ply": 1}

    first = services.match_act(**about)
    version = load(match.pk).version
    clock.pass_ms(FREE_MS + SETTLING_MS)
    sweep()

    assert services.match_act(**about) == first
    assert (first.ok, load(match.pk).version) == (True, version + 1)


def test_a_list_may_be_changed_while_the_match_is_paused(clock):
    match = in_window()
    services.match_rule(match_id=match.pk, text="pause", by_user=None, reason="tea")

    assert act(match, 1, "pass").code == "paused"
    assert act(match, 1, "autopass block").ok
    assert Match.objects.get(pk=match.pk).status == "paused"


def test_a_bot_that_has_passed_is_not_asked_again(clock, no_broker):
    match = in_window(seats=[SeatSpec("Ana", "entry/ana"), SeatSpec("Bot", bot_level="normal")])
    assert bots_due(load(match.pk)) == (1,)
    no_broker.clear()

    assert act(match, 1, "pass").ok

    assert bots_due(load(match.pk)) == ()
    assert no_broker == []


# sockets


async def told_to_all(match_id, text, form):
    """Return (what came after `text` of seat 1, by reader) for both players, a spectator, and an overview."""
    async with web_process():
        opened = [Client(match_id, who, form=form) for who in (ANA, BEN, NOBODY)]
        feed = []

        async def send(frame):
            feed.append(frame)

        follower = Follower(frozenset(), send, lambda *_: None)
        web.process().hub.feeds.join("t/x", follower)
        for client in opened:
            await client.open()
        for client in opened:
            await client.drain()
            client.frames.clear()
        await opened[1].command(text)
        await asyncio.sleep(1.2)
        for client in opened:
            await client.drain()
            await client.close()
        return [[frame for frame in client.frames if frame["t"] != "seq"] for client in opened], [
            frame for frame in feed if orjson.loads(frame)["t"] == "refresh"
        ]


@pytest.mark.parametrize("form", ["json", "html"])
@pytest.mark.parametrize("text", ["pass", "autopass block trump"])
async def test_only_the_own_sockets_hear_of_it(text, form):
    match = await in_database(lambda: in_window(PATIENT, room="t/x"))()

    (ana, ben, watcher), feed = await told_to_all(match.pk, text, form)

    assert (ana, watcher, feed) == ([], [], [])
    assert [frame["t"] for frame in ben] == ["ack", "own"] or [frame["t"] for frame in ben] == ["own", "ack"]
    own = next(frame for frame in ben if frame["t"] == "own")
    if form == "json":
        assert own["view"]["autopass"] == {"kinds": [] if text == "pass" else ["block", "trump"], "passed": True}
    else:
        assert list(own["parts"]) == ["autopass"]


async def test_a_change_of_another_process_is_read_without_telling_others():
    match = await in_database(lambda: in_window(PATIENT))()
    async with web_process():
        ana, ben = Client(match.pk, ANA), Client(match.pk, BEN)
        for client in (ana, ben):
            await client.open()
        for client in (ana, ben):
            await client.drain()
            client.frames.clear()
        # Committed past this process: only the hint comes.
        await in_database(lambda: _act_silently(match))()
        web.process().hub.take({"t": "own", "id": match.pk})

        own = await ben.next("own")

        assert own["view"]["autopass"]["kinds"] == ["trump"]
        assert [frame for frame in await ana.drain() if frame["t"] != "seq"] == []
        for client in (ana, ben):
            await client.close()


def _act_silently(match):
    listeners, announce._listeners[:] = list(announce._listeners), []
    try:
        assert act(match, 1, "autopass trump").ok
    finally:
        announce._listeners[:] = listeners


async def test_a_card_after_an_early_pass_is_told_as_any_action():
    match = await in_database(lambda: in_window(PATIENT))()
    async with web_process():
        ana, ben = Client(match.pk, ANA), Client(match.pk, BEN)
        for client in (ana, ben):
            await client.open()
            await client.drain()
        assert (await ben.command("pass"))["ok"]
        assert (await ben.command("block"))["ok"]
        event = await ana.next("ev")
        assert event["line"]["text"] == "block"
        for client in (ana, ben):
            await client.close()


# secret parts


def test_a_secret_part_is_brought_to_a_waiting_match_and_seen_by_its_seat_alone(clock):
    match = new_match(CONTROL, game="deck_toy")
    deck = json.dumps({"cards": [77, 78], "note": "x" * 700})

    assert act(match, 0, f"prepare {deck}").ok
    assert act(match, 0, "prepare []").code == "BAD_DECK"

    assert state_of(match, 0)["view"]["prepared"] == {"cards": [77, 78]}
    for viewer in (None, 1):
        assert not any("77, 78" in str(part) for part in everything_told(match, viewer))
    for seat in (0, 1):
        assert act(match, seat, "ready").ok
    assert load(match.pk).table.state.hands[0][:2] == (77, 78)
    assert act(match, 0, "resign").ok
    assert findings(match.pk) == []


# pages


def test_the_list_is_a_form_that_works_without_script(clock):
    match = in_window()
    markup = page(player(1), "match", match.pk)
    assert 'name="kind" value="trump"' in markup
    assert f'data-free-ms="{FREE_MS}"' in markup
    assert 'id="autopass"' not in page(visitor(), "match", match.pk)

    answer = player(1).post(reverse("match-autopass", args=[match.pk]), {"kind": ["trump", "block"]})

    assert answer.status_code == 302
    assert load(match.pk).table.passing[1].kinds == ("block", "trump")
    assert page(player(1), "match", match.pk).count('name="kind" value="block" checked') == 1
    assert 'name="kind" value="block" checked' not in page(player(0), "match", match.pk)
    player(1).post(reverse("match-autopass", args=[match.pk]))
    assert load(match.pk).table.passing[1].kinds == ()


def test_a_page_without_free_time_has_no_such_form(clock):
    match = live_match(game="toy")

    assert 'id="autopass"' not in page(player(1), "match", match.pk)


def test_the_api_gives_the_free_time_and_the_limit_of_a_window(clock):
    match = in_window()
    state = state_of(match, None)

    assert state["clock"]["free_until"] == clock.at_ms + FREE_MS
    assert state["clock"]["limit"] == clock.at_ms + LIMIT_MS
    assert state["control"]["reaction"] == CONTROL["reaction"]
