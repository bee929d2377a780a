"""What a position is worth, in points: what is scored, what may be expected of what is claimed, and followers left."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Final, TypeAlias

from gameengine.board.same import Same
from gameengine.core.types import Seat
from gameengine.games.tile_flight.content import CITY, FIELD, MONASTERY, TILES
from gameengine.games.tile_flight.geometry import SIDES, parts_of
from gameengine.games.tile_flight.land import Feature, Land, fitting
from gameengine.games.tile_flight.scoring import FULL_MONASTERY, PER_CITY
from gameengine.games.tile_flight.state import OVER, State

Chance: TypeAlias = Callable[[State, Feature], float]
"""How likely it is that a road or city is completed before the end."""

SUPPLY: Final = (0.0, 1.7, 2.9, 3.8, 4.4, 4.8, 5.1, 5.3)
"""What so many followers left are worth: the last one most, for without any a turn is half a turn."""
FULL_SUPPLY_UNTIL: Final = 24
"""With fewer tiles left followers are worth less and less, for there is less to claim."""
FARMING: Final = 0.85
"""The share of a field that is left to those who own it now; others come."""
GROWTH: Final = 0.6
"""What an open end brings until the end, in tiles."""


def worth(state: State, seat: Seat, chance: Chance) -> float:
    """Return how far a seat is ahead of the best other one, by what may be expected."""
    if state.phase == OVER:
        totals: list[float] = list(map(float, state.scores))
    else:
        totals = expected(state, chance)
    rivals = [total for other, total in enumerate(totals) if other != seat and other not in state.out]
    return totals[seat] - max(rivals, default=0.0)


def expected(state: State, chance: Chance) -> list[float]:
    """Return what each seat may expect to have in the end."""
    land, left = state.land, tiles_left(state)
    keen = min(1.0, left / FULL_SUPPLY_UNTIL)
    totals = [score + keen * SUPPLY[supply] for score, supply in zip(state.scores, state.supply, strict=True)]
    for id in {land.roots[spot] for spot in land.followers}:
        feature = land.features[id]
        value = _expected_of(state, land, feature, left, chance)
        owners = feature.owners
        for seat in owners:
            totals[seat] += value
        if feature.kind != FIELD and feature.open:
            _add_returns(totals, feature, keen * chance(state, feature))
    return totals


def tiles_left(state: State) -> int:
    """Return how many tiles are still to be laid."""
    return sum(state.bag) + bool(state.tile)


def _add_returns(totals: list[float], feature: Feature, chance: float) -> None:
    """Count followers that will come back, at less than what they are worth in the supply."""
    for seat in feature.followers:
        totals[seat] += 0.5 * chance


def _expected_of(state: State, land: Land, feature: Feature, left: int, chance: Chance) -> float:
    if feature.kind == FIELD:
        return FARMING * PER_CITY * _cities_of(state, land, feature, chance)
    if feature.kind == MONASTERY:
        filled = min(0.85, left / 45)
        return FULL_MONASTERY - feature.open * (1 - filled)
    done = chance(state, feature)
    tiles = feature.tiles + GROWTH * feature.open * min(1.0, left / 30)
    if feature.kind == CITY:
        return (tiles + feature.shields) * (1 + done)
    return tiles


def _cities_of(state: State, land: Land, field: Feature, chance: Chance) -> float:
    """Return how many completed cities a field is likely to border in the end."""
    cities = (land.features[id] for id in land.cities_beside(field))
    return sum(1.0 if not city.open else chance(state, city) for city in cities)


def by_open_ends(state: State, feature: Feature) -> float:
    """Return a chance by the number of open ends alone, as somebody guesses who does not count tiles."""
    return 0.62 ** float(feature.open) * 1.25 * min(1.0, tiles_left(state) / 15)


def by_bag(state: State, feature: Feature) -> float:
    """Return a chance by the tiles in the bag: for each open cell, how many of them fit there."""
    done = 1.0
    for cell in open_cells(state.land, feature):
        done *= _filling(_fits(state.bag, state.land.frontier.get(cell, 0)), state.seats)
    return done


@lru_cache(maxsize=512)
def _filling(fits: int, seats: int) -> float:
    """Return the chance that a cell is filled if so many tiles fit."""
    return 0.95 * (1 - exp(-0.84 * fits / seats))


@lru_cache(maxsize=65_536)
def _fits(bag: tuple[int, ...], code: int) -> int:
    return sum(count for name, count in zip(TILES, bag, strict=True) if count and code in fitting(name))


def open_cells(land: Land, feature: Feature) -> tuple[int, ...]:
    """Return the empty cells that an unfinished road or city faces."""
    if len(_OPEN) > MOST_KEPT:
        _OPEN.clear()
    key = Same(feature)
    if key not in _OPEN:
        _OPEN[key] = _empty_beside(land, feature)
    return _OPEN[key]


MOST_KEPT: Final = 20_000
# A feature is another object as soon as one of its cells is filled, so its open cells belong to the object.
_OPEN: Final[dict[Same[Feature], tuple[int, ...]]] = {}


def _empty_beside(land: Land, feature: Feature) -> tuple[int, ...]:
    tiles = land.tiles
    found = set()
    for spot in feature.spots:
        cell, place = parts_of(spot)
        tile, rotation = tiles[cell]
        for edge in TILES[tile].segments[place].edges:
            beside = cell + SIDES[(edge + rotation) % 4]
            if beside not in tiles:
                found.add(beside)
    return tuple(found)
