"""The score sheet: what tie-breaks need of a cross table, each part worked out once and only if somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from tournaments.standings.crosstable import NOTHING, Cell, CrossTable, Kind
from tournaments.standings.trail import Addend
from tournaments.standings.unplayed import adjusted_score, forecast, scheduled, swiss_addends


class Sheet:
    """A cross table with its scores. Everything is by number; only the rounds that count are looked at."""

    def __init__(self, table: CrossTable) -> None:
        self.table = table
        self.points = table.points
        self.cells: dict[int, Sequence[Cell]] = {
            competitor.number: competitor.cells[: table.after] for competitor in table.competitors
        }

    @cached_property
    def scores(self) -> dict[int, int]:
        """Points from rounds, penalties left out."""
        return {number: sum(cell.points for cell in cells) for number, cells in self.cells.items()}

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """What everybody is worth to their opponents (16.3); the score itself in a round robin."""
        if not self.table.swiss:
            return self.scores
        return {number: adjusted_score(cells, self.points) for number, cells in self.cells.items()}

    @cached_property
    def opposition(self) -> dict[int, tuple[Addend, ...]]:
        """The part of each round in Buchholz. In a round robin forfeits are games, and there are no dummies (15.2)."""
        return {number: self._opposition(number, forfeits=False) for number in self.cells}

    @cached_property
    def opposition_with_forfeits(self) -> dict[int, tuple[Addend, ...]]:
        """The same with modifier /P. What the opponents are worth stays as it is."""
        return {number: self._opposition(number, forfeits=True) for number in self.cells}

    def _opposition(self, number: int, *, forfeits: bool) -> tuple[Addend, ...]:
        """Return the parts of one competitor."""
        cells = self.cells[number]
        if self.table.swiss:
            return swiss_addends(cells, self.scores[number], self.adjusted, self.points, forfeits=forfeits)
        return tuple(
            scheduled(round_, cell, self.scores)
            for round_, cell in enumerate(cells, start=1)
            if cell.opponent is not None and cell.kind not in NOTHING
        )

    @cached_property
    def met(self) -> dict[int, list[tuple[int, Cell]]]:
        """The games that everybody played over the board, with their rounds."""
        return {
            number: [(round_, cell) for round_, cell in enumerate(cells, start=1) if cell.kind is Kind.PLAYED]
            for number, cells in self.cells.items()
        }

    @cached_property
    def ratings(self) -> dict[int, int | None]:
        """Ratings; None for somebody without one."""
        return {competitor.number: competitor.rating for competitor in self.table.competitors}

    @cached_property
    def before_last_round(self) -> Sheet | None:
        """The sheet for Fore Buchholz; None until the declared last round is drawn up."""
        drawn = forecast(self.table)
        return None if drawn is None else Sheet(drawn)
