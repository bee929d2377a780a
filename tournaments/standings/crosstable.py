"""The cross table: what everybody did in every round. It is all that standings are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from tournaments.standings.errors import StandingsError
from tournaments.standings.score import CLASSIC, PointSystem

System: TypeAlias = Literal["swiss", "rr", "drr"]
"""Swiss, round robin, double round robin."""

Result: TypeAlias = Literal[0, 1, 2]
"""A loss, a draw, a win: half points of a game, whatever it brings in this tournament."""


class Kind(StrEnum):
    """What one round was for somebody. Only a played game was ever played; the others differ in what they count for."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    # No round at all: the free round of an odd round robin, a cancelled game, a board without a result so far.
    FREE = "free"
    OPEN = "open"


REQUESTED: Final = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
"""Byes that somebody asked for, or took by staying away."""

VOLUNTARY: Final = REQUESTED | {Kind.FORFEIT_LOSS}
"""Voluntary unplayed rounds (16.2)."""

FORFEITS: Final = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
NOTHING: Final = frozenset({Kind.FREE, Kind.OPEN})
_WITH_OPPONENT: Final = FORFEITS | {Kind.PLAYED, Kind.OPEN}


class Cell(NamedTuple):
    """What somebody did in one round.

    `points` are tenths. `opponent` is a number of the table, also of somebody who did not appear. `seat` is 0 for the
    one who opened, None where seats mean nothing. `total` and `margin` are points inside the game, where it has any.
    """

    kind: Kind
    points: int = 0
    opponent: int | None = None
    seat: int | None = None
    result: Result = 0
    total: int = 0
    margin: int = 0


@dataclass(frozen=True, slots=True)
class Competitor:
    """Somebody in the table. `penalty` are tenths, negative for a bonus. Who was expelled has no rank."""

    number: int
    cells: tuple[Cell, ...]
    rating: int | None = None
    penalty: int = 0
    expelled: bool = False


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A tournament so far. `rounds` were declared, `after` of them count; further cells may hold drawn-up pairings."""

    system: System
    rounds: int
    after: int
    competitors: tuple[Competitor, ...]
    points: PointSystem = CLASSIC

    @property
    def swiss(self) -> bool:
        """Tell whether article 16 applies: a round robin knows no dummies."""
        return self.system == "swiss"


def checked(table: CrossTable) -> CrossTable:
    """Return the table if it holds together. Raises StandingsError with the number and the round that do not."""
    if not 0 <= table.after <= table.rounds:
        raise StandingsError("bad_round", str(table.after))
    known = {competitor.number: competitor.cells for competitor in table.competitors}
    if len(known) < len(table.competitors):
        raise StandingsError("number_twice", _first_double([competitor.number for competitor in table.competitors]))
    for number, cells in known.items():
        if not table.after <= len(cells) <= table.rounds:
            raise StandingsError("bad_rounds", f"{number}: {len(cells)} rounds")
        for place, cell in enumerate(cells):
            _check(number, place, cell, known)
    return table


def _first_double(numbers: Sequence[int]) -> str:
    """Return the first number that was there before."""
    return str(next(number for place, number in enumerate(numbers) if number in numbers[:place]))


def _check(number: int, place: int, cell: Cell, known: Mapping[int, Sequence[Cell]]) -> None:
    """Raise if a round has no opponent and needs one, or if the opponent's line says something else."""
    if (cell.opponent is None) is (cell.kind in _WITH_OPPONENT):
        raise StandingsError("bad_opponent", f"{number}, round {place + 1}: {cell.kind}")
    if cell.opponent is None:
        return
    theirs = known.get(cell.opponent, ())
    if cell.opponent == number or len(theirs) <= place or not _agree(number, cell, theirs[place]):
        raise StandingsError("sides_disagree", f"{number} and {cell.opponent}, round {place + 1}")


def _agree(number: int, cell: Cell, other: Cell) -> bool:
    """Tell whether the two sides of a board say the same."""
    if other.opponent != number or (cell.seat is not None and cell.seat == other.seat):
        return False
    # A ruling may make both lose; both cannot win.
    if cell.kind in FORFEITS:
        return other.kind in FORFEITS and Kind.FORFEIT_LOSS in (cell.kind, other.kind)
    return cell.kind is other.kind and cell.result + other.result <= 2


def without_games_of(table: CrossTable, numbers: frozenset[int]) -> CrossTable:
    """Return the table without some competitors, their games cancelled: who leaves a round robin before half of it."""
    return replace(table, competitors=tuple(_rest(table, numbers)))


def _rest(table: CrossTable, numbers: frozenset[int]) -> Iterator[Competitor]:
    """Yield those who stay, with cancelled games as free rounds."""
    for competitor in table.competitors:
        if competitor.number not in numbers:
            cells = tuple(Cell(Kind.FREE) if cell.opponent in numbers else cell for cell in competitor.cells)
            yield replace(competitor, cells=cells)
