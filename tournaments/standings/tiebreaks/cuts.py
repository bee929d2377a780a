"""Leaving out the least and the most significant values (14.1, 14.2, 16.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter

from tournaments.standings.crosstable import VOLUNTARY
from tournaments.standings.tiebreaks.base import Modifiers
from tournaments.standings.trail import Addend, Cut, Trail


def cut(addends: tuple[Addend, ...], modifiers: Modifiers) -> Trail:
    """Return the sum without the values that the modifiers leave out, the lowest first.

    Of the lowest part of a voluntary unplayed round and the least significant value of all, the higher one goes (16.5).
    """
    left = list(addends)
    gone: dict[Addend, Cut] = {}
    for _ in range(min(modifiers.cut_low, len(left))):
        gone[_taken(left, _lowest(left))] = Cut.LOW
    for _ in range(min(modifiers.cut_high, len(left))):
        gone[_taken(left, max(left, key=_significance))] = Cut.HIGH
    return Trail(sum(map(_amount, left)), partial(_marked, addends, gone))


def _taken(left: list[Addend], found: Addend) -> Addend:
    """Take an addend out; it is returned. Rounds make addends distinct."""
    left.remove(found)
    return found


def _marked(addends: tuple[Addend, ...], gone: Mapping[Addend, Cut]) -> tuple[Addend, ...]:
    """Return all addends, and on those that are gone, why."""
    return tuple(addend._replace(cut=gone.get(addend)) for addend in addends)


_amount = attrgetter("amount")
_significance = attrgetter("base", "amount")
"""What makes a value more significant: the opponent's score, then what comes of it."""


def _lowest(addends: Sequence[Addend]) -> Addend:
    """Return the value that goes next at the low end."""
    least = min(addends, key=_significance)
    # Without a dummy the round counts as a game: in a round robin, and a forfeit with /P.
    own_doing = (addend for addend in addends if addend.dummy and addend.kind in VOLUNTARY)
    voluntary = min(own_doing, key=_amount, default=least)
    return voluntary if voluntary.amount >= least.amount else least
