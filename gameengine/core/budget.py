"""The time that a bot may take for one decision."""

from __future__ import annotations

from time import perf_counter, thread_time
from typing import Final

PATIENCE: Final = 2.5
"""On a busy machine a decision may last so many times its budget by the wall clock, and no longer."""


class Budget:
    """A limit of processor time that began when it was made, with a longer one by the wall clock.

    Asking is cheap: processor time never runs faster than the wall clock, so it is looked up only when it can be over.
    """

    def __init__(self, budget_ms: float) -> None:
        self._processor, self._wall = thread_time(), perf_counter()
        self._limit(budget_ms / 1000)

    def _limit(self, seconds: float) -> None:
        self._seconds = seconds
        self._look_up = self._wall + seconds

    def part(self, share: float) -> Budget:
        """Return a budget that began with this one and is spent after `share` of it."""
        budget = object.__new__(Budget)
        budget._processor, budget._wall = self._processor, self._wall
        budget._limit(share * self._seconds)
        return budget

    def is_spent(self) -> bool:
        """Tell whether the decision must be made now."""
        now = perf_counter()
        if now < self._look_up:
            return False
        used = thread_time() - self._processor
        self._look_up = now + self._seconds - used
        return used >= self._seconds or now - self._wall > PATIENCE * self._seconds
