"""Where things are on the picture, and what its elements are called.

Units: a tile is 20 wide; the tile on cell x,y has its upper left corner at 20x, 20y. Ids have an underscore instead of
the comma, so that they can be used in selectors.
"""

from __future__ import annotations

from functools import lru_cache

from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.drawing import HALF, TILE, turned_point
from gameengine.games.tile_flight.geometry import cell_and_segment, place_of


@lru_cache(maxsize=4096)
def cell_id(kind: str, cell: int) -> str:
    """Return the id of an element of a cell, for example "tile-3_-1"."""
    return "{}-{}_{}".format(kind, *place_of(cell))


def spot_id(kind: str, cell_text: str, segment: str) -> str:
    """Return the id of an element of a segment; the cell is given as "x,y".

    >>> spot_id("spot", "3,-1", "c1")
    'spot-3_-1-c1'
    """
    return f"{kind}-{cell_text.replace(',', '_')}-{segment}"


def corner(cell: int) -> tuple[int, int]:
    """Return the upper left corner of a cell."""
    x, y = place_of(cell)
    return TILE * x, TILE * y


def middle(cell: int) -> tuple[int, int]:
    """Return the middle of a cell."""
    x, y = corner(cell)
    return x + HALF, y + HALF


@lru_cache(maxsize=16_384)
def point_of(spot: int, tile: str, rotation: int) -> tuple[int, int]:
    """Return where a figure stands on a spot."""
    cell, segment = cell_and_segment(spot)
    left, top = TILES[tile].segments[segment].anchor
    x, y = turned_point(left * TILE / 100 - HALF, top * TILE / 100 - HALF, rotation)
    middle_x, middle_y = middle(cell)
    return middle_x + round(x), middle_y + round(y)
