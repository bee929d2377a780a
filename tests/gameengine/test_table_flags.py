"""A move in the very instant of a flag fall: it counts, or the mover's time is up; never is it the other's."""

import pytest

from gameengine.clock import control_from_notation
from tests.gameengine.tables import START_MS, Play

CONTROLS = [
    "60s+0",
    "60s+5 first",
    "60s d5",
    "60s b5",
    "60s/move",
    "10s+3x10s",
    "0+2x10s",
    "20s+3 in 40s",
    "hourglass 1",
    "2/60s+5, 30s+5",
    "3d/move",
    "14d+1d",
    "60s+0 vs 50s+0",
]


def later(text, *, own_turns):
    """A match in which seat 0 is to move after some quick turns of both."""
    play = Play(control=text)
    for _ in range(own_turns * 2):
        seat = play.table.clock.running
        play.act(seat, "end", (play.table.at_ms - START_MS + 700) / 1000)
    return play


@pytest.mark.parametrize("text", CONTROLS)
@pytest.mark.parametrize("own_turns", [0, 2])
@pytest.mark.parametrize("actions_before", [0, 1])
@pytest.mark.parametrize("late_ms", [-1, 0, 1, 999, 1_000, 1_001])
def test_a_move_at_the_deadline_is_accepted_or_its_author_is_out_of_time(text, own_turns, actions_before, late_ms):
    play = later(text, own_turns=own_turns)
    seat, due = play.table.clock.running, play.table.clock.deadline_ms
    for _ in range(actions_before):
        assert play.act(seat, "step", (play.table.at_ms + 900 - START_MS) / 1000) is None
        assert play.table.clock.deadline_ms == due
    code = play.act(seat, "end", (due + late_ms - START_MS) / 1000)

    if late_ms < 0:
        assert (code, play.ended) == (None, None)
        assert play.table.clock.running == 1 - seat
        assert play.table.clock.left_ms(1 - seat, play.table.at_ms) > 0
    else:
        assert (code, play.ended) == ("GAME_OVER", ("TIME", 1 - seat))
        assert play.table.ended_at_ms == due
        assert [line.kind for line in play.lines if line.at_ms == due] == ["timeout"]


@pytest.mark.parametrize("text", CONTROLS)
def test_nothing_is_credited_for_a_turn_that_came_too_late(text):
    play = later(text, own_turns=0)
    other = play.table.clock.left_ms(1, play.table.at_ms)
    due = play.table.clock.deadline_ms
    play.act(0, "end", (due - START_MS) / 1000)

    assert play.table.clock.left_ms(0, due) == 0
    if not control_from_notation(text).pours:
        assert play.table.clock.left_ms(1, due) == other
