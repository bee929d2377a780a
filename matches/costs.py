"""What actions cost the event loop of this process: processor time of deciding and of telling everybody."""

from __future__ import annotations

from collections import deque
from typing import Final

KEPT: Final = 5_000
"""So many actions are remembered."""


class Costs:
    """The last few thousand actions of the fast path, each with what both of its parts took, in seconds."""

    def __init__(self) -> None:
        self._deciding: dict[tuple[str, int], float] = {}
        self._whole: deque[float] = deque(maxlen=KEPT)

    def decided(self, match_id: str, version: int, seconds: float) -> None:
        """Note what it took to decide on the transition to `version`; it counts once it is told."""
        if len(self._deciding) >= KEPT:
            # Decisions that were never written leave no trace, and must not pile up.
            self._deciding.clear()
        self._deciding[match_id, version] = seconds

    def told(self, match_id: str, version: int, seconds: float) -> None:
        """Note what it took to tell everybody of the transition to `version`, if it was decided here."""
        deciding = self._deciding.pop((match_id, version), None)
        if deciding is not None:
            self._whole.append(deciding + seconds)

    def ms(self, percent: int) -> float:
        """Return the milliseconds that `percent` of the actions do not exceed; 0 without any.

        >>> costs = Costs()
        >>> costs.decided("m", 1, 0.002)
        >>> costs.told("m", 1, 0.001)
        >>> costs.ms(99)
        3.0
        """
        ordered = sorted(self._whole)
        return 1000 * ordered[-(-len(ordered) * percent // 100) - 1] if ordered else 0.0
