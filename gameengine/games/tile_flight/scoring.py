"""Points: what features pay when they are complete, and at the end (rule page, chapters 7 and 9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from gameengine.core.types import Seat
from gameengine.games.tile_flight.content import FIELD, KINDS, MONASTERY, ROAD
from gameengine.games.tile_flight.land import Feature, Land, owners_of
from gameengine.games.tile_flight.setting import Setting

FULL_MONASTERY: Final = 9
PER_CITY: Final = 3
"""What a field pays for each completed city, in all rules but the first."""
PER_CITY_FIRST: Final = 4
SMALL_CITY: Final = 2
"""A city of so many tiles is a small one."""


class Payment(NamedTuple):
    """Points for a feature: each of `seats` gets `points`."""

    id: int
    kind: str
    points: int
    seats: tuple[Seat, ...]


def worth(setting: Setting, feature: Feature) -> int:
    """Return what a road, city or monastery would pay now: complete, or as it is at the end (7, 9.1)."""
    if feature.kind == MONASTERY:
        return FULL_MONASTERY - feature.open
    tiles = feature.tiles
    if feature.kind == ROAD:
        return tiles
    units = tiles + feature.shields
    if feature.open or (tiles == SMALL_CITY and setting.small_city == "reduced"):
        return units
    return 2 * units


def completed(setting: Setting, land: Land, cell: int) -> list[Payment]:
    """Return what the tile on a cell has completed, in the order of records."""
    return [_payment(setting, land, id) for id in land.completed_at(cell)]


def _payment(setting: Setting, land: Land, id: int) -> Payment:
    feature = land.features[id]
    return Payment(id, feature.kind, worth(setting, feature), feature.owners)


def final(setting: Setting, land: Land) -> list[Payment]:
    """Return what is paid at the end, in the order of kinds and of features; nothing that pays nothing."""
    held = sorted(id for id, feature in land.features.items() if feature.followers)
    others = [_payment(setting, land, id) for kind in KINDS[:-1] for id in held if land.features[id].kind == kind]
    fields = [id for id in held if land.features[id].kind == FIELD]
    paid = [*others, *_FIELD_RULES[setting.field_scoring](land, fields)]
    return [payment for payment in paid if payment.points]


def _third(land: Land, fields: list[int]) -> Iterator[Payment]:
    """Pay each field by itself for every completed city beside it."""
    for id in fields:
        field = land.features[id]
        yield Payment(id, FIELD, PER_CITY * len(land.complete_cities_beside(field)), field.owners)


def _second(land: Land, fields: list[int]) -> Iterator[Payment]:
    """Pay each owner once for a city, whatever number of his fields it borders."""
    paid: set[tuple[Seat, int]] = set()
    for id in fields:
        field = land.features[id]
        cities = land.complete_cities_beside(field)
        shares: dict[int, list[Seat]] = defaultdict(list)
        for seat in field.owners:
            fresh = {(seat, city) for city in cities} - paid
            shares[PER_CITY * len(fresh)].append(seat)
            paid |= fresh
        for points, seats in shares.items():
            yield Payment(id, FIELD, points, tuple(seats))


def _first(land: Land, fields: list[int]) -> Iterator[Payment]:
    """Pay each completed city to those with most farmers on all fields beside it together."""
    farmers: dict[int, tuple[Seat, ...]] = defaultdict(tuple)
    for id in fields:
        field = land.features[id]
        for city in land.complete_cities_beside(field):
            farmers[city] += field.followers
    for city in sorted(farmers):
        yield Payment(city, FIELD, PER_CITY_FIRST, tuple(sorted(owners_of(farmers[city]))))


def _none(_land: Land, _fields: list[int]) -> Iterator[Payment]:
    return iter(())


_FIELD_RULES: Final = {"third": _third, "second": _second, "first": _first, "none": _none}
