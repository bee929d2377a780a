"""Trays on their way to pages: a hand for its owner, backs for everybody else, and only what has changed."""

import orjson
import pytest

from gameengine.clock import control_from_json
from gameengine.table import Committed, seats_to_act, start_now
from matches import parts
from matches.decide import Intent, decide, transition
from matches.hub.making import make_scene
from matches.hub.scenes import Audience, SeatName
from matches.picture import About, Face, picture
from matches.rows import Row
from matches.showing import board_markup
from matches.store import load
from tests.gameengine.toy import toy
from tests.matches.building import new_match

SEATS = [SeatName(0, "Ana"), SeatName(1, "Ben")]


@pytest.fixture
def plans():
    """Return the start of a match of Toy and one turn, after which Ben draws a card."""
    chance = Committed("m", bytes(range(32)))
    control = control_from_json({"kind": "absolute", "base_ms": 600_000})
    step = start_now(toy, {}, 2, control, at_ms=1_000, chance=chance)
    nothing = Row("m", "toy", -1, 0, "00" * 32, "", None, 1_000, step.table, chance)
    plans = [transition(nothing, step.table, step.lines, decided_ms=1_000)]
    for text in ("step", "end"):
        row = plans[-1].after
        intent = Intent(seats_to_act(row.table)[0], text, row.changed_at_ms + 500, f"c-{text}", row.table.ply)
        plans.append(decide(row, intent, decided_ms=intent.at_ms))
    return plans


def told(plans, viewer):
    """Return the snapshot of the start, and the frames of what was played."""
    scene = make_scene(Audience(viewer, "en", "html"), plans[0].after, SEATS)
    scene.prime(plans[0].after, plans[0].events, {})
    first = orjson.loads(scene.snapshot(plans[0].after, plans[0].events))
    return first, [orjson.loads(frame) for plan in plans[1:] for frame in scene.events(plan.after, plan.events)]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_hand_is_open_to_its_owner_alone(plans, viewer):
    trays = told(plans, viewer)[0]["parts"][parts.TRAYS]

    hands = plans[0].after.table.state.hands
    for seat, hand in enumerate(hands):
        for place, card in enumerate(hand):
            assert (f">card {card}<" in trays) == (seat == viewer)
            assert f'id="b-hand-{seat}-{place}"' in trays
    assert trays.count("face-down") == sum(len(hand) for seat, hand in enumerate(hands) if seat != viewer)


def test_an_action_that_moves_no_card_tells_of_none(plans):
    step = told(plans, 1)[1][0]

    assert not [name for name in step["parts"] if "hand" in name or name == parts.TRAYS]


def test_a_drawn_card_comes_with_its_tray_and_leaves_the_others_alone(plans):
    drawn = plans[-1].after.table.state.hands[1][-1]
    for viewer in (None, 0, 1):
        end = told(plans, viewer)[1][-1]

        assert [name for name in end["parts"] if "hand" in name] == ["b-tray-hand-1"]
        assert (f">card {drawn}<" in end["parts"]["b-tray-hand-1"]) == (viewer == 1)


@pytest.mark.django_db(transaction=True)
def test_before_the_start_there_is_a_board_and_no_card():
    match = new_match(game="flagged")
    row = load(match.pk)

    shown = picture(row.table, 0, about=About(match.pk), faces=[Face(0, "Ana"), Face(1, "Ben")], seq=row.seq)

    assert row.status == "waiting"
    assert 'data-el="square-D1"' in board_markup(shown)
    assert shown.board.trays == ()
    assert parts.parts(shown)[parts.TRAYS] == '<div class="trays" id="trays" data-live></div>'
