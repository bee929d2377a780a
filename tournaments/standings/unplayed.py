"""Unplayed rounds of a Swiss: article 16 of C.07 (edition of March 2026), and what it makes of a cross table.

Two separate questions. As somebody's opponent one has an adjusted score (16.3); for the own tie-break an unplayed round
is a game against a dummy (16.4). In a round robin neither exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.standings.crosstable import (
    FORFEITS,
    NOTHING,
    REQUESTED,
    VOLUNTARY,
    Cell,
    Competitor,
    CrossTable,
    Kind,
)
from tournaments.standings.score import PointSystem
from tournaments.standings.trail import Addend


def adjusted_cells(cells: Sequence[Cell], points: PointSystem) -> Iterator[tuple[Cell, int]]:
    """Yield each round with the points that it is worth for the opponents (16.3).

    A requested bye counts as a draw if only voluntary unplayed rounds follow it, so whoever leaves is worth draws from
    then on. Everything else counts as scored.

    >>> cells = [Cell(Kind.ZERO_BYE), Cell(Kind.PLAYED, 10, 2), Cell(Kind.ZERO_BYE), Cell(Kind.FORFEIT_LOSS, 0, 3)]
    >>> [worth for _, worth in adjusted_cells(cells, PointSystem())]
    [0, 10, 5, 0]
    """
    last_there = max((place for place, cell in enumerate(cells) if cell.kind not in VOLUNTARY), default=-1)
    for place, cell in enumerate(cells):
        yield cell, points.draw if cell.kind in REQUESTED and place > last_there else cell.points


def adjusted_score(cells: Sequence[Cell], points: PointSystem) -> int:
    """Return what somebody is worth to their opponents."""
    return sum(worth for _, worth in adjusted_cells(cells, points))


def forecast(table: CrossTable) -> CrossTable | None:
    """Return the table as if everybody paired in the declared last round had drawn there, for Fore Buchholz (8.3).

    None as long as that round has not been drawn up.
    """
    if any(len(competitor.cells) < table.rounds for competitor in table.competitors) or not table.rounds:
        return None
    drawn = [(*competitor.cells[:-1], _as_draw(competitor.cells[-1], table.points)) for competitor in table.competitors]
    return replace(_with_cells(table, drawn), after=table.rounds)


def _as_draw(cell: Cell, points: PointSystem) -> Cell:
    """Return a round as a drawn game if there is an opponent, forfeits too."""
    return cell if cell.opponent is None else cell._replace(kind=Kind.PLAYED, points=points.draw, result=1)


def _with_cells(table: CrossTable, cells: Sequence[tuple[Cell, ...]]) -> CrossTable:
    """Return the table with other rounds for its competitors."""
    pairs = zip(table.competitors, cells, strict=True)
    return replace(table, competitors=tuple(_replaced(competitor, own) for competitor, own in pairs))


def _replaced(competitor: Competitor, cells: tuple[Cell, ...]) -> Competitor:
    """Return a competitor with other rounds."""
    return competitor if cells == competitor.cells else replace(competitor, cells=cells)


def swiss_addends(
    cells: Sequence[Cell], score: int, adjusted: Mapping[int, int], points: PointSystem, *, forfeits: bool = False
) -> tuple[Addend, ...]:
    """Return what each round brings to Buchholz: the opponent's adjusted score, or a dummy's.

    With `forfeits` they are games against the scheduled opponent (/P).
    """
    games = FORFEITS | {Kind.PLAYED} if forfeits else {Kind.PLAYED}
    longest = points.draw * len(cells)
    return tuple(
        scheduled(round_, cell, adjusted) if cell.kind in games else _dummy(round_, cell, score, adjusted, longest)
        for round_, cell in enumerate(cells, start=1)
        if cell.kind not in NOTHING
    )


def scheduled(round_: int, cell: Cell, worth: Mapping[int, int]) -> Addend:
    """Return the part of a round with an opponent."""
    base = worth[cell.opponent or 0]
    return Addend(round_, cell.kind, cell.opponent, base, cell.points, base)


def _dummy(round_: int, cell: Cell, score: int, adjusted: Mapping[int, int], longest: int) -> Addend:
    """Return the part of a dummy, whose score is the own one, up to a limit (16.4).

    After a forfeit the scheduled opponent's score is the limit, else a draw in every round of the table: a table after
    some rounds is worked out as if the tournament had ended with them.
    """
    limit = adjusted[cell.opponent] if cell.opponent is not None else longest
    base = min(score, limit)
    return Addend(round_, cell.kind, cell.opponent, base, cell.points, base, dummy=True, limited=limit < score)
