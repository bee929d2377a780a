"""The clock of one match as a value: nothing ticks, every reading is computed from instants.

All instants are whole milliseconds of the caller's clock and never go back. Equality flags: a clock that reads exactly
0 has fallen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from gameengine.clock.control import Bank, TimeControl
from gameengine.core.types import Json, JsonObject, Seat


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of all seats. `since_ms` is where the stretch began that `running` has not been charged for yet."""

    control: TimeControl
    banks: tuple[Bank, ...]
    running: Seat | None = None
    since_ms: int = 0
    paused: bool = False

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> Self:
        """Return a clock that stands, all seats with their full time."""
        return cls(control, (control.fresh(),) * seats)

    # reading
    def used_ms(self, at_ms: int) -> int:
        """Return how long the running seat has been thinking since it was last charged; 0 while nothing runs."""
        # A postponed stretch may begin a moment later than somebody acts.
        return 0 if self.running is None or self.paused else max(0, at_ms - self.since_ms)

    def left_ms(self, seat: Seat, at_ms: int) -> int | None:
        """Return what the seat has left at an instant, at least 0; None without time control."""
        allowance = self.control.allowance_ms(self.banks[seat])
        if allowance is None or seat != self.running:
            return allowance
        return max(0, allowance - self.used_ms(at_ms))

    @property
    def deadline_ms(self) -> int | None:
        """The instant at which the running seat's flag falls; None while nothing runs."""
        if self.running is None or self.paused:
            return None
        allowance = self.control.allowance_ms(self.banks[self.running])
        return None if allowance is None else self.since_ms + allowance

    def has_fallen(self, at_ms: int) -> bool:
        """Tell whether the running seat has used up its time at an instant."""
        deadline = self.deadline_ms
        return deadline is not None and at_ms >= deadline

    # changing
    def press(self, at_ms: int, *, completed: Seat | None, running: Seat | None) -> Clock:
        """Return the clock after an action: charge who was thinking, credit a completed turn, start the next seat.

        `completed` is the seat whose turn the action completed, if any: bonuses are credited once per turn.
        """
        banks = self._charged(at_ms)
        if completed is not None:
            turn_over = self.control.turn_over
            banks = tuple(turn_over(bank, own=seat == completed) for seat, bank in enumerate(banks))
        return Clock(self.control, banks, running, at_ms)

    def stop(self, at_ms: int) -> Clock:
        """Return the clock charged and standing for good."""
        return Clock(self.control, self._charged(at_ms), None, at_ms)

    def pause(self, at_ms: int) -> Clock:
        """Return the clock charged and standing until `unpause`; the same seat stays due."""
        return Clock(self.control, self._charged(at_ms), self.running, at_ms, paused=True)

    def unpause(self, at_ms: int) -> Clock:
        """Return the clock running again with what was left."""
        return Clock(self.control, self.banks, self.running, at_ms)

    def add_time(self, seat: Seat, ms: int) -> Clock:
        """Return the clock with more time for one seat."""
        banks = tuple(self.control.add(bank, ms) if at == seat else bank for at, bank in enumerate(self.banks))
        return Clock(self.control, banks, self.running, self.since_ms, self.paused)

    def postpone(self, ms: int) -> Clock:
        """Return the clock as if the running stretch had begun `ms` later: nobody is charged for that span."""
        if self.running is None or self.paused:
            return self
        return Clock(self.control, self.banks, self.running, self.since_ms + ms)

    def _charged(self, at_ms: int) -> tuple[Bank, ...]:
        used = self.used_ms(at_ms)
        if not used:
            return self.banks
        charge = self.control.charge
        return tuple(charge(bank, used) if seat == self.running else bank for seat, bank in enumerate(self.banks))

    # JSON
    def public_json(self, at_ms: int) -> dict[str, Json]:
        """Return what everybody may see at an instant: `running`, `deadline_ms`, `left_ms` by seat."""
        return {
            "running": self.running,
            "deadline_ms": self.deadline_ms,
            "left_ms": [self.left_ms(seat, at_ms) for seat in range(len(self.banks))],
        }

    def to_json(self) -> dict[str, Json]:
        """Return the whole value except the control, for `from_json`."""
        return {"banks": self.banks, "running": self.running, "since_ms": self.since_ms, "paused": self.paused}

    @classmethod
    def from_json(cls, control: TimeControl, data: JsonObject) -> Self:
        """Return the clock that `to_json` wrote."""
        banks = tuple(tuple(bank) for bank in data["banks"])  # type: ignore[union-attr,arg-type]
        return cls(control, banks, data["running"], data["since_ms"], data["paused"])  # type: ignore[arg-type]
