"""What seats and the public learn of a match."""

import json

import pytest

from gameengine.clock import control_from_json
from gameengine.core.abilities import (
    Balances,
    Departs,
    EndsQuietly,
    HasContent,
    HasDecks,
    HasScenarioOptions,
    HidesInActions,
)
from gameengine.games.flagged import game
from gameengine.games.flagged.document import restored
from gameengine.table import Scripted, Seeded, act, load, start_now
from gameengine.table.line import line_from_json
from gameengine.table.store import dump

from .flagged_play import SCENARIO_OPTIONS, position, random_play

NO_CLOCK = control_from_json({"kind": "none"})


@pytest.mark.parametrize(
    "part", [Balances, Departs, EndsQuietly, HasContent, HasDecks, HasScenarioOptions, HidesInActions]
)
def test_fulfils_the_parts_of_a_game(part):
    assert isinstance(game, part)


def table_at(**tokens):
    text = game.write(position(**tokens))
    return start_now(game, SCENARIO_OPTIONS, 2, NO_CLOCK, at_ms=0, chance=Scripted({}), position=text).table


def test_the_cost_of_a_card_is_not_in_the_public_line():
    table = table_at(W="D4N", H="breach,zeal/sprint")

    line = act(table, 0, "card breach D4N cost zeal", 1, Scripted({})).lines[0]

    assert "zeal" not in json.dumps([line.public(), line.seen_by(1), line.seen_by(None)])
    assert line.public()["text"] == "card breach D4N cost ?"
    assert line.seen_by(0)["text"] == "card breach D4N cost zeal"
    assert line.seen_by(0)["events"][0]["cost"] == ["zeal"]
    assert line_from_json(line.public(), line.private_parts()) == line


def test_the_cost_is_public_when_the_card_has_resolved():
    table = table_at(W="D4N", H="breach,zeal/sprint")
    table = act(table, 0, "card breach D4N cost zeal", 1, Scripted({})).table

    line = act(table, 1, "pass", 2, Scripted({})).lines[0]

    assert {"type": "CARD_RESOLVED", "seat": 0, "card": "breach", "cost": ["zeal"]} in line.public()["events"]


def test_an_action_without_cost_is_public():
    line = act(table_at(), 0, "move H0 D4-D5", 1, Scripted({})).lines[0]

    assert line.public()["text"] == "move H0 D4-D5"
    assert "audience" not in line.public()


def test_a_shuffle_is_for_the_server_only():
    step = start_now(game, {}, 2, NO_CLOCK, at_ms=0, chance=Seeded(1))

    shuffles = [line for line in step.lines if line.kind == "chance"]
    assert [line.audience for line in shuffles] == ["server", "server"]
    assert not any("text" in line.public() for line in shuffles)
    assert [len(event.private[0]) for event in shuffles[0].events] == [1, 1]
    assert not any("card" in event.public for line in step.lines for event in line.events)


def test_an_owner_knows_what_is_left_in_the_deck_but_not_the_order():
    state = position(D="scout,sprint,scout/sprint")

    assert game.view(state, 0, over=False)["players"][0]["deck_cards"] == {"scout": 2, "sprint": 1}
    assert game.view(state, 0, over=False)["players"][0]["deck"] == "?"
    assert game.view(state, 1, over=False)["players"][0]["deck_cards"] == "?"


def test_everything_is_open_when_the_match_is_over():
    state = position(H="zeal/snare")

    assert game.view(state, None, over=True) == game.state_json(state)


def test_a_view_gives_the_position_back_to_who_knows_the_cards():
    for state in [*random_play(3, 400)][::7]:
        view = game.view(state, state.actor, over=False)
        chain = state.chain

        again = restored(view, state.hands, state.decks)

        if all(played.by == state.actor or not played.cost for played in chain):
            assert again == state


def test_a_loaded_table_is_the_same():
    table = table_at(H="scout/snare", F="H0@D4,H1@E6")
    table = act(table, 0, "move H0 D4-D5", 1, Scripted({})).table

    assert load(dump(table)) == table
