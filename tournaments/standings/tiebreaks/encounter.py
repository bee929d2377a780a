"""Direct encounter (article 6): the table of the games among those who are tied, as a place inside their group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from gameengine.core.types import Text
from tournaments.standings.crosstable import FORFEITS, Cell, Kind
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import Modifiers, Shows, TieBreak, Trails
from tournaments.standings.trail import Addend, Trail

Tenths: TypeAlias = int | Fraction
"""Whole tenths of a point, but for the mean of several games of one pair."""

_Games: TypeAlias = Mapping[int, Mapping[int, Sequence[tuple[int, Cell]]]]
"""The games of the group that count: by competitor, then by opponent, with their rounds."""


class Total(NamedTuple):
    """Somebody's points in the small table; `reach` adds a win against everybody not met."""

    points: Tenths
    reach: Tenths


def _encounter(sheet: Sheet, modifiers: Modifiers, group: Sequence[int]) -> Trails:
    """Return the places inside the group: 1 is the best, 0 for who is alone or for a group that cannot be split."""
    if len(group) == 1:
        return {number: Trail(0) for number in group}
    games = _games_among(sheet, group, forfeits=modifiers.forfeits or not sheet.table.swiss)
    blocks = list(_ordered(games, sheet.points.win, list(group)))
    places: dict[int, int] = {}
    for block in blocks:
        places |= dict.fromkeys(block, len(places) + 1 if len(blocks) > 1 else 0)
    totals = _totals(games, sheet.points.win, group)
    return {number: _trail(places[number], games[number], totals[number], len(group)) for number in group}


def _games_among(sheet: Sheet, group: Sequence[int], *, forfeits: bool) -> _Games:
    """Return the games among the tied ones; forfeits count in a round robin, in a Swiss only with /P."""
    counted = FORFEITS | {Kind.PLAYED} if forfeits else {Kind.PLAYED}
    members = frozenset(group)
    found: dict[int, dict[int, list[tuple[int, Cell]]]] = {number: {} for number in group}
    for number, own in found.items():
        for round_, cell in enumerate(sheet.cells[number], start=1):
            if cell.opponent in members and cell.kind in counted:
                own.setdefault(cell.opponent, []).append((round_, cell))
    return found


def _ordered(games: _Games, win: int, group: list[int]) -> Iterator[list[int]]:
    """Yield those who stay equal together, the best first; direct encounter starts again inside every part (6.2)."""
    if len(group) == 1:
        yield group
        return
    totals = _totals(games, win, group)
    all_met = all(total.points == total.reach for total in totals.values())
    parts = _by_points(totals) if all_met else _safe(totals)
    if len(parts) == 1:
        yield group
        return
    for part in parts:
        yield from _ordered(games, win, part)


def _totals(games: _Games, win: int, group: Sequence[int]) -> dict[int, Total]:
    """Return the small table; several games of one pair count with their mean."""
    members = frozenset(group)
    return {number: _total(games[number], win, members) for number in group}


def _total(own: Mapping[int, Sequence[tuple[int, Cell]]], win: int, members: frozenset[int]) -> Total:
    """Return the points of one member against the others."""
    met = [games for other, games in own.items() if other in members]
    points = sum((_mean([cell.points for _, cell in games]) for games in met), start=0)
    return Total(points, points + win * (len(members) - 1 - len(met)))


def _mean(points: Sequence[int]) -> Tenths:
    """Return the mean, as a whole number if there is one game."""
    return points[0] if len(points) == 1 else Fraction(sum(points), len(points))


def _by_points(totals: Mapping[int, Total]) -> list[list[int]]:
    """Return those with equal points together, most points first."""
    best_first = sorted(totals, key=lambda number: -totals[number].points)
    return [list(part) for _, part in groupby(best_first, key=lambda number: totals[number].points)]


def _safe(totals: Mapping[int, Total]) -> list[list[int]]:
    """Return one by one whom nobody behind can reach, by one table, then all the others together (6.3)."""
    behind = sorted(totals, key=lambda number: (-totals[number].points, number))
    parts = []
    while len(behind) > 1 and _out_of_reach(totals, behind[0], behind[1:]):
        parts.append([behind.pop(0)])
    return [*parts, behind]


def _out_of_reach(totals: Mapping[int, Total], first: int, others: Sequence[int]) -> bool:
    """Tell whether somebody keeps more points than every other could have with all missing games won."""
    return all(totals[first].points > totals[other].reach for other in others)


def _trail(place: int, own: Mapping[int, Sequence[tuple[int, Cell]]], total: Total, tied: int) -> Trail:
    """Return a place with the games that led to it; points and reach are rounded down to tenths."""
    facts = {"tied": tied, "points": int(total.points), "reach": int(total.reach)}
    return Trail(place, partial(_addends, own), facts)


def _addends(own: Mapping[int, Sequence[tuple[int, Cell]]]) -> tuple[Addend, ...]:
    """Return the games of one competitor in order of rounds."""
    games = sorted(game for games in own.values() for game in games)
    return tuple(Addend(round_, cell.kind, cell.opponent, 0, cell.points, cell.points) for round_, cell in games)


DIRECT_ENCOUNTER: Final = TieBreak(
    "DE",
    Text("Direct encounter", "Direkter Vergleich"),
    Text("DE", "DV"),
    "6",
    _encounter,
    Shows.POINTS,
    modifiers="P",
    low_first=True,
    within=True,
)
