"""The board of Flagged as numbers: squares 0 to 63 (A1, B1, ... H8), 112 wall slots in canonical order, corner points.

A set of squares or slots is one integer with a bit for each member.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

SIZE: Final = 8
COLUMNS: Final = "ABCDEFGH"
SQUARES: Final[tuple[str, ...]] = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
SQUARE: Final[dict[str, int]] = {name: square for square, name in enumerate(SQUARES)}
OFF_BOARD: Final = -1

FIGURES: Final = ("H0", "C0", "B0", "H1", "C1", "B1")
"""Figure numbers 0 to 5: hero, clone, companion of seat 0, then of seat 1."""
FIGURE: Final[dict[str, int]] = {name: figure for figure, name in enumerate(FIGURES)}
HERO: Final = (0, 3)
CLONE: Final = (1, 4)
COMPANION: Final = (2, 5)
OWN: Final = ((0, 1, 2), (3, 4, 5))
"""The figures of each seat."""
SEAT_OF: Final = (0, 0, 0, 1, 1, 1)

HERO_START: Final = (SQUARE["D1"], SQUARE["E8"])
CLONE_START: Final = (SQUARE["C1"], SQUARE["F8"])
EDGE: Final = (tuple(range(SIZE)), tuple(range(56, 64)))
"""The squares of each seat's own edge, by column."""
IS_EDGE: Final = tuple(tuple(square in edge for square in range(64)) for edge in EDGE)


def row_of(square: int) -> int:
    """Return the row, 0 to 7."""
    return square >> 3


def column_of(square: int) -> int:
    """Return the column, 0 to 7."""
    return square & 7


def _distance(one: int, other: int) -> int:
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))


DISTANCE: Final = tuple(bytes(_distance(one, other) for other in range(64)) for one in range(64))
"""King distance (1): walls do not matter."""
WITHIN: Final = tuple(
    tuple(sum(1 << other for other in range(64) if DISTANCE[square][other] <= reach) for reach in range(SIZE))
    for square in range(64)
)
"""`WITHIN[square][reach]`: the squares at that distance or less, the square itself too."""


def _slots() -> Iterator[tuple[str, int, int]]:
    for square, name in enumerate(SQUARES):
        if row_of(square) < SIZE - 1:
            yield f"{name}N", square, square + SIZE
        if column_of(square) < SIZE - 1:
            yield f"{name}E", square, square + 1


SLOTS: Final[tuple[str, ...]] = tuple(name for name, _, _ in _slots())
SLOT: Final[dict[str, int]] = {name: slot for slot, name in enumerate(SLOTS)}
SIDES: Final[tuple[tuple[int, int], ...]] = tuple((one, other) for _, one, other in _slots())
"""The two squares between which a slot lies."""
ALL_SLOTS: Final = (1 << len(SLOTS)) - 1

BETWEEN: Final[dict[tuple[int, int], int]] = {
    pair: 1 << slot for slot, (one, other) in enumerate(SIDES) for pair in ((one, other), (other, one))
}
"""The bit of the slot between two orthogonally adjacent squares."""
NEXT: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((other, bit) for (one, other), bit in BETWEEN.items() if one == square) for square in range(64)
)
"""For each square its neighbours, each with the bit of the slot between."""


def _diagonals(square: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    for other in range(64):
        across, up = abs(column_of(square) - column_of(other)), abs(row_of(square) - row_of(other))
        if across == up == 1:
            corners = (row_of(square) * SIZE + column_of(other), row_of(other) * SIZE + column_of(square))
            yield other, tuple((BETWEEN[square, corner] | BETWEEN[corner, other], 1 << corner) for corner in corners)


DIAGONAL: Final = tuple(tuple(_diagonals(square)) for square in range(64))
"""For each square its diagonal neighbours, each with the two ways round: walls and pillars that block it (7)."""

SIDES_OF: Final = tuple(sum(bit for _, bit in NEXT[square]) for square in range(64))
"""For each square the slots on its sides."""
HALF: Final = tuple(
    sum(1 << slot for slot, pair in enumerate(SIDES) if all((row_of(square) < SIZE // 2) == low for square in pair))
    for low in (True, False)
)
"""For each seat the slots of which both squares lie in its half (6.1)."""


_BYTES: Final = len(SLOTS) // 8
# For each byte of a set and each value of it: the members that it stands for.
_MEMBERS: Final = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for place in range(_BYTES)
)


def members(bits: int) -> list[int]:
    """Return the members of a set of squares or slots, lowest first.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    for place, byte in enumerate(bits.to_bytes(_BYTES, "little")):
        if byte:
            found += _MEMBERS[place][byte]
    return found


def line_between(origin: int, target: int) -> tuple[int, ...]:
    """Return the squares from `origin` to `target` along a row or column, both included; empty if they share none."""
    if row_of(origin) == row_of(target):
        step = 1
    elif column_of(origin) == column_of(target):
        step = SIZE
    else:
        return ()
    step = step if target > origin else -step
    return tuple(range(origin, target + step, step))
