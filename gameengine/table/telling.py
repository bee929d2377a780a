"""What lines tell of clocks that an arbiter has changed."""

from __future__ import annotations

from gameengine.clock import Clock
from gameengine.core.types import Json


def before_and_after(before: Clock, after: Clock, at_ms: int) -> dict[str, Json]:
    """Return what all seats had left and have left at an instant: `before_ms` and `after_ms` by seat."""
    seats = range(len(before.banks))
    return {
        "before_ms": [before.left_ms(seat, at_ms) for seat in seats],
        "after_ms": [after.left_ms(seat, at_ms) for seat in seats],
    }
