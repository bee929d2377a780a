"""Tie-breaks from points made against opponents by their score: Sonneborn-Berger, Koya."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from gameengine.core.types import Text
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import ROUND_ROBINS, Modifiers, Shows, TieBreak, Trails, Unit
from tournaments.standings.tiebreaks.cuts import cut
from tournaments.standings.trail import Addend, Trail, summed


def _sonneborn_berger(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the sums of opponent's score times points made against them; tenths times tenths are hundredths."""
    parts = sheet.opposition_with_forfeits if modifiers.forfeits else sheet.opposition
    if modifiers.cut_low or modifiers.cut_high:
        return {number: cut(_weighted(addends), modifiers) for number, addends in parts.items()}
    return {
        number: Trail(sum(addend.base * addend.points for addend in addends), partial(_weighted, addends))
        for number, addends in parts.items()
    }


def _weighted(addends: tuple[Addend, ...]) -> tuple[Addend, ...]:
    """Return the opponents' scores times the points made against them."""
    return tuple(addend._replace(amount=addend.base * addend.points) for addend in addends)


def _koya(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
    """Return the points made against those who have at least half (or `limit` per cent) of the points possible."""
    asked = modifiers.limit * sheet.points.win * max(map(len, sheet.opposition.values()), default=0)
    return {
        number: summed(tuple(_against_strong(addend, asked) for addend in addends))
        for number, addends in sheet.opposition.items()
    }


def _against_strong(addend: Addend, asked: int) -> Addend:
    """Return the points made against an opponent if they have what is asked, in hundredths of a tenth."""
    return addend._replace(amount=addend.points if addend.base * 100 >= asked else 0)


SONNEBORN_BERGER: Final = TieBreak(
    "SB",
    Text("Sonneborn-Berger", "Sonneborn-Berger"),
    Text("SB", "SB"),
    "9.1",
    _sonneborn_berger,
    Shows.PRODUCTS,
    Unit.PRODUCT,
    "CMP",
)
KOYA: Final = TieBreak(
    "KS", Text("Koya", "Koya"), Text("KS", "KS"), "9.2", _koya, Shows.POINTS, Unit.SCORE, "L", ROUND_ROBINS
)
