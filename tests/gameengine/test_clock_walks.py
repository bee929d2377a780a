"""The clock over a whole match: nothing is lost and nothing is charged twice."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import KINDS, Clock, control_from_notation
from gameengine.clock.absolute import Absolute
from gameengine.clock.fischer import Fischer
from gameengine.clock.per_move import PerMove
from tests.gameengine.clock_reference import definition

EVERY = {
    "absolute": "60s+0",
    "fischer": "20s+5",
    "fischer with cap": "20s+5 max 22s first",
    "delay": "30s d4",
    "bronstein": "30s b4",
    "bronstein with first bonus": "30s b4 first",
    "per_move": "12s/move",
    "byo_yomi": "20s+4x7s",
    "byo_yomi without main time": "0+4x7s",
    "canadian": "15s+3 in 20s",
    "hourglass": "hourglass 30s",
    "stages": "3/20s+2, 2/10s+1, 10s+3 first",
    "correspondence": "1d/move",
    "correspondence with a bank": "1d+1d max 1d",
    "none": "none",
    "unequal": "30s+2 vs 20s d3",
}


class Walk:
    """A random match on a clock, counted a second time from the definitions of its control.

    Turns have several actions; the other seat reacts in between; an arbiter stops the clock for hours.
    """

    def __init__(self, control, seed):
        self.random = random.Random(seed)
        self.now = self.began = self.random.randrange(10**12)
        self.sides = [definition(control, seat) for seat in (0, 1)]
        self.at = [side[0] for side in self.sides]
        self.used, self.charged, self.stood = [0, 0], 0, 0
        self.pours = control.pours
        self.clock = Clock.fresh(control, 2).press(self.now, completed=None, running=0)
        self.unit = 20_000_000 if control.is_slow else 1_500

    def left(self, seat):
        """What the definitions say is left, in the middle of a turn."""
        allowance = self.sides[seat][1](self.at[seat])
        return None if allowance is None else allowance - self.used[seat] + self.pours * self.used[1 - seat]

    def run(self):
        """Play turns until a flag falls, or twenty; return whether it fell."""
        seat = 0
        for _ in range(20):
            for _ in range(self.random.choice([0, 0, 1, 3])):
                if self.is_over(seat) or self.interrupted(seat):
                    return True
            if self.is_over(seat):
                return True
            self.end_turn(seat)
            seat = 1 - seat
        return False

    def is_over(self, seat):
        """Let the seat think; tell whether its flag fell, at the very millisecond that the definitions give."""
        left, wait = self.left(seat), self.random.randrange(self.unit * self.random.choice([1, 1, 1, 2, 8]))
        if left is not None and self.random.random() < 0.1:
            wait = left - self.random.randrange(3)
        assert self.clock.deadline_ms == (None if left is None else self.now + left)
        if left is not None and wait >= left:
            assert not self.clock.has_fallen(self.now + left - 1)
            assert self.clock.has_fallen(self.now + left)
            return True
        wait = max(0, wait)
        self.now += wait
        assert not self.clock.has_fallen(self.now)
        assert self.clock.used_ms(self.now) == wait
        self.charged, self.used[seat] = self.charged + wait, self.used[seat] + wait
        assert [self.clock.left_ms(each, self.now) for each in (0, 1)] == [self.left(each) for each in (0, 1)]
        return False

    def interrupted(self, seat):
        """Let the turn be interrupted; tell whether a flag fell meanwhile."""
        what = self.random.choice(["action", "pause", "pause", "reaction", "postpone"])
        if what == "action":
            self.clock = self.clock.press(self.now, completed=None, running=seat)
        elif what == "pause":
            length = self.random.randrange(36_000_000)
            self.clock = self.clock.pause(self.now)
            if self.random.random() < 0.3:  # a move is made while the clock stands
                self.clock = self.clock.press(self.now, completed=None, running=seat).pause(self.now)
            self.now, self.stood = self.now + length, self.stood + length
            self.clock = self.clock.unpause(self.now)
        elif what == "postpone":
            self.clock = self.clock.press(self.now, completed=None, running=seat).postpone(700)
            self.now, self.stood = self.now + 700, self.stood + 700
        else:
            self.clock = self.clock.press(self.now, completed=None, running=1 - seat)
            if self.is_over(1 - seat):
                return True
            self.clock = self.clock.press(self.now, completed=None, running=seat)
        return False

    def end_turn(self, seat):
        """Complete the turn, and settle it as the definitions do."""
        self.clock = self.clock.press(self.now, completed=seat, running=1 - seat)
        for each in (0, 1):
            after = self.sides[each][2 if each == seat else 3]
            self.at[each] = after(self.at[each], self.used[each])
        if self.pours:
            self.at = [(self.at[each][0] + self.used[1 - each],) for each in (0, 1)]
        self.used = [0, 0]
        assert [self.clock.left_ms(each, self.now) for each in (0, 1)] == [self.left(each) for each in (0, 1)]


def walks(name, seeds):
    """Walk, and tell how many ended by a flag."""
    control, flags = control_from_notation(EVERY[name]), 0
    for seed in seeds:
        walk = Walk(control, seed)
        flags += walk.run()
        assert walk.charged + walk.stood == walk.now - walk.began, seed
    return flags


@pytest.mark.parametrize("name", EVERY)
def test_every_kind_counts_what_its_definition_says(name):
    flags = walks(name, range(60))

    assert (flags > 0) == (name != "none")


@pytest.mark.kit
@pytest.mark.parametrize("name", EVERY)
def test_ten_thousand_walks(name):
    assert (walks(name, range(10_000)) > 0) == (name != "none")


def test_every_kind_is_walked():
    assert {control_from_notation(text).kind for text in EVERY.values()} == set(KINDS)


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
