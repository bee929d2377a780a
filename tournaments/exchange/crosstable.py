"""From a tournament report file to the cross table that standings are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tournaments.exchange.trf.values import FORFEITS, PLAYED, Abnormal, Cell, Player, Trf
from tournaments.standings import crosstable
from tournaments.standings.crosstable import Competitor, CrossTable, Kind, Result, System
from tournaments.standings.score import PointSystem

_KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        **dict.fromkeys(PLAYED, Kind.PLAYED),
        "+": Kind.FORFEIT_WIN,
        "-": Kind.FORFEIT_LOSS,
        "U": Kind.PAIRING_BYE,
        "F": Kind.FULL_BYE,
        "H": Kind.HALF_BYE,
        "Z": Kind.ZERO_BYE,
        "?": Kind.OPEN,
    }
)
_RESULTS: Final[Mapping[str, Result]] = MappingProxyType({"1": 2, "W": 2, "+": 2, "=": 1, "D": 1})
_SEATS: Final = MappingProxyType({"w": 0, "b": 1})
_DECIDED: Final = PLAYED | FORFEITS


def system_of(trf: Trf) -> System:
    """Return what kind of tournament a file says it is, a Swiss if it does not say."""
    said = f"{trf.header('092') or ''} {trf.header('192') or ''}".lower().replace("-", "").replace("_", "")
    if "roundrobin" not in said.replace(" ", ""):
        return "swiss"
    return "drr" if "double" in said else "rr"


def cross_table(trf: Trf, system: System, *, after: int | None = None) -> CrossTable:
    """Return the table of a file after a round, by itself the last one that has results."""
    played = _rounds_with_results(trf)
    counted = played if after is None else min(after, played)
    drawn_up = _drawn_up(trf, counted)
    declared = trf.rounds or max(counted, drawn_up)
    penalties = _penalties(trf, counted)
    competitors = tuple(
        Competitor(player.number, tuple(_cells(trf, player, system, drawn_up)), player.rating, penalties[player.number])
        for player in trf.players.values()
    )
    return CrossTable(system, declared, counted, competitors, _points(trf))


def _rounds_with_results(trf: Trf) -> int:
    """Return the last round with a decided game, or in which nobody at all played."""
    return max((number for number in range(1, trf.filled + 1) if _has_results(trf, number)), default=0)


def _has_results(trf: Trf, number: int) -> bool:
    """Tell whether a round counts; a column in which only the coming byes stand does not."""
    column = [player.cells[number - 1] for player in trf.players.values() if number <= len(player.cells)]
    byes_only = len(column) == len(trf.players) and all(not cell.opponent for cell in column)
    return byes_only or any(cell.result in _DECIDED for cell in column)


def _drawn_up(trf: Trf, counted: int) -> int:
    """Return the last round whose pairings are there, so that Fore Buchholz can look ahead."""
    paired = (number for player in trf.players.values() for number, cell in enumerate(player.cells, 1) if cell.opponent)
    return max(counted, *paired, 0)


def _points(trf: Trf) -> PointSystem:
    """Return what results bring."""
    given = trf.points
    return PointSystem(given.win, given.draw, given.loss, given.absence, given.pab)


def _penalties(trf: Trf, counted: int) -> Counter[int]:
    """Return what was taken off the totals so far, in tenths; negative for a bonus (299 without a kind)."""
    found: Counter[int] = Counter()
    for record in trf.all(Abnormal):
        if not record.kind and record.round <= counted:
            found.subtract(dict.fromkeys(record.players, record.points))
    return found


def _cells(trf: Trf, player: Player, system: System, drawn_up: int) -> Iterator[crosstable.Cell]:
    """Yield a player's rounds."""
    for number in range(1, drawn_up + 1):
        cell = player.cell(number)
        # A free round of an odd round robin is written as a zero-point bye.
        free = system != "swiss" and cell.result == "Z"
        yield crosstable.Cell(Kind.FREE) if free else _cell(cell, trf.worth(player.number, number, cell))


def _cell(cell: Cell, worth: int) -> crosstable.Cell:
    """Return one round."""
    return crosstable.Cell(
        _KINDS[cell.result],
        0 if cell.result == "?" else worth,
        cell.opponent or None,
        _SEATS.get(cell.colour),
        _RESULTS.get(cell.result, 0),
    )
