"""A board that grows on its way to pages: its new size and what is new, never the whole picture."""

from __future__ import annotations

from itertools import pairwise

import orjson
import pytest

from gameengine.clock import control_from_json
from gameengine.games.tile_flight import game
from gameengine.table import Committed, legal_actions, seats_to_act, start_now
from matches.decide import Intent, decide, transition
from matches.hub.making import make_scene
from matches.hub.scenes import Audience, SeatName
from matches.rows import Row

ACTIONS = 24
FRAME_BYTES = 40_000


@pytest.fixture(scope="module")
def plans():
    """Return the start of a match and some actions, of which placements go to the first cell in reading order."""
    chance = Committed("m", bytes(range(32)))
    control = control_from_json({"kind": "absolute", "base_ms": 600_000})
    step = start_now(game, {}, 2, control, at_ms=1_000, chance=chance)
    nothing = Row("m", "tile_flight", -1, 0, "00" * 32, "", None, 1_000, step.table, chance)
    plans = [transition(nothing, step.table, step.lines, decided_ms=1_000)]
    for number in range(ACTIONS):
        row = plans[-1].after
        seat = seats_to_act(row.table)[0]
        text = legal_actions(row.table, seat)[0]
        intent = Intent(seat, text, row.changed_at_ms + 500, f"c-{number}", row.table.ply)
        plans.append(decide(row, intent, decided_ms=intent.at_ms))
    return plans


def box(plan):
    """Return what a picture of a place has for its box."""
    table = plan.after.table
    board = game.board(game.view(table.state, None, over=False), None)
    return [board.left, board.top, board.width, board.height]


@pytest.mark.parametrize("viewer", [None, 0])
def test_the_new_box_is_told_when_the_board_has_grown_and_only_then(plans, viewer):
    scene = make_scene(Audience(viewer, "en", "html"), plans[0].after, [SeatName(0, "Ana"), SeatName(1, "Ben")])
    scene.prime(plans[0].after, plans[0].events, {})

    frames = [orjson.loads(scene.events(plan.after, plan.events)[-1]) for plan in plans[1:]]

    grown = [None if before == after else after for before, after in pairwise(map(box, plans))]
    assert [frame.get("box") for frame in frames] == grown
    assert any(grown)
    assert not any("svg" in frame for frame in frames)
    assert max(len(orjson.dumps(frame)) for frame in frames) < FRAME_BYTES
