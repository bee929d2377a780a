"""Everything that has happened at a table, with its branches: rulings may go back, and nothing of the log is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from gameengine.table import Line, Stand, Table, branched_to


@dataclass(frozen=True, slots=True)
class Branch:
    """One way of play from the opening to where it ends: the last one counts.

    `lines` are places in the log (0 first), in their order; `ended_by` is the place of the ruling after which play went
    on elsewhere, None for the branch that counts.
    """

    number: int
    lines: tuple[int, ...]
    ended_by: int | None


def branches(lines: Sequence[Line]) -> tuple[Branch, ...]:
    """Return all branches of a log in the order in which they ended; a log without such rulings has one."""
    before: list[int] = []
    ends: list[tuple[int, int | None]] = []
    for place, line in enumerate(lines):
        to_line = branched_to(line)
        before.append(place - 1 if to_line is None else to_line - 1)
        if to_line is not None:
            ends.append((place - 1, place))
    ends.append((len(lines) - 1, None))
    return tuple(Branch(number, tuple(_way(before, last)), by) for number, (last, by) in enumerate(ends))


def _way(before: Sequence[int], last: int) -> list[int]:
    """Return the places that lead to the last one, from the first on; `before` has for each the one before it."""
    way = []
    while last >= 0:
        way.append(last)
        last = before[last]
    return way[::-1]


class History:
    """Collects how a table stood after each act; the past of the table that was added last."""

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment
        self._stands: list[Stand] = []
        self._parents: list[int] = []
        self._lines: list[Line] = []

    @property
    def line(self) -> int:
        """Return the number of the last line."""
        return len(self._lines)

    def committing(self, commitment: str) -> Self:
        """Return itself: a branch that begins now is committed to this seed."""
        self.commitment = commitment
        return self

    def add(self, lines: Sequence[Line], table: Table) -> None:
        """Add what one act has done."""
        parent = len(self._stands) - 1
        for line in lines:
            to_line = branched_to(line)
            if to_line is not None:
                parent = self._place_of(to_line)
        self._lines.extend(lines)
        self._stands.append(Stand(len(self._lines), table))
        self._parents.append(parent)

    def skip(self, line: Line) -> None:
        """Add a line with which nothing happened at the table."""
        self._lines.append(line)
        last = self._stands[-1]
        self._stands[-1] = Stand(len(self._lines), last.table)

    def acts_after(self, line: int) -> list[tuple[Table, tuple[Line, ...]]]:
        """Return the acts on the way after line number `line`: each as the table before it, and its lines."""
        return [
            (before.table, tuple(self._lines[self._begins(stand) : stand.line]))
            for before, stand in self._pairs()
            if stand.line > line
        ]

    def before_action(self, ply: int) -> Stand | None:
        """Return how the table stood right before its action number `ply`; None if there was none on its way."""
        return next((before for before, stand in self._pairs() if before.table.ply < ply <= stand.table.ply), None)

    def before_end(self) -> Stand | None:
        """Return how the table stood right before it ended; None while it has not."""
        over = (before for before, stand in self._pairs() if before.table.status != "over" == stand.table.status)
        return next(over, None)

    def before_line(self, line: int) -> tuple[Line, Stand] | None:
        """Return line number `line` and how the table stood right before it; None if it does not lie on its way."""
        if not 1 <= line <= len(self._lines):
            return None
        place = self._place_of(line)
        if place == 0 or place not in self._on_way():
            return None
        # By the order of time: what a ruling was made on lies right before it, wherever it went back to.
        return self._lines[line - 1], self._stands[place - 1]

    def _pairs(self) -> list[tuple[Stand, Stand]]:
        """Return each stand on the way to the last one with the one before it."""
        way = self._on_way()
        return [(self._stands[first], self._stands[then]) for first, then in pairwise(way)]

    def _begins(self, stand: Stand) -> int:
        """Return the place of the first line that belongs to a stand."""
        place = self._place_of(stand.line)
        return self._stands[place - 1].line if place else 0

    def _on_way(self) -> list[int]:
        return _way(self._parents, len(self._stands) - 1)

    def _place_of(self, line: int) -> int:
        return next(place for place, stand in enumerate(self._stands) if stand.line >= line)
