"""Cells and spots as numbers, so that they are quick to compare and in reading order.

A cell is one whole number that grows in reading order, by y, then by x. A spot is a segment on a cell: the number of
the cell and the place of the segment in its tile, so spots are in the order of feature ids (rule page, 3.6).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gameengine.games.tile_flight.content import TILES

REACH: Final = 100
"""81 tiles never reach further than 80 cells; a number beyond is no cell of any match (3.1)."""
_WIDTH: Final = 256
_MIDDLE: Final = 128
_SPOTS: Final = 16

NORTH, EAST, SOUTH, WEST = -_WIDTH, 1, _WIDTH, -1
SIDES: Final = (NORTH, EAST, SOUTH, WEST)
"""Steps to the neighbours, in the order of edges."""
STEPS: Final = (NORTH, NORTH + EAST, EAST, SOUTH + EAST, SOUTH, SOUTH + WEST, WEST, NORTH + WEST)
"""Steps in the order of arrows; also the ways to all eight cells around."""


def cell_at(x: int, y: int) -> int:
    """Return the number of a cell; -1 for one that no match can reach.

    >>> cell_at(0, 0) < cell_at(1, 0) < cell_at(-3, 1), cell_at(500, 0)
    (True, -1)
    """
    return _WIDTH * (y + _MIDDLE) + x + _MIDDLE if abs(x) <= REACH and abs(y) <= REACH else -1


@lru_cache(maxsize=4096)
def place_of(cell: int) -> tuple[int, int]:
    """Return x and y of a cell.

    >>> place_of(cell_at(-3, 7))
    (-3, 7)
    """
    y, x = divmod(cell, _WIDTH)
    return x - _MIDDLE, y - _MIDDLE


@lru_cache(maxsize=4096)
def cell_name(cell: int) -> str:
    """Return a cell as "x,y"."""
    return "{},{}".format(*place_of(cell))


def spot_at(cell: int, segment: int) -> int:
    """Return the number of a spot."""
    return _SPOTS * cell + segment


def cell_and_segment(spot: int) -> tuple[int, int]:
    """Return cell and segment of a spot."""
    return divmod(spot, _SPOTS)


def cell_of(spot: int) -> int:
    """Return the cell of a spot."""
    return spot // _SPOTS


@lru_cache(maxsize=16_384)
def spot_name(spot: int, tile: str) -> str:
    """Return a spot as "x,y.seg"; `tile` is what lies there."""
    cell, segment = cell_and_segment(spot)
    return f"{cell_name(cell)}.{TILES[tile].segments[segment].id}"
