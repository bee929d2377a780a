"""Acceleration by the Baku method. Source: FIDE C.04.7, in force since 1 February 2026."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def group_size(players: int) -> int:
    """Return how many players, the strongest, are in the accelerated group: half of the field, rounded up to even.

    >>> [group_size(players) for players in (4, 5, 30, 61)]
    [2, 4, 16, 32]
    """
    return 2 * -(-players // 4)


def virtual_points(rounds: int, win: int) -> tuple[int, ...]:
    """Return the virtual points of the accelerated group round by round: a win's worth, later half of that, then none.

    >>> virtual_points(9, 10)
    (10, 10, 10, 5, 5, 0, 0, 0, 0)
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win // 2,) * (accelerated - full) + (0,) * (rounds - accelerated)


def accelerated_group(first_field: Collection[int], late: Sequence[int] = ()) -> frozenset[int]:
    """Return the numbers in the accelerated group; late entries join it by number, its last player stays the last."""
    ordered = sorted(first_field)
    if not ordered:
        return frozenset()
    last = ordered[min(group_size(len(ordered)), len(ordered)) - 1]
    return frozenset(number for number in (*ordered, *late) if number <= last)
