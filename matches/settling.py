"""From when on timers act on a deadline: arithmetic alone."""

from __future__ import annotations

from typing import Final

SETTLING_MS: Final = 250
"""How long timers wait after a deadline and its grace, so that an action that was received in time is judged before."""


def due_ms(at_ms: int, grace_ms: int) -> int:
    """Return the instant from which timers act on a deadline of the instant `at_ms`."""
    return at_ms + grace_ms + SETTLING_MS


def late_ms(at_ms: int, decided_at_ms: int, grace_ms: int) -> int:
    """Return how late a deadline of the instant `at_ms` was decided: after its grace and the settling time."""
    return max(0, decided_at_ms - due_ms(at_ms, grace_ms))
