"""What a run of the kit found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_FAULTS = 50
"""A report keeps no more: after that many it is clear that something is wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A check that failed: which one, in which random game, after how many actions, and what was wrong."""

    check: str
    game: str
    number: int
    ply: int
    detail: str

    def __str__(self) -> str:
        return f"{self.game} game {self.number} ply {self.ply}: {self.check}: {self.detail}"


@dataclass(slots=True)
class Report:
    """Counts and faults of some random games of one game. `act_us` has the time of sampled actions with their dump."""

    game: str
    games: int = 0
    actions: int = 0
    longest: int = 0
    nodes_checked: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    act_us: list[float] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take the counts and faults of another report of the same game in."""
        self.games += other.games
        self.actions += other.actions
        self.longest = max(self.longest, other.longest)
        self.nodes_checked += other.nodes_checked
        self.reasons += other.reasons
        self.act_us += other.act_us
        self.faults = (self.faults + other.faults)[:MOST_FAULTS]

    def lines(self) -> list[str]:
        """Return the report as text: faults first, then one line of figures and one of endings."""
        mean = self.actions // max(self.games, 1)
        figures = f"{self.game}: {self.games} games, {mean} actions on average, {self.longest} at most"
        speed = (
            f"act with dump {at_share(self.act_us, 0.5):.0f} µs (median), {at_share(self.act_us, 0.99):.0f} µs (p99)"
        )
        endings = ", ".join(f"{reason} {count}" for reason, count in self.reasons.most_common())
        checked = f"{self.nodes_checked} nodes checked in full"
        return [*map(str, self.faults), f"{figures}; {checked}; {speed}", f"{self.game}: {endings}"]


def at_share(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the values lie; 0 if there are none.

    >>> at_share([3, 1, 2], 0.5)
    2
    """
    if not values:
        return 0
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
