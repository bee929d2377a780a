"""Tie-breaks from the own record: wins, games as second seat, progressive score, rounds elected to play, and so on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from gameengine.core.types import Text
from tournaments.standings.crosstable import NOTHING, VOLUNTARY, Cell, Kind
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import Modifiers, Shows, TieBreak, Trails, Unit, per_round
from tournaments.standings.trail import Addend, Cut, Trail, summed


def _points(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the points, less penalties. What opponents are worth is not touched by a penalty."""
    penalties = {competitor.number: competitor.penalty for competitor in sheet.table.competitors}
    scored = per_round(sheet, lambda cell: None if cell.kind in NOTHING else cell.points)
    return {number: _penalized(trail, penalties[number]) for number, trail in scored.items()}


def _penalized(trail: Trail, penalty: int) -> Trail:
    """Return the points of one competitor."""
    return Trail((trail.value or 0) - penalty, trail.listed, {"penalty": penalty}) if penalty else trail


def _wins(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the rounds that brought a win's points, byes and forfeits too."""
    return per_round(sheet, lambda cell: int(cell.kind not in NOTHING and cell.points >= sheet.points.win))


def _won(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the games won over the board."""
    return per_round(sheet, lambda cell: int(_played_win(cell)))


def _played_win(cell: Cell) -> bool:
    """Tell whether a game was won over the board."""
    return cell.kind is Kind.PLAYED and cell.result == 2


def _second_seat(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the games played as second seat, which is the harder one."""
    return per_round(sheet, lambda cell: int(cell.kind is Kind.PLAYED and cell.seat == 1))


def _won_second_seat(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the games won as second seat over the board."""
    return per_round(sheet, lambda cell: int(_played_win(cell) and cell.seat == 1))


def _progressive(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the sums of the scores after each round; /C leaves out the first rounds."""
    return {number: summed(tuple(_progress(cells, modifiers.cut_low))) for number, cells in sheet.cells.items()}


def _progress(cells: Sequence[Cell], without: int) -> Iterator[Addend]:
    """Yield the score after each round."""
    for round_, (cell, score) in enumerate(zip(cells, accumulate(cell.points for cell in cells), strict=True), start=1):
        why = Cut.FIRST if round_ <= without else None
        yield Addend(round_, cell.kind, cell.opponent, score, cell.points, score, cut=why)


def _elected(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the rounds that somebody elected to play: all but requested byes and forfeit losses."""
    return per_round(sheet, lambda cell: None if cell.kind in NOTHING else int(cell.kind not in VOLUNTARY))


def _standard(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return 1 per round better than the scheduled opponent, half for equal; a bye is measured against a draw."""
    return {number: summed(tuple(_measured(sheet, cells))) for number, cells in sheet.cells.items()}


def _measured(sheet: Sheet, cells: Sequence[Cell]) -> Iterator[Addend]:
    """Yield what each round counts, in tenths."""
    for round_, cell in enumerate(cells, start=1):
        if cell.kind not in NOTHING:
            other = sheet.cells[cell.opponent][round_ - 1] if cell.opponent is not None else None
            rival = sheet.points.draw if other is None else other.points
            # 7.7 read literally gives both half a point when both stayed away; the federation's checker gives nothing.
            nobody = other is not None and cell.kind is other.kind is Kind.FORFEIT_LOSS
            yield Addend(round_, cell.kind, cell.opponent, rival, cell.points, 0 if nobody else _compared(cell, rival))


def _compared(cell: Cell, rival: int) -> int:
    """Return 10, 5 or 0 for more, as many or fewer points than the other."""
    return 5 * ((cell.points >= rival) + (cell.points > rival))


def _number(sheet: Sheet, _modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the pairing numbers."""
    return {number: Trail(number) for number in sheet.cells}


def _inside(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the points inside the games played: scores of a game that counts them, or games of a pairing."""
    return per_round(sheet, lambda cell: _capped(cell.total, modifiers) if cell.kind is Kind.PLAYED else None)


def _margin(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the sums of the margins by which games were won (positive) and lost (negative)."""
    return per_round(sheet, lambda cell: _capped(cell.margin, modifiers) if cell.kind is Kind.PLAYED else None)


def _capped(value: int, modifiers: Modifiers) -> int:
    """Return what one game may count for at most, up or down."""
    return value if modifiers.cap is None else max(-modifiers.cap, min(value, modifiers.cap))


POINTS: Final = TieBreak("PTS", Text("Points", "Punkte"), Text("Pts", "Pkt"), "2", _points, Shows.POINTS, Unit.SCORE)
WINS: Final = TieBreak("WIN", Text("Wins", "Siege"), Text("Win", "Sg"), "7.1", _wins, Shows.COUNTS)
WON: Final = TieBreak(
    "WON", Text("Wins over the board", "Siege am Brett"), Text("WON", "SgB"), "7.2", _won, Shows.COUNTS
)
SECOND_SEAT: Final = TieBreak(
    "BPG", Text("Games as second seat", "Partien als Zweiter"), Text("BPG", "P2"), "7.3", _second_seat, Shows.COUNTS
)
WON_SECOND_SEAT: Final = TieBreak(
    "BWG", Text("Wins as second seat", "Siege als Zweiter"), Text("BWG", "S2"), "7.4", _won_second_seat, Shows.COUNTS
)
PROGRESSIVE: Final = TieBreak(
    "PS",
    Text("Progressive score", "Fortschrittswertung"),
    Text("PS", "FW"),
    "7.5",
    _progressive,
    Shows.PROGRESS,
    Unit.SCORE,
    "C",
)
ELECTED: Final = TieBreak(
    "REP", Text("Rounds elected to play", "Angetretene Runden"), Text("REP", "Rd"), "7.6", _elected, Shows.COUNTS
)
STANDARD: Final = TieBreak(
    "STD", Text("Standard points", "Standardpunkte"), Text("STD", "StP"), "7.7", _standard, Shows.COMPARISON, Unit.SCORE
)
NUMBER: Final = TieBreak(
    "TPN",
    Text("Pairing number", "Startnummer"),
    Text("No.", "Nr."),
    "7.8",
    _number,
    Shows.NOTHING,
    modifiers="R",
    low_first=True,
)
INSIDE: Final = TieBreak(
    "GPT", Text("Points inside games", "Partiepunkte"), Text("GPT", "PP"), "", _inside, Shows.COUNTS, modifiers="X"
)
MARGIN: Final = TieBreak(
    "MAR", Text("Margins", "Abstände"), Text("MAR", "Abst"), "", _margin, Shows.COUNTS, modifiers="X"
)
