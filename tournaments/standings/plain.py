"""Standings for other programs and for terminals: exact decimals as text, whole numbers, null for no value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.standings.order import Row, Standings
from tournaments.standings.tiebreaks.base import Plain


def as_json(table: Standings) -> dict[str, Any]:
    """Return the standings, best first, as JSON values."""
    return {"standings": [_row(table, row) for row in table.rows]}


def _row(table: Standings, row: Row) -> dict[str, Any]:
    """Return one line."""
    order = ordered_values(table, row)
    further = (each.tie_break.plain(trail) for each, trail in zip(table.keys, row.further, strict=True))
    keys = (each.key for each in table.keys)
    return {
        "no": row.number,
        "pts": order[0],
        "rank": row.rank,
        "order": order,
        "tb": dict(zip(keys, further, strict=True)),
    }


def ordered_values(table: Standings, row: Row) -> list[Plain]:
    """Return the values of the declared order, points first."""
    return [each.tie_break.plain(trail) for each, trail in zip(table.order, row.order, strict=True)]


def as_text(table: Standings, name_of: Callable[[int], str]) -> str:
    """Return the standings as lines of text in columns; a value that nobody has is a dash."""
    headings = ["Rank", "No.", "Name", *(each.key for each in (*table.order, *table.keys))]
    lines = [headings, *(_cells(table, row, name_of) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(cells, widths) for cells in lines)


def _cells(table: Standings, row: Row, name_of: Callable[[int], str]) -> list[str]:
    """Return the texts of one line."""
    further = (each.tie_break.plain(trail) for each, trail in zip(table.keys, row.further, strict=True))
    values = ("-" if value is None else str(value) for value in (*ordered_values(table, row), *further))
    return [str(row.rank), str(row.number), name_of(row.number), *values]


def _line(cells: list[str], widths: list[int]) -> str:
    """Return a line; the name stands left, everything else right."""
    padded = (
        cell.ljust(width) if place == 2 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join(padded).rstrip()
