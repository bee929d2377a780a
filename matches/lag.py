"""What a player's line costs, as the server sees it: some frames carry a number that the client sends back at once."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from gameengine.clock.clock import MOST_CREDIT_MS

KEPT: Final = 0.8
"""The share of the mean that an answer leaves as it was."""
PATIENCE_MS: Final = 2_000
"""An answer that is later than this says nothing; then the next frame asks anew."""
_BITS: Final = 31


class RoundTrips:
    """The round trips of one socket, as an exponential mean. One question is open at a time.

    Numbers cannot be guessed, so nobody answers before he has heard the question. Who answers late makes his line look
    slower; what he gains so is bounded by the budget of his clock, and by what counts of one answer here.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._number: int | None = None
        self._asked = 0.0
        self._mean_ms: float | None = None

    @property
    def credit_ms(self) -> int:
        """Return what an action over this line may claim, in whole milliseconds; 0 before the first answer."""
        return 0 if self._mean_ms is None else round(self._mean_ms)

    def ask(self) -> int | None:
        """Return the number that the next frame should carry, None while an answer is still awaited."""
        now = self._clock()
        if self._number is not None and (now - self._asked) * 1000 <= PATIENCE_MS:
            return None
        self._number, self._asked = secrets.randbits(_BITS), now
        return self._number

    def answer(self, number: int | None) -> bool:
        """Take an answer in; tell whether it was the one that is awaited."""
        if number is None or number != self._number:
            return False
        self._number = None
        spent_ms = (self._clock() - self._asked) * 1000
        if spent_ms <= PATIENCE_MS:
            # More is never given back, so one late answer must not count for more either.
            counted = min(spent_ms, MOST_CREDIT_MS)
            before = counted if self._mean_ms is None else self._mean_ms
            self._mean_ms = KEPT * before + (1 - KEPT) * counted
        return True
