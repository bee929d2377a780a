"""Tie-breaks from the scores of the opponents: Buchholz, Fore Buchholz, average of the opponents' Buchholz."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.types import Text
from tournaments.standings.score import half_up
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import SWISS, Modifiers, Shows, TieBreak, Trails, Unit
from tournaments.standings.tiebreaks.cuts import cut
from tournaments.standings.trail import Addend, Trail, total


def _buchholz(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the sums of the opponents' adjusted scores."""
    parts = sheet.opposition_with_forfeits if modifiers.forfeits else sheet.opposition
    return {number: cut(addends, modifiers) for number, addends in parts.items()}


def _fore_buchholz(sheet: Sheet, modifiers: Modifiers, group: Sequence[int]) -> Trails:
    """Return Buchholz with the declared last round drawn by everybody paired; no value before it is drawn up."""
    drawn = sheet.before_last_round
    if drawn is None:
        return dict.fromkeys(sheet.cells, Trail(None))
    return _buchholz(drawn, modifiers, group)


def _average(sheet: Sheet, modifiers: Modifiers, group: Sequence[int]) -> Trails:
    """Return the mean Buchholz of the opponents met over the board."""
    buchholz = {number: trail.value or 0 for number, trail in _buchholz(sheet, modifiers, group).items()}
    return {number: _mean(sheet, buchholz, number) for number in sheet.cells}


def _mean(sheet: Sheet, buchholz: dict[int, int], number: int) -> Trail:
    """Return the mean of one competitor, in hundredths."""
    addends = tuple(
        Addend(round_, cell.kind, cell.opponent, buchholz[cell.opponent], cell.points, buchholz[cell.opponent] * 10)
        for round_, cell in sheet.met[number]
        if cell.opponent is not None
    )
    if not addends:
        return Trail(None)
    return Trail(half_up(total(addends), len(addends)), lambda: addends, {"divisor": len(addends)})


BUCHHOLZ: Final = TieBreak(
    "BH", Text("Buchholz", "Buchholz"), Text("BH", "BH"), "8.1", _buchholz, Shows.SCORES, Unit.SCORE, "CMP", SWISS
)
FORE_BUCHHOLZ: Final = TieBreak(
    "FB",
    Text("Fore Buchholz", "Vorab-Buchholz"),
    Text("FB", "FB"),
    "8.3",
    _fore_buchholz,
    Shows.SCORES,
    Unit.SCORE,
    "CMP",
    SWISS,
)
AVERAGE_BUCHHOLZ: Final = TieBreak(
    "AOB",
    Text("Average of opponents' Buchholz", "Mittlere Buchholz der Gegner"),
    Text("AOB", "ØBH"),
    "8.2",
    _average,
    Shows.BUCHHOLZ,
    Unit.PRODUCT,
    "P",
    SWISS,
)
