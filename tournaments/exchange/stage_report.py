"""A stage as a tournament report file has it: the values from which one is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.exchange.trf.values import Cell, Colour, Points, Symbol
from tournaments.formats.swiss.model import Edition
from tournaments.standings import crosstable
from tournaments.standings.crosstable import CrossTable, Kind, System
from tournaments.standings.score import PointSystem

_SYMBOLS: Final[Mapping[Kind, Symbol]] = {
    Kind.FORFEIT_WIN: "+",
    Kind.FORFEIT_LOSS: "-",
    # Not F: that is a bye granted beforehand, and bars nobody from the next one in the rules before 2026.
    Kind.PAIRING_BYE: "U",
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
    Kind.FREE: "Z",
    Kind.OPEN: "?",
}
_PLAYED: Final[tuple[Symbol, Symbol, Symbol]] = ("0", "=", "1")
_COLOURS: Final[Mapping[int | None, Colour]] = {0: "w", 1: "b", None: "-"}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the field: the number in the file, and the place in the standings."""

    number: int
    name: str
    rating: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What the head of a file says; what is empty is left out. Days are `YYYY/MM/DD`."""

    name: str
    place: str = ""
    first_day: str = ""
    last_day: str = ""
    arbiter: str = ""
    control: str = ""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers of whom no two may meet in these rounds."""

    numbers: tuple[int, ...]
    first_round: int
    last_round: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """Tenths of a point taken off a number from a round on; negative for a bonus."""

    number: int
    round: int
    tenths: int


@dataclass(frozen=True, slots=True)
class StageReport:
    """A Swiss or round robin as it stands. `cells` are the rounds of each number, as many for everybody.

    `byes` are those of rounds still to be paired, by round and number, together with who has left. `remarks` become
    comment lines.
    """

    about: About
    system: System
    rounds: int
    people: tuple[Person, ...]
    cells: Mapping[int, tuple[Cell, ...]]
    points: PointSystem
    edition: Edition = "2026"
    accelerated: bool = False
    first_colour: Colour = "-"
    tie_breaks: str = ""
    byes: Mapping[tuple[int, int], Symbol] = field(default_factory=dict)
    apart: tuple[Group, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def shown(self) -> int:
        """Return how many rounds there are so far."""
        return max(map(len, self.cells.values()), default=0)

    @property
    def values(self) -> Points:
        """Return what results bring, as a file counts."""
        given = self.points
        return Points(
            given.win,
            given.draw,
            given.loss,
            given.absence,
            forfeit_loss=given.absence,
            pab=given.bye,
            half=given.draw,
            full=given.win,
            forfeit_win=given.win,
            unknown=given.draw,
        )


def cells_of(table: CrossTable, shown: int, numbers: Mapping[int, int]) -> dict[int, tuple[Cell, ...]]:
    """Return the first `shown` rounds of everybody; `numbers` are those of the file by number of the table."""
    return {
        numbers[each.number]: tuple(_cell(cell, numbers) for cell in each.cells[:shown]) for each in table.competitors
    }


def _cell(cell: crosstable.Cell, numbers: Mapping[int, int]) -> Cell:
    """Return one round."""
    symbol = _PLAYED[cell.result] if cell.kind is Kind.PLAYED else _SYMBOLS[cell.kind]
    if cell.opponent is None:
        return Cell(symbol)
    return Cell(symbol, numbers[cell.opponent], _COLOURS[cell.seat])
