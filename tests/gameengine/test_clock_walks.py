"""The clock over a whole match: nothing is lost and nothing is charged twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import Clock
from gameengine.clock.absolute import Absolute
from gameengine.clock.fischer import Fischer
from gameengine.clock.none import NoControl
from gameengine.clock.per_move import PerMove

CONTROLS = [Absolute(10**9), Fischer(10**9, 3_000), Fischer(10**9, 3_000, cap_ms=10**9), PerMove(10**9), NoControl()]

steps = st.lists(
    st.tuples(
        st.integers(0, 5_000),
        st.sampled_from(["turn", "action", "other seat", "pause", "unpause", "nobody", "add"]),
        st.integers(0, 1),
    )
)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.notation())
@given(steps=steps)
def test_charged_time_and_pauses_are_the_wall_time(control, steps):
    now, charged, stood = 1_000_000, 0, 0
    clock = Clock.fresh(control, 2).press(now, completed=None, running=0)
    for wait, what, seat in steps:
        now += wait
        used = clock.used_ms(now)
        before = clock
        charged, stood = charged + used, stood + wait - used
        clock = changed(clock, what, seat, now)
        assert used == (0 if before.paused or before.running is None else wait)
        assert clock.used_ms(now) == 0

    assert charged + stood == now - 1_000_000


def changed(clock, what, seat, now):
    running = clock.running if clock.running is not None else 0
    changes = {
        "turn": lambda: clock.press(now, completed=running, running=1 - running),
        "action": lambda: clock.press(now, completed=None, running=running),
        "other seat": lambda: clock.press(now, completed=None, running=seat),
        "pause": lambda: clock.pause(now),
        "unpause": lambda: clock.pause(now).unpause(now),
        "nobody": lambda: clock.press(now, completed=None, running=None),
        "add": lambda: clock.press(now, completed=None, running=clock.running).add_time(seat, 500),
    }
    return changes[what]()


@given(waits=st.lists(st.integers(0, 2_000), min_size=1))
def test_fischer_bank_is_base_minus_use_plus_increments(waits):
    control = Fischer(10**8, 1_500)
    clock, now, seat = Clock.fresh(control, 2).press(0, completed=None, running=0), 0, 0
    used, turns = [0, 0], [0, 0]
    for wait in waits:
        now += wait
        used[seat], turns[seat] = used[seat] + wait, turns[seat] + 1
        clock = clock.press(now, completed=seat, running=1 - seat)
        seat = 1 - seat

    assert [clock.left_ms(at, now) for at in (0, 1)] == [10**8 - used[at] + 1_500 * turns[at] for at in (0, 1)]


def test_a_pause_moves_the_deadline_by_its_length():
    clock = Clock.fresh(Absolute(60_000), 2).press(0, completed=None, running=0)

    paused = clock.pause(10_000)
    again = paused.unpause(70_000)

    assert (clock.deadline_ms, paused.deadline_ms, again.deadline_ms) == (60_000, None, 120_000)
    assert paused.left_ms(0, 50_000) == 50_000


def test_per_move_period_of_a_turn_goes_on_after_another_seat_has_reacted():
    clock = Clock.fresh(PerMove(30_000), 2).press(0, completed=None, running=0)

    clock = clock.press(10_000, completed=None, running=1)
    clock = clock.press(15_000, completed=None, running=0)

    assert (clock.left_ms(0, 15_000), clock.left_ms(1, 15_000)) == (20_000, 25_000)
    assert clock.press(20_000, completed=0, running=1).left_ms(1, 20_000) == 30_000


def test_added_time_counts_at_once_and_only_for_its_seat():
    clock = Clock.fresh(PerMove(30_000), 2).press(0, completed=None, running=0).add_time(0, 60_000)

    assert clock.deadline_ms == 90_000
    assert clock.left_ms(1, 0) == 30_000


def test_json_round_trip():
    control = Fischer(60_000, 1_000)
    clock = Clock.fresh(control, 3).press(5, completed=None, running=2).pause(1_000)

    assert Clock.from_json(control, clock.to_json()) == clock
    assert clock.public_json(1_000) == {"running": 2, "deadline_ms": None, "left_ms": [60_000, 60_000, 59_005]}
