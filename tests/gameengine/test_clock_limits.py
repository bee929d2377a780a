"""Limits beside a time control: JSON, short texts, sentences, bounds; free time and limits on a clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import (
    KINDS,
    Clock,
    Limits,
    Reaction,
    control_from_json,
    control_from_notation,
    limits_of,
    with_limits_of,
)
from gameengine.core.errors import Refusal

REACTION = {"free_ms": 2_000, "limit_ms": 15_000}
INNER = ["30s/move", "75+0", "5+3 max 10 first", "none"]


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize(
    ("suffix", "limits"),
    [
        (" react 2/15", Limits(Reaction(2_000, 15_000))),
        (" untimed 120", Limits(None, 120_000)),
        (" react 500ms/86400 untimed 90", Limits(Reaction(500, 86_400_000), 90_000)),
    ],
)
def test_every_kind_may_have_limits(inner, suffix, limits):
    control = control_from_notation(inner + suffix)

    assert limits_of(control) == limits
    assert limits_of(control_from_notation(inner)) == Limits()
    assert control.notation() == inner + suffix
    assert control_from_json(control.to_json()) == control
    assert control.to_json() == {**control_from_notation(inner).to_json(), **limits.to_json()}
    assert control.kind in KINDS


def test_sentences():
    control = control_from_notation("75+0 react 2/15 untimed 120")

    assert control.sentence().en == (
        "75 minutes for the whole game; 2 seconds free and at most 15 seconds to react; "
        "at most 2 minutes for each decision without a clock"
    )
    assert control.sentence().de == (
        "75 Minuten für die ganze Partie; 2 Sekunden frei und höchstens 15 Sekunden zum Reagieren; "
        "höchstens 2 Minuten für jede Entscheidung ohne Uhr"
    )


def test_null_stands_for_no_limit():
    data = {"kind": "absolute", "base_ms": 60_000}

    assert control_from_json({**data, "reaction": None, "untimed_ms": None}) == control_from_json(data)


@pytest.mark.parametrize(
    "limits",
    [
        {"reaction": 2_000},
        {"reaction": {}},
        {"reaction": {"free_ms": 2_000}},
        {"reaction": {**REACTION, "more": 1}},
        {"reaction": {**REACTION, "free_ms": 499}},
        {"reaction": {**REACTION, "free_ms": True}},
        {"reaction": {**REACTION, "free_ms": 2000.0}},
        {"reaction": {"free_ms": 15_000, "limit_ms": 15_000}},
        {"reaction": {**REACTION, "limit_ms": 10**15}},
        {"untimed_ms": 999},
        {"untimed_ms": "120"},
        {"untimed": 120_000},
    ],
)
def test_other_limits_are_refused(limits):
    with pytest.raises(Refusal) as refused:
        control_from_json({"kind": "none", **limits})

    assert refused.value.code == "BAD_CONTROL"


@pytest.mark.parametrize("text", ["75+0 react", "75+0 react 2", "75+0 react 15/2", "75+0 untimed", " react 2/15"])
def test_other_short_texts_are_refused(text):
    with pytest.raises(Refusal):
        control_from_notation(text)


def window(control="1+0"):
    """A clock of which seat 1 has 2 s free and 15 s at most, since instant 0."""
    clock = Clock.fresh(control_from_notation(control), 2)
    return clock.press(0, completed=None, running=1, free_ms=2_000, limit_at_ms=15_000)


def test_free_time_is_not_charged():
    clock = window()

    assert [clock.left_ms(1, at) for at in (0, 1_999, 2_000, 5_000)] == [60_000, 60_000, 60_000, 57_000]
    assert clock.press(5_000, completed=None, running=0).left_ms(1, 5_000) == 57_000
    assert clock.press(1_000, completed=None, running=0).left_ms(1, 5_000) == 60_000
    assert clock.deadline_ms == 62_000


def test_the_next_decision_has_no_limit_of_its_own():
    clock = window().press(5_000, completed=None, running=0)

    assert (clock.limit_at_ms, clock.deadline_ms) == (None, 65_000)


@given(at=st.integers(0, 14_000), length=st.integers(0, 10**6))
def test_a_pause_moves_free_time_and_limit_by_its_length(at, length):
    paused = window().pause(at)

    again = Clock.from_json(paused.control, paused.to_json()).unpause(at + length)

    assert again.limit_at_ms == 15_000 + length
    assert again.deadline_ms == 62_000 + length
    assert max(again.since_ms, at + length) == max(2_000, at) + length
    assert "limit_at_ms" not in paused.public_json(at)


def test_an_outage_moves_free_time_and_limit():
    clock = window().postpone(500)
    untimed = Clock.fresh(clock.control, 2).press(0, completed=None, running=None, limit_at_ms=1_000).postpone(500)

    assert (clock.since_ms, clock.limit_at_ms) == (2_500, 15_500)
    assert untimed.limit_at_ms == 1_500


def test_added_time_leaves_the_limit():
    clock = window().add_time(1, 60_000)

    assert (clock.deadline_ms, clock.limit_at_ms) == (122_000, 15_000)


def test_what_everybody_may_see_and_the_whole_value_in_json():
    clock = window()
    untimed = Clock.fresh(clock.control, 2).press(0, completed=None, running=None, limit_at_ms=1_000)

    shown = clock.public_json(0)
    assert (shown["free_until_ms"], shown["limit_at_ms"], shown["deadline_ms"]) == (2_000, 15_000, 62_000)
    assert untimed.public_json(0)["limit_at_ms"] == 1_000
    assert "free_until_ms" not in untimed.public_json(0)
    for one in (clock, untimed, clock.pause(500)):
        assert Clock.from_json(one.control, one.to_json()) == one


@pytest.mark.parametrize(
    ("control", "usual", "with_limits"),
    [
        ("5+3", "75+0 react 2/15 untimed 120", "5+3 react 2/15 untimed 120"),
        ("5+3 react 1/9", "75+0 react 2/15 untimed 120", "5+3 react 1/9"),
        ("5+3 no-credit", "75+0 react 2/15", "5+3 react 2/15 no-credit"),
        ("none", "75+0 react 2/15", "none"),
        ("3d/move", "75+0 react 2/15 untimed 120", "3d/move react 2/86400 untimed 86400"),
        ("5+0 vs 4+0", "75+0 react 2/15", "5+0 vs 4+0 react 2/15"),
        ("5+3", "75+0", "5+3"),
    ],
)
def test_another_clock_keeps_the_limits_and_gives_days_where_turns_take_days(control, usual, with_limits):
    given = with_limits_of(control_from_notation(control), control_from_notation(usual))

    assert given.notation() == with_limits
