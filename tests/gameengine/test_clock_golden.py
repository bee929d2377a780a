"""What every time control counts: golden values to the millisecond, at, before and after each boundary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import KINDS, Clock, control_from_notation
from gameengine.clock.stages import Stage, Stages

TEN_HOURS = 36_000_000
STAGES = Stages((Stage(2, 10_000, 1_000), Stage(1, 5_000, 2_000), Stage(None, 3_000)))


def after_turn(control, used_ms, bank=None, *, pieces=1):
    """The bank of seat 0 after one turn of several actions, or None if the flag fell."""
    clock = Clock(control, (bank or control.fresh(), control.fresh()), 0, 1_000)
    for piece in range(1, pieces):
        at = 1_000 + used_ms * piece // pieces
        if clock.has_fallen(at):
            return None
        clock = clock.press(at, completed=None, running=0)
    if clock.has_fallen(1_000 + used_ms):
        return None
    return clock.press(1_000 + used_ms, completed=0, running=1).banks[0]


GOLDEN = [
    # control, bank before (None: as at the start), used, bank after (None: the flag fell)
    ("10s+0", None, 0, (10_000,)),
    ("10s+0", None, 9_999, (1,)),
    ("10s+0", None, 10_000, None),
    ("10s+0", None, 10_001, None),
    ("10s+5 max 12s", None, 2_000, (12_000,)),
    ("10s+5 max 12s", None, 9_000, (6_000,)),
    ("10s+5 max 12s", None, 9_999, (5_001,)),
    ("10s+5 max 12s", None, 10_000, None),
    ("10s+5 max 12s", (20_000,), 1_000, (19_000,)),
    ("10s+5", None, 2_000, (13_000,)),
    ("10s+5 first", None, 14_999, (5_001,)),
    ("10s+5 first", None, 15_000, None),
    ("10s d5", None, 4_000, (10_000, 5_000)),
    ("10s d5", None, 5_000, (10_000, 5_000)),
    ("10s d5", None, 5_001, (9_999, 5_000)),
    ("10s d5", None, 14_999, (1, 5_000)),
    ("10s d5", None, 15_000, None),
    ("10s b5", None, 4_000, (10_000, 0)),
    ("10s b5", None, 5_000, (10_000, 0)),
    ("10s b5", None, 7_000, (8_000, 0)),
    ("10s b5", None, 9_999, (5_001, 0)),
    ("10s b5", None, 10_000, None),
    ("10s b5 first", None, 14_999, (5_001, 0)),
    ("30s/move", None, 29_999, (30_000,)),
    ("30s/move", None, 30_000, None),
    ("5s+3x10s", None, 4_999, (1, 30_000)),
    ("5s+3x10s", None, 5_000, (0, 30_000)),
    ("5s+3x10s", None, 14_999, (0, 30_000)),
    ("5s+3x10s", None, 15_000, (0, 20_000)),
    ("5s+3x10s", None, 25_000, (0, 10_000)),
    ("5s+3x10s", None, 34_999, (0, 10_000)),
    ("5s+3x10s", None, 35_000, None),
    ("0+1x10s", None, 9_999, (0, 10_000)),
    ("0+1x10s", None, 10_000, None),
    ("5s+3 in 30s", None, 4_999, (1, 30_000, 3)),
    ("5s+3 in 30s", None, 5_000, (0, 30_000, 2)),
    ("5s+3 in 30s", None, 6_000, (0, 29_000, 2)),
    ("5s+3 in 30s", (0, 29_000, 2), 10_000, (0, 19_000, 1)),
    ("5s+3 in 30s", (0, 19_000, 1), 10_000, (0, 30_000, 3)),
    ("5s+3 in 30s", (0, 19_000, 1), 18_999, (0, 30_000, 3)),
    ("5s+3 in 30s", (0, 19_000, 1), 19_000, None),
    ("5s+3 in 30s", None, 34_999, (0, 1, 2)),
    ("5s+3 in 30s", None, 35_000, None),
    ("hourglass 1", None, 15_000, (45_000,)),
    ("hourglass 1", None, 59_999, (1,)),
    ("hourglass 1", None, 60_000, None),
    ("2/10s+1, 1/5s+2, 3s", None, 4_000, (7_000, 1)),
    ("2/10s+1, 1/5s+2, 3s", (7_000, 1), 6_999, (6_001, 2)),
    ("2/10s+1, 1/5s+2, 3s", (7_000, 1), 7_000, None),
    ("2/10s+1, 1/5s+2, 3s", (6_001, 2), 1_001, (10_000, 3)),
    ("2/10s+1, 1/5s+2, 3s", (10_000, 3), 4_000, (6_000, 4)),
    ("2/10s+1, 1/5s+2, 3s", (6_000, 4), 6_000, None),
    ("2/10s+1, 5s+2 first", None, 10_999, (1_001, 1)),
    ("3d/move", None, 3 * 86_400_000 - 1, (3 * 86_400_000,)),
    ("3d/move", None, 3 * 86_400_000, None),
    ("14d+1d max 14d", None, 3_600_000, (14 * 86_400_000,)),
    ("14d+1d max 14d", None, 14 * 86_400_000, None),
    ("none", None, 10**12, ()),
]


@pytest.mark.parametrize("pieces", [1, 3])
@pytest.mark.parametrize(("text", "bank", "used_ms", "left"), GOLDEN)
def test_golden_values(text, bank, used_ms, left, pieces):
    assert after_turn(control_from_notation(text), used_ms, bank, pieces=pieces) == left


def test_every_kind_has_golden_values_and_only_none_never_flags():
    flagged = {control_from_notation(text).kind for text, _, _, left in GOLDEN if left is None}

    assert flagged == set(KINDS) - {"none"}


def test_an_hourglass_gives_the_other_side_what_is_used_while_it_is_used():
    clock = Clock.fresh(control_from_notation("hourglass 1"), 2).press(0, completed=None, running=0)

    assert [clock.left_ms(seat, 15_000) for seat in (0, 1)] == [45_000, 75_000]
    clock = clock.press(15_000, completed=0, running=1)
    assert clock.banks == ((45_000,), (75_000,))
    assert clock.press(90_000, completed=1, running=0).banks == ((120_000,), (0,))


@pytest.mark.parametrize(("used", "left"), [(9_000, (51_000, 64_500, 64_500)), (9_001, (50_999, 64_501, 64_500))])
def test_an_hourglass_of_three_shares_equally_and_loses_nothing(used, left):
    clock = Clock.fresh(control_from_notation("hourglass 1"), 3).press(0, completed=None, running=0)

    assert tuple(clock.left_ms(seat, used) for seat in range(3)) == left
    assert clock.press(used, completed=0, running=1).banks == tuple((ms,) for ms in left)


def test_unequal_times_are_each_counted_by_their_own_control():
    clock = Clock.fresh(control_from_notation("5+2 vs 4+0"), 4).press(0, completed=None, running=1)

    assert [clock.full_ms(seat) for seat in range(4)] == [300_000, 240_000, 300_000, 240_000]
    assert clock.deadline_ms == 240_000
    clock = clock.press(10_000, completed=1, running=2).press(15_000, completed=2, running=3)
    assert [clock.left_ms(seat, 15_000) for seat in range(4)] == [300_000, 230_000, 297_000, 240_000]


EVERY = [
    "60s+0",
    "60s+5 max 70s",
    "55s d5",
    "60s b5",
    "60s b5 first",
    "60s/move",
    "5s+5x11s",
    "0+2x30s",
    "20s+3 in 40s",
    "hourglass 1",
    "2/60s+5, 30s+5",
    "1d/move",
    "1d+1d",
    "60s+0 vs 50s+0",
]


def table_of(text):
    return Clock.fresh(control_from_notation(text), 2).press(1_000, completed=None, running=0)


@pytest.mark.parametrize("text", EVERY)
@given(waits=st.lists(st.integers(0, 16_000), min_size=4, max_size=4))
def test_pauses_of_ten_hours_three_times_in_a_turn_change_nothing(text, waits):
    plain, paused, stood = table_of(text), table_of(text), 0
    now = 1_000
    for wait in waits[:3]:
        now += wait
        before = paused.left_ms(0, now + stood), paused.reading(0, now + stood)
        paused = paused.pause(now + stood)
        assert paused.deadline_ms is None
        assert not paused.has_fallen(now + stood + TEN_HOURS)
        stood += TEN_HOURS
        assert (paused.left_ms(0, now + stood), paused.reading(0, now + stood)) == before
        paused = paused.unpause(now + stood)
        assert (paused.left_ms(0, now + stood), paused.reading(0, now + stood)) == before
        assert paused.deadline_ms == plain.deadline_ms + stood
    now += waits[3]
    if not plain.has_fallen(now):
        plain = plain.press(now, completed=0, running=1)
        paused = paused.press(now + stood, completed=0, running=1)
        assert paused.banks == plain.banks


@pytest.mark.parametrize("text", EVERY)
@given(waits=st.lists(st.integers(0, 9_000), min_size=1, max_size=6))
def test_a_turn_of_several_actions_counts_once(text, waits):
    control = control_from_notation(text)
    bank, total = control.of(0).fresh(), sum(waits)
    clock, now = table_of(text), 1_000
    for wait in waits[:-1]:
        now += wait
        clock = clock.press(now, completed=None, running=0)

    assert clock.deadline_ms == table_of(text).deadline_ms
    now += waits[-1]
    whole = control.of(0).turn_over(control.of(0).charge(bank, total), own=True)
    assert clock.press(now, completed=0, running=1).banks[0] == whole


def test_what_a_seat_uses_to_react_in_the_turn_of_another_comes_back_with_that_turn():
    for text, left in (("10s d5", (10_000, 5_000)), ("10s b5", (10_000, 0)), ("0+3x10s", (0, 30_000))):
        clock = Clock.fresh(control_from_notation(text), 2).press(0, completed=None, running=0)
        clock = clock.press(1_000, completed=None, running=1).press(5_000, completed=None, running=0)
        assert clock.press(6_000, completed=0, running=1).banks[1] == left


@pytest.mark.parametrize(
    ("text", "ms", "bank"),
    [
        ("10s+0", 5_000, (15_000,)),
        ("10s+0", -4_000, (6_000,)),
        ("10s+0", -11_000, (0,)),
        ("10s d5", 5_000, (15_000, 5_000)),
        ("10s b5", -5_000, (5_000, 0)),
        ("5s+3x10s", 5_000, (10_000, 30_000)),
        ("5s+3x10s", -10_000, (0, 25_000)),
        ("5s+3 in 30s", -40_000, (0, 0, 3)),
        ("none", 5_000, ()),
    ],
)
def test_given_and_taken_time(text, ms, bank):
    assert Clock.fresh(control_from_notation(text), 2).add_time(0, ms).banks[0] == bank


READINGS = [
    # control, used by seat 0, left, what it is made up of
    ("10s+0", 4_000, 6_000, {}),
    ("10s d5", 2_000, 13_000, {"delay_ms": 3_000}),
    ("10s d5", 5_000, 10_000, {}),
    ("10s d5", 7_000, 8_000, {}),
    ("5s+3x10s", 2_000, 33_000, {"reserve_ms": 30_000, "period_ms": 10_000}),
    ("5s+3x10s", 12_000, 23_000, {"reserve_ms": 23_000, "period_ms": 10_000}),
    ("5s+3 in 30s", 8_000, 27_000, {"reserve_ms": 27_000, "moves_left": 3}),
    ("40/90+30, 30+30", 0, 5_400_000, {"stage": (1, 2), "moves_left": 40}),
    ("hourglass 1", 0, 60_000, {}),
]


@pytest.mark.parametrize(("text", "used", "left", "detail"), READINGS)
def test_of_what_the_time_that_is_left_is_made_up(text, used, left, detail):
    clock = Clock.fresh(control_from_notation(text), 2).press(0, completed=None, running=0)
    shown = clock.public_json(used)

    assert shown["left_ms"][0] == left
    assert clock.reading(0, used).to_json() == detail
    assert shown.get("detail", [{}])[0] == detail
    assert shown.get("pours", False) == (text == "hourglass 1")


def test_the_last_stage_has_no_more_turns_to_go():
    clock = Clock.fresh(STAGES, 2).press(0, completed=None, running=0)
    seen = []
    for _ in range(5):
        seen.append(clock.reading(0, 0).to_json())
        clock = clock.press(0, completed=0, running=0)

    assert seen == [
        {"stage": (1, 3), "moves_left": 2},
        {"stage": (1, 3), "moves_left": 1},
        {"stage": (2, 3), "moves_left": 1},
        {"stage": (3, 3)},
        {"stage": (3, 3)},
    ]


def test_a_clock_of_any_kind_survives_being_written():
    for text in EVERY:
        clock = table_of(text).press(3_000, completed=None, running=0).pause(4_000)
        assert Clock.from_json(clock.control, clock.to_json()) == clock
