"""How a table stood after each act of a match: the past of where it is, for the rulings that go back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Self

from gameengine.log.branching import Turn, path_to, turns_of
from gameengine.table import Line, Stand, Table


class History:
    """Collects how a table stood after each act; the past of the table that was added last."""

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment
        self._stands: list[Stand] = []
        self._turns: list[Turn] = []
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
        self._turns += turns_of(lines, len(self._lines) + 1)
        self._lines.extend(lines)
        self._stands.append(Stand(len(self._lines), table))

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
        if place == 0 or self._stands[place] not in self._on_way():
            return None
        # By the order of time: what a ruling was made on lies right before it, wherever it went back to.
        return self._lines[line - 1], self._stands[place - 1]

    def _pairs(self) -> list[tuple[Stand, Stand]]:
        """Return each stand on the way to the last one with the one before it."""
        return list(pairwise(self._on_way()))

    def _begins(self, stand: Stand) -> int:
        """Return the place of the first line that belongs to a stand."""
        place = self._place_of(stand.line)
        return self._stands[place - 1].line if place else 0

    def _on_way(self) -> list[Stand]:
        path = path_to(self._turns, len(self._lines))
        return [stand for stand in self._stands if stand.line in path]

    def _place_of(self, line: int) -> int:
        return bisect_left(self._stands, line, key=lambda stand: stand.line)
