"""The standings of a table as text."""

from __future__ import annotations

from tournaments.models import Stage
from tournaments.selectors.standings import standings_of


def standings_text(stage: Stage) -> str:
    """Return rank, name, points and every tie-break, a line each, under a line that says what they are."""
    found = standings_of(stage)
    codes = [column.code for column in found.columns]
    rows = [
        [
            str(line.rank or "-"),
            line.name,
            line.points,
            *("-" if value is None else str(value) for value in line.values),
        ]
        for line in found.lines
    ]
    return "\n".join(_columns([["", "Name", "Points", *codes], *rows]))


def leader(stage: Stage) -> str:
    """Return who is first, all of them if several share the place."""
    return ", ".join(line.name for line in standings_of(stage).lines if line.rank == 1) or "-"


def _columns(rows: list[list[str]]) -> list[str]:
    """Return rows of text with their columns below each other; all but the names stand to the right.

    >>> _columns([["", "Name", "Points"], ["1", "Ada", "2.5"]])
    ['   Name  Points', '1  Ada      2.5']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
