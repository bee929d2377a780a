"""The squares of a grid: a1 is the south-west corner, and squares are numbered row by row from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gameengine.games.flank_flip.content import DIRECTIONS

NOWHERE: Final = -1
"""Off the grid."""
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The four directions as (columns, rows), in the order of `DIRECTIONS`."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A square grid. `beside[square][direction]` is the neighbour, or NOWHERE; nothing wraps around (6.4)."""

    size: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    beside: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    """The squares as a position text lists them: rows from north to south, each from west to east."""


@lru_cache(maxsize=4)
def grid_of(size: int) -> Grid:
    """Return the grid with `size` rows and columns."""
    names = tuple(f"{'abcd'[column]}{row + 1}" for row in range(size) for column in range(size))
    rows = tuple(tuple(range(row * size, (row + 1) * size)) for row in reversed(range(size)))
    beside = tuple(tuple(_next(size, square, way) for way in range(len(DIRECTIONS))) for square in range(size * size))
    return Grid(size, names, {name: square for square, name in enumerate(names)}, beside, rows)


def _next(size: int, square: int, way: int) -> int:
    column, row = square % size + _STEPS[way][0], square // size + _STEPS[way][1]
    return row * size + column if 0 <= column < size and 0 <= row < size else NOWHERE


def opposite(way: int) -> int:
    """Return the direction the other way round."""
    return way ^ 2
