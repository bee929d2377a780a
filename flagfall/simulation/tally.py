"""What the players have seen: counts, waiting times, and the receipts that came with every event."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Departure:
    """When somebody closed the window for good: in a match, or (None) before ever coming to a board."""

    at_ms: int
    match_id: str | None = None


class Spread(NamedTuple):
    """A distribution in milliseconds."""

    values: int
    p50: float
    p99: float
    most: float

    def __str__(self) -> str:
        if not self.values:
            return "none"
        return f"p50 {self.p50:.1f}  p99 {self.p99:.1f}  max {self.most:.1f} ms  ({self.values})"


def spread(values: Sequence[float]) -> Spread:
    """Return the distribution of values; the p99 is the value that 99 % do not exceed.

    >>> spread([5.0, 1.0, 3.0])
    Spread(values=3, p50=3.0, p99=5.0, most=5.0)
    """
    if not values:
        return Spread(0, 0.0, 0.0, 0.0)
    ordered = sorted(values)
    at = [ordered[max(0, -(-len(ordered) * percent // 100) - 1)] for percent in (50, 99)]
    return Spread(len(ordered), at[0], at[1], ordered[-1])


@dataclass
class Tally:
    """Filled by all players of a simulation, on one event loop."""

    ack_ms: list[float] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    """Actions that were acknowledged, by match."""
    unanswered: Counter[str] = field(default_factory=Counter)
    """Actions of players who left before the answer came, by match."""
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals by code."""
    receipts: defaultdict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    """By match: the hash that came with each number."""
    departures: dict[str, Departure] = field(default_factory=dict)
    """Who closed the window for good, and when."""
    faults: list[str] = field(default_factory=list)
    """What must not happen, in the words of whoever met it."""
    lines_lost: int = 0
    resent: int = 0
    open_lines: int = 0

    @property
    def actions(self) -> int:
        """Return how many actions were acknowledged."""
        return self.accepted.total()

    def receipt(self, match_id: str, frame: dict[str, Any]) -> None:
        """Keep the hash of an event. Another one under the same number is a rewritten history."""
        known = self.receipts[match_id].setdefault(frame["seq"], frame["h"])
        if known != frame["h"]:
            self.faults.append(f"match {match_id}: number {frame['seq']} was told with two hashes")
