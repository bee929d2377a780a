"""Standings as plain values for other programs: exact decimals as text, whole numbers, null for no value."""

from __future__ import annotations

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
