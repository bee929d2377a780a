"""The flier: where a follower in the air comes down (rule page, 8.1 to 8.3)."""

from __future__ import annotations

from typing import Final

from gameengine.games.tile_flight.content import ARROWS, FIELD, turned
from gameengine.games.tile_flight.geometry import STEPS
from gameengine.games.tile_flight.land import Land

FACES: Final = (1, 1, 2, 2, 3, 3)
"""The six faces of the die (chapter 2)."""


def arrow_at(land: Land, cell: int) -> int | None:
    """Return the direction in which the flier on a cell points, None if there is none."""
    return turned(*land.tiles[cell]).arrow


def arrow_name(arrow: int) -> str:
    """Return the name of a direction."""
    return ARROWS[arrow]


def landing_cell(land: Land, cell: int, distance: int) -> int:
    """Return where a flight from a cell comes down; cells in between do not matter (8.2)."""
    arrow = arrow_at(land, cell)
    if arrow is None:
        raise ValueError("no flier on this tile")
    return cell + distance * STEPS[arrow]


def landing_spots(land: Land, cell: int) -> list[int]:
    """Return the landing places on a tile: all but fields, of unfinished features, in tile order (8.3)."""
    found = []
    for spot in land.spots_of(cell):
        feature = land.feature_at(spot)
        if feature.kind != FIELD and feature.open:
            found.append(spot)
    return found
