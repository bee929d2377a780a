"""A table as text: exact, compact, fast."""

import json
from dataclasses import replace
from time import thread_time

import pytest

from gameengine.clock import control_from_json
from gameengine.core.types import ARBITER
from gameengine.games import registry
from gameengine.table import Seeded, act, advance, dump, load, start_now
from tests.gameengine.tables import Play, junqi_play
from tests.gameengine.test_table_opening import Opening, hashed
from tests.gameengine.toy import Toy


def waiting():
    match = Opening(secrets=(41, 42))
    match.say(0, f"ready {hashed('aa')}")
    return match.table


def opening_nonces():
    match = Opening()
    match.say(0, f"ready {hashed('aa')}")
    match.say(1, f"ready {hashed('bb')}")
    match.say(1, "nonce bb")
    return match.table


def on_autopilot():
    return junqi_play(chance={"autopilot": ["flip c2"]}).wait(30).table


def paused():
    match = Play(control="5+3 max 9 first")
    match.act(0, "play 1", 3)
    match.act(ARBITER, "quiet 17", 4)
    match.act(ARBITER, "pause", 5)
    return match.table


def drawn():
    match = Play(control="75+0")
    match.act(ARBITER, "result draw")
    return match.table


@pytest.mark.parametrize("make", [waiting, opening_nonces, on_autopilot, paused, drawn], ids=lambda make: make.__name__)
def test_round_trip_is_exact(make):
    table = make()

    again = load(dump(table))

    assert again == table
    assert dump(again) == dump(table)


def test_holds_the_position_text():
    table = on_autopilot()

    assert json.loads(dump(table))["position"] == table.game.write(table.state)


def test_a_loaded_table_goes_on_like_the_other():
    table = on_autopilot()

    one, two = (advance(each, each.at_ms + 40_000, Seeded(5)) for each in (table, load(dump(table))))

    assert one == two


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"game":"nonsense"}'])
def test_other_texts_are_errors(text):
    with pytest.raises((ValueError, LookupError, TypeError)):
        load(text)


def test_an_action_with_its_dump_is_far_below_half_a_millisecond():
    match = junqi_play(position="4f/5/5/5/4t/5/5/2D2/5/5/5/F4 0 r -- 0 40", options={"quiet_limit": 10_000})
    table, took = match.table, []
    for ply in range(200):
        text = ("c5-b5", "e8-e9", "b5-c5", "e9-e8")[ply % 4]
        began = thread_time()
        step = act(table, ply % 2, text, table.at_ms + 10, match.chance)
        dump(step.table)
        took.append(thread_time() - began)
        assert step.refusal is None
        table = step.table

    assert sorted(took)[100] < 0.000_4


class Forgetful(Toy):
    """Its position text says nothing of what has been: the number of actions is kept as its memory."""

    def memory(self, state):
        return state.played

    def remembering(self, state, memory):
        return replace(state, played=memory)

    def write(self, state):
        return super().write(replace(state, played=0))


def test_what_the_position_text_does_not_say_is_stored_beside_it(monkeypatch):
    game = Forgetful()
    monkeypatch.setattr(registry, "GAMES", {"toy": game})
    control = control_from_json({"kind": "none"})
    table = start_now(game, {}, 2, control, at_ms=0, chance=Seeded(1)).table
    table = act(table, 0, "step", 1, Seeded(1)).table
    played = replace(table, state=replace(table.state, played=7))

    again = load(dump(played))

    assert again == played
    assert again.state.played == 7
