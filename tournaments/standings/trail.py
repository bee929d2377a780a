"""Why a value is what it is: every addend of a tie-break, in order of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from tournaments.standings.crosstable import Kind


class Cut(StrEnum):
    """Why an addend does not count."""

    LOW = "low"
    HIGH = "high"
    FIRST = "first"


class Addend(NamedTuple):
    """One round's part in a value.

    `base` is what the round is worth before anything is made of it: the opponent's adjusted score, the dummy's score,
    the opponent's rating, the own score so far. `points` are the own points of the round, in tenths. `amount` is what
    the round adds, in the unit of the tie-break; it counts unless `cut` says why not. A dummy that is `limited` would
    have had the own score, but for the limit of article 16.4.
    """

    round: int
    kind: Kind
    opponent: int | None
    base: int
    points: int
    amount: int
    dummy: bool = False
    limited: bool = False
    cut: Cut | None = None


_NO_FACTS: Final[Mapping[str, int]] = MappingProxyType({})


def _nothing() -> tuple[Addend, ...]:
    """Return no addends."""
    return ()


class Trail(NamedTuple):
    """A value, how to list its addends, and further numbers that went into it by name (a mean, a percentage).

    The value is a whole number in the unit of the tie-break; None if the tie-break has none for this competitor. The
    addends are listed when somebody asks: a thousand people look at a table, and few at where a number comes from.
    """

    value: int | None
    listed: Callable[[], tuple[Addend, ...]] = _nothing
    facts: Mapping[str, int] = _NO_FACTS

    @property
    def addends(self) -> tuple[Addend, ...]:
        """Return the parts of the value in order of rounds, those that were cut too."""
        return self.listed()

    @property
    def all_cut(self) -> bool:
        """Tell whether there were addends and none of them counts."""
        addends = self.addends
        return bool(addends) and all(addend.cut for addend in addends)


def summed(addends: tuple[Addend, ...], facts: Mapping[str, int] = _NO_FACTS) -> Trail:
    """Return the trail of a plain sum."""
    return Trail(total(addends), lambda: addends, facts)


def total(addends: Iterable[Addend]) -> int:
    """Return the sum of what counts."""
    return sum(addend.amount for addend in addends if addend.cut is None)
