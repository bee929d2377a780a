"""Reaction windows and the set-up of Flagged under a time control with limits."""

import pytest

from gameengine.clock import control_from_json
from gameengine.games.flagged import game
from gameengine.table import Seeded, act, advance, start_now
from gameengine.table.views import view

CHANCE = Seeded(1)
PLAYED = "fl1 T=5.0 P=main.0 Z=knight/mage F=H0@D4,H1@E8 W=- R=9/9 A=2.1.2.0.- V=0/0 K=0/0 X=0/0 U=0/0 G=- H=sprint,snare/annul,scout D=scout/sprint J=-/- M=- E=- C=- B=- L=- Y=- Q=0 O=-"  # noqa: E501
"""Seat 0 may play a sprint, which seat 1 may answer."""


def begun(position=PLAYED, **control):
    chosen = control_from_json({**game.default_control, **control})
    return start_now(game, game.scenario_options, 2, chosen, at_ms=0, chance=CHANCE, position=position).table


def test_a_pass_takes_effect_at_the_end_of_the_free_time_and_costs_nothing():
    table = act(begun(), 0, "card sprint", 1_000, CHANCE).table

    early = act(table, 1, "pass", 1_100, CHANCE).table
    assert view(early, 0) == view(table, 0)
    assert view(early, None) == view(table, None)
    before = advance(early, 2_999, CHANCE).table
    assert view(before, 1)["phase"] == "react"

    after = advance(early, 3_000, CHANCE).table
    assert view(after, 1)["phase"] == "main"
    assert view(after, 1)["clock"]["left_ms"][1] == 4_500_000


def test_a_counter_takes_effect_at_once():
    table = act(begun(), 0, "card sprint", 1_000, CHANCE).table

    after = act(table, 1, "counter annul cost scout", 1_100, CHANCE)

    assert after.refusal is None
    assert after.table.game.to_act(after.table.state).window == "counter"


def test_a_window_that_nobody_answers_is_let_go_at_its_limit():
    table = act(begun(), 0, "card sprint", 1_000, CHANCE).table

    after = advance(table, 16_000, CHANCE).table

    assert view(after, None)["phase"] == "main"
    assert view(after, None)["clock"]["left_ms"][1] == 4_500_000 - 13_000


def test_without_windows_in_the_time_control_the_clock_of_the_reacting_seat_runs_and_its_fall_loses():
    table = act(begun(reaction=None), 0, "card sprint", 1_000, CHANCE).table

    passed = act(table, 1, "pass", 1_100, CHANCE).table
    fallen = advance(table, 1_000 + 4_500_000, CHANCE).table

    assert view(passed, None)["phase"] == "main"
    assert view(passed, None)["clock"]["left_ms"][1] == 4_500_000 - 100
    assert (fallen.outcome.winner, fallen.outcome.reason) == (0, "TIME")


@pytest.mark.parametrize("limit_ms", [30_000, 120_000])
def test_a_wall_of_the_set_up_is_placed_by_itself_at_the_limit(limit_ms):
    control = control_from_json({**game.default_control, "untimed_ms": limit_ms})
    table = start_now(game, {}, 2, control, at_ms=0, chance=CHANCE).table

    still = advance(table, limit_ms - 1, CHANCE).table
    after = advance(table, limit_ms, CHANCE).table

    assert view(still, None)["walls"] == []
    assert view(after, None)["walls"] == ["A1N"]
    assert view(after, None)["clock"]["left_ms"] == [4_500_000, 4_500_000]
