"""Leaving, resigning, never moving again, and forfeits: they exist at the table of every game."""

import pytest

from gameengine.clock import control_from_json
from gameengine.core.seats import seat_range
from gameengine.core.types import ARBITER
from gameengine.games.registry import GAMES
from gameengine.table import Seeded, act, advance, complete_options, open_table, seats_to_act, start_now
from gameengine.table.ending import TABLE_REASONS

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
AT = 1_000_000
YEAR = 365 * 24 * 3600 * 1000


def begun(game):
    seats = seat_range(game, complete_options(game, {}))[0]
    return start_now(game, {}, seats, control_from_json(game.default_control), at_ms=AT, chance=Seeded(1)).table


@pytest.mark.parametrize(("text", "reason"), [("resign", "RESIGN"), ("leave", "LEFT")])
def test_a_seat_can_go_at_any_time(game, text, reason):
    table = begun(game)

    step = act(table, 1, text, AT + 1_000, Seeded(1))

    assert step.refusal is None
    assert step.table.outcome.reason in {reason, "ABANDON"}
    assert step.table.outcome.ranks[1] > step.table.outcome.ranks[0]
    told = step.table.outcome.reason
    assert game.reasons.get(told) or TABLE_REASONS.get(told)


def test_whoever_never_moves_loses_by_the_clock_or_the_autopilot(game):
    table = begun(game)
    seat = table.clock.running if table.clock.running is not None else seats_to_act(table)[0]
    if not table.game.timeouts(table.options).forfeit_after and table.clock.deadline_ms is None:
        pytest.skip("nothing times this decision: an arbiter or the limit for it does")

    ended = advance(table, AT + YEAR, Seeded(1)).table

    if ended.outcome is not None:
        policy = game.timeouts(table.options)
        assert ended.outcome.reason in {"TIME", policy.forfeit_reason}
        assert ended.outcome.winner != seat or policy.forfeit_after


@pytest.mark.parametrize(("text", "reason"), [("forfeit 0 phone", "FORFEIT"), ("forfeit both", "DOUBLE_FORFEIT")])
def test_an_arbiter_declares_forfeits(game, text, reason):
    assert act(begun(game), ARBITER, text, AT + 1_000, Seeded(1)).table.outcome.reason == reason


@pytest.mark.parametrize("come", [(), (0,)])
def test_absence_forfeits(game, come):
    seats = seat_range(game, complete_options(game, {}))[0]
    control = control_from_json(game.default_control)
    table = open_table(game, {}, seats, control, at_ms=AT, no_show_ms=60_000).table
    for seat in come:
        table = act(table, seat, "ready", AT + 1, Seeded(1)).table

    outcome = advance(table, AT + 60_000, Seeded(1)).table.outcome

    assert outcome.reason == ("FORFEIT" if come else "DOUBLE_FORFEIT")
