"""The clock of one match as a value: nothing ticks, every reading is computed from instants.

All instants are whole milliseconds of the caller's clock and never go back. Equality flags: a clock that reads exactly
0 has fallen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Self

from gameengine.clock.control import PLAIN, Bank, Reading, TimeControl
from gameengine.clock.limits import gives_credit
from gameengine.core.types import Json, JsonObject, Seat

FIRST_BUDGET_MS: Final = 2_000
BUDGET_PER_TURN_MS: Final = 250
MOST_BUDGET_MS: Final = 5_000
MOST_CREDIT_MS: Final = 500
"""No action is given back more than this for the network, whatever it cost."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of all seats. `since_ms` is where the stretch began that `running` has not been charged for yet.

    It lies ahead while the running seat has free time. `limit_at_ms` is the instant at which the decision that is due
    ends whatever the bank says, None without such a limit. While paused `since_ms` is the instant of the pause, and
    `free_ms` what was left of the free time. `budgets` is by seat what may still be given back for the network, empty
    in a match that gives nothing back.
    """

    control: TimeControl
    banks: tuple[Bank, ...]
    running: Seat | None = None
    since_ms: int = 0
    paused: bool = False
    limit_at_ms: int | None = None
    free_ms: int = 0
    budgets: tuple[int, ...] = ()

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> Self:
        """Return a clock that stands, all seats with their full time."""
        budgets = (FIRST_BUDGET_MS,) * seats if gives_credit(control) else ()
        return cls(control, tuple(control.of(seat).fresh() for seat in range(seats)), budgets=budgets)

    # reading
    def used_ms(self, at_ms: int) -> int:
        """Return how long the running seat has been thinking since it was last charged; 0 while nothing runs."""
        # A stretch may begin later than somebody acts: it was postponed, or there is free time.
        return 0 if self.running is None or self.paused else max(0, at_ms - self.since_ms)

    def left_ms(self, seat: Seat, at_ms: int) -> int | None:
        """Return what the seat has left at an instant until its flag falls, at least 0; None without time control."""
        return self.control.of(seat).allowance_ms(self._bank(seat, at_ms))

    def full_ms(self, seat: Seat) -> int | None:
        """Return what the seat had before its first turn; None without time control."""
        own = self.control.of(seat)
        return own.allowance_ms(own.fresh())

    def reading(self, seat: Seat, at_ms: int) -> Reading:
        """Return of what the time that a seat has left at an instant is made up."""
        return self.control.of(seat).reading(self._bank(seat, at_ms))

    @property
    def deadline_ms(self) -> int | None:
        """The instant at which the running seat's flag falls; None while nothing runs."""
        if self.running is None or self.paused:
            return None
        allowance = self.control.of(self.running).allowance_ms(self.banks[self.running])
        return None if allowance is None else self.since_ms + allowance

    def has_fallen(self, at_ms: int) -> bool:
        """Tell whether the running seat has used up its time at an instant."""
        deadline = self.deadline_ms
        return deadline is not None and at_ms >= deadline

    @property
    def grace_ms(self) -> int:
        """How long after its deadline an action of the running seat may still be in time by its credit."""
        return 0 if self.running is None else min(MOST_CREDIT_MS, self._budget_ms(self.running))

    def creditable_ms(self, seat: Seat, ms: int, at_ms: int) -> int:
        """Return how much of `ms` an action of a seat at an instant would be given back for the network."""
        return max(0, min(ms, MOST_CREDIT_MS, self._budget_ms(seat), self.used_ms(at_ms)))

    def _budget_ms(self, seat: Seat) -> int:
        """Return what may be given back to a seat now: only to the one whose clock runs by nothing but its bank."""
        if not self.budgets or seat != self.running or self.paused or self.limit_at_ms is not None:
            return 0
        return self.budgets[seat]

    # changing
    def credit(self, seat: Seat, ms: int, at_ms: int) -> Clock:
        """Return the clock on which `creditable_ms` of the running stretch are not charged, and are off the budget."""
        granted = self.creditable_ms(seat, ms, at_ms)
        budgets = tuple(budget - granted if at == seat else budget for at, budget in enumerate(self.budgets))
        return replace(self, since_ms=self.since_ms + granted, budgets=budgets)

    def press(
        self,
        at_ms: int,
        *,
        completed: Seat | None,
        running: Seat | None,
        free_ms: int = 0,
        limit_at_ms: int | None = None,
    ) -> Clock:
        """Return the clock after an action: charge who was thinking, credit a completed turn, start the next seat.

        `completed` is the seat whose turn the action completed, if any: bonuses are credited once per turn. The next
        seat is not charged for the first `free_ms`.
        """
        banks = self._charged(at_ms)
        if completed is not None:
            of = self.control.of
            banks = tuple(of(seat).turn_over(bank, own=seat == completed) for seat, bank in enumerate(banks))
        budgets = self._refilled(completed)
        return Clock(self.control, banks, running, at_ms + free_ms, limit_at_ms=limit_at_ms, budgets=budgets)

    def stop(self, at_ms: int) -> Clock:
        """Return the clock charged and standing for good."""
        return Clock(self.control, self._charged(at_ms), None, at_ms, budgets=self.budgets)

    def pause(self, at_ms: int) -> Clock:
        """Return the clock charged and standing until `unpause`; the same seat stays due."""
        return replace(
            self, banks=self._charged(at_ms), since_ms=at_ms, paused=True, free_ms=max(0, self.since_ms - at_ms)
        )

    def unpause(self, at_ms: int) -> Clock:
        """Return the clock running again with what was left."""
        return replace(
            self,
            since_ms=at_ms + self.free_ms,
            paused=False,
            limit_at_ms=_later(self.limit_at_ms, at_ms - self.since_ms),
            free_ms=0,
        )

    def add_time(self, seat: Seat, ms: int) -> Clock:
        """Return the clock with more time for one seat, or less if `ms` is negative."""
        added = self.control.of(seat).add(self.banks[seat], ms)
        return replace(self, banks=tuple(added if at == seat else bank for at, bank in enumerate(self.banks)))

    def set_left(self, seat: Seat, ms: int, at_ms: int) -> Clock:
        """Return the clock with exactly `ms` left for one seat at an instant. The seat must have a limit."""
        left, allowance = self.left_ms(seat, at_ms), self.control.of(seat).allowance_ms(self.banks[seat])
        if left is None or allowance is None:
            raise ValueError(f"seat {seat} has no limit")
        # The time of a flag that has not fallen yet may have been up for a while.
        over_ms = max(0, self.used_ms(at_ms) - allowance) if seat == self.running else 0
        return self.add_time(seat, ms - left + over_ms)

    def postpone(self, ms: int) -> Clock:
        """Return the clock as if the running stretch had begun `ms` later: nobody is charged for that span."""
        if self.paused or (self.running is None and self.limit_at_ms is None):
            return self
        return replace(self, since_ms=self.since_ms + ms, limit_at_ms=_later(self.limit_at_ms, ms))

    def _charged(self, at_ms: int) -> tuple[Bank, ...]:
        if not self.used_ms(at_ms):
            return self.banks
        return tuple(self._bank(seat, at_ms) for seat in range(len(self.banks)))

    def _bank(self, seat: Seat, at_ms: int) -> Bank:
        """Return the bank of a seat at an instant: charged, or with its share of what an hourglass lets run to it."""
        bank, used = self.banks[seat], self.used_ms(at_ms)
        if not used or self.running is None:
            return bank
        own = self.control.of(seat)
        if seat == self.running:
            return own.charge(bank, used)
        return own.add(bank, self._poured_ms(seat, self.running, used)) if self.control.pours else bank

    def _poured_ms(self, seat: Seat, running: Seat, used_ms: int) -> int:
        """Return the share of one of the others: equal, and single milliseconds to those who follow first."""
        flowing = min(used_ms, self.control.of(running).allowance_ms(self.banks[running]) or 0)
        share, rest = divmod(flowing, len(self.banks) - 1)
        return share + ((seat - running) % len(self.banks) <= rest)

    def _refilled(self, completed: Seat | None) -> tuple[int, ...]:
        return tuple(
            min(MOST_BUDGET_MS, budget + BUDGET_PER_TURN_MS) if seat == completed else budget
            for seat, budget in enumerate(self.budgets)
        )

    # JSON
    def public_json(self, at_ms: int) -> dict[str, Json]:
        """Return what everybody may see at an instant: `running`, `deadline_ms`, `left_ms` by seat.

        Where time is more than one number `detail` by seat says of what it is made up (`Reading`), and `pours` that
        what one seat uses runs to the others. While the decision that is due has a limit of its own also `limit_at_ms`,
        and in a window `free_until_ms`.
        """
        data: dict[str, Json] = {
            "running": self.running,
            "deadline_ms": self.deadline_ms,
            "left_ms": [self.left_ms(seat, at_ms) for seat in range(len(self.banks))],
        }
        readings = [self.reading(seat, at_ms) for seat in range(len(self.banks))]
        if any(reading != PLAIN for reading in readings):
            data["detail"] = [reading.to_json() for reading in readings]
        if self.control.pours:
            data["pours"] = True
        if self.limit_at_ms is None or self.paused:
            return data
        # Whom no clock times has no use for free time.
        free: dict[str, Json] = {} if self.running is None else {"free_until_ms": self.since_ms}
        return {**data, **free, "limit_at_ms": self.limit_at_ms}

    def to_json(self) -> dict[str, Json]:
        """Return the whole value except the control, for `from_json`."""
        data: dict[str, Json] = {
            "banks": self.banks,
            "running": self.running,
            "since_ms": self.since_ms,
            "paused": self.paused,
        }
        if self.budgets:
            data["budgets"] = self.budgets
        return data if self.limit_at_ms is None else {**data, "limit_at_ms": self.limit_at_ms, "free_ms": self.free_ms}

    @classmethod
    def from_json(cls, control: TimeControl, data: JsonObject) -> Self:
        """Return the clock that `to_json` wrote."""
        given: Any = data
        banks = tuple(tuple(bank) for bank in given["banks"])
        limits = given.get("limit_at_ms"), given.get("free_ms", 0), tuple(given.get("budgets", ()))
        return cls(control, banks, given["running"], given["since_ms"], given["paused"], *limits)


def _later(at_ms: int | None, ms: int) -> int | None:
    return None if at_ms is None else at_ms + ms
