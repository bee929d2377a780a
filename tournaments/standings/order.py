"""The order of a table: points, then each tie-break inside the groups still tied, then shared ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.standings.crosstable import CrossTable, checked
from tournaments.standings.registry import Chosen, chosen, default_order, parsed
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import Trails
from tournaments.standings.trail import Trail

_POINTS: Final = "PTS"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings: a number, its rank, and trails by tie-break: of the order, and of further keys."""

    number: int
    rank: int
    order: tuple[Trail, ...]
    further: tuple[Trail, ...]

    @property
    def points(self) -> int:
        """Points in tenths, penalties taken off."""
        return self.order[0].value or 0


@dataclass(frozen=True, slots=True)
class Standings:
    """A table in order, and what its columns are."""

    order: tuple[Chosen, ...]
    keys: tuple[Chosen, ...]
    rows: tuple[Row, ...]


def standings(table: CrossTable, order: str | None = None, keys: str = "") -> Standings:
    """Return the standings. `order` and `keys` are lists as "BH/C1,SB"; points always come first.

    Direct encounter among the further `keys` is applied at once after the points. Those who were expelled are left out,
    and still count as opponents. Equal in everything: equal rank, and the next ranks stay empty.
    Raises StandingsError for a table or a list that cannot be used.
    """
    sheet = Sheet(checked(table))
    ordering = _with_points_first(parsed(default_order(table.system) if order is None else order, table.system), table)
    further = parsed(keys, table.system)
    there = [competitor.number for competitor in table.competitors if not competitor.expelled]
    trails, groups = _ranked(sheet, ordering, sorted(there))
    beside = _beside(sheet, further, sorted(there))
    rows = tuple(
        Row(number, rank, tuple(trails[number]), tuple(one[number] for one in beside))
        for rank, number in _ranks(groups)
    )
    return Standings(ordering, further, rows)


def _with_points_first(given: tuple[Chosen, ...], table: CrossTable) -> tuple[Chosen, ...]:
    """Return the list with the points in front."""
    return (chosen(_POINTS, table.system), *(each for each in given if each.key != _POINTS))


def _ranked(
    sheet: Sheet, ordering: Sequence[Chosen], numbers: list[int]
) -> tuple[dict[int, list[Trail]], list[list[int]]]:
    """Return every trail of the order by number, and those who stay tied together, best first."""
    trails: dict[int, list[Trail]] = {number: [] for number in numbers}
    groups = [numbers] if numbers else []
    for each in ordering:
        found = _in_groups(sheet, each, groups)
        for number in numbers:
            trails[number].append(found[number])
        groups = [part for group in groups for part in _split(each, found, group)]
    return trails, groups


def _in_groups(sheet: Sheet, each: Chosen, groups: Sequence[Sequence[int]]) -> Trails:
    """Return the values of a tie-break: inside each group if it looks there, else for everybody at once."""
    compute = each.tie_break.compute
    if not each.tie_break.within:
        return compute(sheet, each.modifiers, ())
    return {number: trail for group in groups for number, trail in compute(sheet, each.modifiers, group).items()}


def _split(each: Chosen, trails: Trails, group: Sequence[int]) -> Iterator[list[int]]:
    """Yield the parts of a group by value, best first; those without a value come last."""
    best_first = sorted(group, key=lambda number: _place(each, trails[number]))
    for _, part in groupby(best_first, key=lambda number: trails[number].value):
        yield list(part)


def _place(each: Chosen, trail: Trail) -> tuple[bool, int]:
    """Return where a value sorts."""
    if trail.value is None:
        return True, 0
    return False, trail.value if each.low_first else -trail.value


def _beside(sheet: Sheet, further: Sequence[Chosen], numbers: list[int]) -> list[Mapping[int, Trail]]:
    """Return the values of tie-breaks that do not order."""
    points = chosen(_POINTS, sheet.table.system)
    _, groups = _ranked(sheet, [points], numbers)
    return [_in_groups(sheet, each, groups) for each in further]


def _ranks(groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield ranks with numbers; equal ones share a rank and the next ranks are left out."""
    rank = 1
    for group in groups:
        for number in group:
            yield rank, number
        rank += len(group)
