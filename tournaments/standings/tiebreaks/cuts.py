"""Leaving out the least and the most significant values (14.1, 14.2, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.crosstable import VOLUNTARY
from tournaments.standings.tiebreaks.base import Modifiers
from tournaments.standings.trail import Addend, Cut, Trail, summed


def cut(addends: tuple[Addend, ...], modifiers: Modifiers) -> Trail:
    """Return the sum without the values that the modifiers leave out, the lowest first.

    Of the lowest part of a voluntary unplayed round and the least significant value of all, the higher one goes (16.5).
    """
    if not modifiers.cut_low and not modifiers.cut_high:
        return summed(addends)
    marked = list(addends)
    for _ in range(modifiers.cut_low):
        _mark(marked, Cut.LOW, _lowest(_left(marked)))
    for _ in range(modifiers.cut_high):
        _mark(marked, Cut.HIGH, max(_left(marked), key=_significance, default=None))
    return summed(tuple(marked))


def _left(addends: Sequence[Addend]) -> list[Addend]:
    """Return what still counts."""
    return [addend for addend in addends if addend.cut is None]


def _mark(addends: list[Addend], why: Cut, found: Addend | None) -> None:
    """Note that an addend is left out."""
    if found is not None:
        addends[addends.index(found)] = found._replace(cut=why)


def _significance(addend: Addend) -> tuple[int, int]:
    """Return what makes a value more significant: the opponent's score, then what comes of it."""
    return addend.base, addend.amount


def _amount(addend: Addend) -> int:
    """Return what an addend adds."""
    return addend.amount


def _lowest(addends: Sequence[Addend]) -> Addend | None:
    """Return the value that goes next at the low end; None if nothing is left."""
    least = min(addends, key=_significance, default=None)
    # Without a dummy the round counts as a game: in a round robin, and a forfeit with /P.
    own_doing = (addend for addend in addends if addend.dummy and addend.kind in VOLUNTARY)
    voluntary = min(own_doing, key=_amount, default=None)
    if least is None or voluntary is None:
        return least
    return voluntary if voluntary.amount >= least.amount else least
