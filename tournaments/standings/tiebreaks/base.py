"""What a tie-break is, and the modifiers that it may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final, TypeAlias

from gameengine.core.types import Text
from tournaments.standings.crosstable import Cell, System
from tournaments.standings.score import HUNDREDTHS, TENTHS, decimal
from tournaments.standings.sheet import Sheet
from tournaments.standings.trail import Addend, Trail


class Unit(Enum):
    """What a value counts: its digits behind the point, None for whole things."""

    COUNT = None
    SCORE = TENTHS
    PRODUCT = HUNDREDTHS


class Shows(Enum):
    """What the addends of a tie-break are about, for those who explain it."""

    NOTHING = "nothing"
    SCORES = "scores"
    PRODUCTS = "products"
    BUCHHOLZ = "buchholz"
    POINTS = "points"
    COUNTS = "counts"
    PROGRESS = "progress"
    COMPARISON = "comparison"
    RATINGS = "ratings"
    PERFORMANCES = "performances"


Plain: TypeAlias = str | int | None
"""A value as other programs read it: an exact decimal for scores, a whole number for counts and ratings."""


@dataclass(frozen=True, slots=True)
class Modifiers:
    """How a tie-break is varied.

    `cut_low`, `cut_high`: values left out at both ends (/C, /M). `forfeits`: they count as games against the scheduled
    opponent (/P). `unrated`: the rating of who has none (/U). `limit`: per cent of the points that Koya asks for (/L).
    `cap`: what one game may count for at most (/X). `reverse`: lower is better where higher was, and the other way
    round (/R).
    """

    cut_low: int = 0
    cut_high: int = 0
    forfeits: bool = False
    unrated: int | None = None
    limit: int = 50
    cap: int | None = None
    reverse: bool = False


PLAIN: Final = Modifiers()

Trails: TypeAlias = Mapping[int, Trail]
Compute: TypeAlias = Callable[[Sheet, Modifiers, Sequence[int]], Trails]
"""Works out a tie-break; only those that look `within` a group use the numbers of the group."""

EVERYWHERE: Final[frozenset[System]] = frozenset({"swiss", "rr", "drr"})
SWISS: Final[frozenset[System]] = frozenset({"swiss"})
ROUND_ROBINS: Final[frozenset[System]] = frozenset({"rr", "drr"})


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: its code in lists and files, its name, its heading in a narrow column, and how it is worked out.

    `modifiers` are the letters of those that it takes. `within` marks one whose values depend on who is tied.
    """

    code: str
    name: Text
    heading: Text
    article: str
    compute: Compute
    shows: Shows
    unit: Unit = Unit.COUNT
    modifiers: str = ""
    systems: frozenset[System] = EVERYWHERE
    low_first: bool = False
    within: bool = False

    def plain(self, trail: Trail) -> Plain:
        """Return a value for other programs; a sum of which everything was cut is a bare 0."""
        if trail.value is None:
            return None
        if self.unit is Unit.COUNT or (trail.value == 0 and trail.all_cut):
            return trail.value
        return decimal(trail.value, self.unit.value)


def per_round(sheet: Sheet, amount: Callable[[Cell], int | None]) -> Trails:
    """Return trails that sum one number per round; a round for which there is None is left out."""
    return {
        number: Trail(sum(amount(cell) or 0 for cell in cells), partial(_addends, cells, amount))
        for number, cells in sheet.cells.items()
    }


def _addends(cells: Sequence[Cell], amount: Callable[[Cell], int | None]) -> tuple[Addend, ...]:
    """Return the numbers of one competitor, round by round."""
    parts = ((round_, cell, amount(cell)) for round_, cell in enumerate(cells, start=1))
    return tuple(
        Addend(round_, cell.kind, cell.opponent, part, cell.points, part)
        for round_, cell, part in parts
        if part is not None
    )
