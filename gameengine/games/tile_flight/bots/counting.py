"""How the expert judges: by the tiles that are left in the bag, and by the cells that they fit.

A city that no tile can complete pays half, and so does one of an opponent: that is worth a placement that spoils it.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from gameengine.board.same import Same
from gameengine.games.tile_flight.bots.worth import tiles_left
from gameengine.games.tile_flight.content import CITY, FIELD, MONASTERY, TILES
from gameengine.games.tile_flight.geometry import SIDES, STEPS, cell_and_segment, cell_of
from gameengine.games.tile_flight.land import Feature, Land, fitting
from gameengine.games.tile_flight.scoring import FULL_MONASTERY, PER_CITY
from gameengine.games.tile_flight.state import State

FARMING: Final = 0.6
"""The share of a field that is left to those who own it now; others come."""
GROWTH: Final = 0.7
"""What an open end that can be filled brings, in tiles."""
RETURN: Final = 1.1
"""What a follower is worth that is likely to come back."""
REACH: Final = 0.3
"""How often a tile that fits comes to a hand that wants to put it there."""
CLOSING: Final = 0.6
"""How likely it is that what is laid at an open end closes it, and does not open another."""
MOST_KEPT: Final = 20_000


class Counting:
    """Expects of a feature what the tiles left make of it."""

    supply: tuple[float, ...] = (0.0, 2.0, 3.3, 4.2, 4.8, 5.2, 5.5, 5.7)

    def expects(self, state: State, feature: Feature) -> float:
        """Return what a feature is likely to pay, with something for a follower that is likely to return."""
        if feature.kind == FIELD:
            return FARMING * PER_CITY * self._cities_of(state, feature)
        if feature.kind == MONASTERY:
            filled = sum(_filling(state, cell) for cell in _around(state.land, feature))
            left = feature.open - filled
            return FULL_MONASTERY - left + RETURN * 0.7**left
        done, chances = 1.0, 0.0
        for cell in _open_cells(state.land, feature):
            chance = _filling(state, cell)
            done *= CLOSING * chance
            chances += chance
        size = feature.tiles + GROWTH * chances * min(1.0, tiles_left(state) / 30)
        if feature.kind == CITY:
            return (size + feature.shields) * (1 + done) + RETURN * done
        return size + RETURN * done

    def _cities_of(self, state: State, field: Feature) -> float:
        """Return how many completed cities a field is likely to border in the end."""
        found = 0.0
        for id in state.land.cities_beside(field):
            city = state.land.features[id]
            chance = 1.0
            for cell in _open_cells(state.land, city) if city.open else ():
                chance *= CLOSING * _filling(state, cell)
            found += chance
        return found


def _filling(state: State, cell: int) -> float:
    """Return the chance that a cell is filled before the end."""
    return _chance(_fits(state.bag, state.land.frontier.get(cell, 0)), state.seats)


@lru_cache(maxsize=1024)
def _chance(fits: int, seats: int) -> float:
    return 0.96 * (1 - exp(-REACH * fits / seats))


@lru_cache(maxsize=65_536)
def _fits(bag: tuple[int, ...], code: int) -> int:
    """Return how many tiles of the bag fit a cell; any does where no tile is beside it yet."""
    return sum(count for name, count in zip(TILES, bag, strict=True) if count and (not code or code in fitting(name)))


def _around(land: Land, monastery: Feature) -> list[int]:
    cell = cell_of(monastery.spots[0])
    return [cell + step for step in STEPS if cell + step not in land.tiles]


# A feature is another object as soon as one of its cells is filled, so its open cells belong to the object.
_OPEN: Final[dict[Same[Feature], tuple[int, ...]]] = {}


def _open_cells(land: Land, feature: Feature) -> tuple[int, ...]:
    """Return the empty cells that an unfinished road or city faces."""
    key = Same(feature)
    if key not in _OPEN:
        if len(_OPEN) > MOST_KEPT:
            _OPEN.clear()
        _OPEN[key] = _empty_beside(land, feature)
    return _OPEN[key]


def _empty_beside(land: Land, feature: Feature) -> tuple[int, ...]:
    tiles = land.tiles
    found = set()
    for spot in feature.spots:
        cell, place = cell_and_segment(spot)
        tile, rotation = tiles[cell]
        for edge in TILES[tile].segments[place].edges:
            beside = cell + SIDES[(edge + rotation) % 4]
            if beside not in tiles:
                found.add(beside)
    return tuple(found)
