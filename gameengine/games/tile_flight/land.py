"""The board: tiles, followers on them, and the features that segments join to (rule page, chapter 5).

Features are kept, not found anew: a tile that is placed joins its segments to those beside it, and everything else
stays as it was. A `Land` never changes; placing a tile or a follower returns another one that shares what is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from gameengine.core.types import Seat
from gameengine.games.tile_flight.content import FIELD, KINDS, MONASTERY, NONE, TILES, Tile, Turned, turned
from gameengine.games.tile_flight.geometry import SIDES, STEPS, cell_and_segment, cell_name, cell_of, spot_at, spot_name

_CODES: Final = {"city": 1, "road": 2, "field": 3}
_FREE: Final = 0

Placed = tuple[str, int]
"""A tile on the board: its id and its rotation."""


class Feature(NamedTuple):
    """Segments that have joined, and what lies on them.

    `open` counts edges that face an empty cell, for a monastery the empty cells around it; fields have none. `cities`
    are the spots of cities that a field borders. `followers` has a seat for each follower, in ascending order.
    """

    kind: str
    spots: tuple[int, ...]
    open: int
    shields: int = 0
    cities: frozenset[int] = frozenset()
    followers: tuple[Seat, ...] = ()

    @property
    def tiles(self) -> int:
        """Return the number of tiles; one that the feature uses twice counts once (7)."""
        return len({cell_of(spot) for spot in self.spots})

    @property
    def complete(self) -> bool:
        """Whether it is complete; fields never are (5.2)."""
        return self.open == 0 and self.kind != FIELD

    @property
    def owners(self) -> tuple[Seat, ...]:
        """Return the seats with most followers, at least one (5.3)."""
        return owners_of(self.followers)


def owners_of(followers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with most followers.

    >>> owners_of((0, 1, 1, 2, 2)), owners_of(())
    ((1, 2), ())
    """
    if len(followers) < 2:
        return followers
    counts = {seat: followers.count(seat) for seat in followers}
    most = max(counts.values())
    return tuple(seat for seat, count in counts.items() if count == most)


class Land:
    """Tiles, followers and features. Two are equal if the same tiles and followers lie on the same cells and spots.

    `frontier` has the empty cells beside tiles, each with a code of the edges that it must fit. `roots` leads from each
    spot to the id of its feature, which is its first spot.
    """

    __slots__ = ("features", "followers", "frontier", "roots", "tiles")

    def __init__(
        self,
        tiles: Mapping[int, Placed],
        followers: Mapping[int, tuple[Seat, ...]],
        features: Mapping[int, Feature],
        roots: Mapping[int, int],
        frontier: Mapping[int, int],
    ) -> None:
        self.tiles = tiles
        self.followers = followers
        self.features = features
        self.roots = roots
        self.frontier = frontier

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Land) and self.tiles == other.tiles and self.followers == other.followers

    def __hash__(self) -> int:
        return hash((frozenset(self.tiles.items()), frozenset(self.followers.items())))

    # what there is

    def feature_at(self, spot: int) -> Feature:
        """Return the feature of a spot."""
        return self.features[self.roots[spot]]

    def name(self, spot: int) -> str:
        """Return a spot as "x,y.seg"."""
        return spot_name(spot, self.tiles[cell_of(spot)][0])

    def tile_at(self, cell: int) -> Tile:
        """Return the tile on a cell."""
        return TILES[self.tiles[cell][0]]

    def kind_at(self, spot: int) -> str:
        """Return the kind of the segment of a spot."""
        cell, segment = cell_and_segment(spot)
        return self.tile_at(cell).segments[segment].kind

    def spots_of(self, cell: int) -> Iterator[int]:
        """Yield the spots of a tile, in the order of segments."""
        first = spot_at(cell, 0)
        return iter(range(first, first + len(self.tile_at(cell).segments)))

    def spot_named(self, cell: int, segment: str) -> int:
        """Return the spot of a segment on a cell, NONE if there is no such one."""
        if cell not in self.tiles:
            return NONE
        place = self.tile_at(cell).segment(segment)
        return NONE if place == NONE else spot_at(cell, place)

    def completed_at(self, cell: int) -> list[int]:
        """Return the features with followers that the tile on a cell has completed, in the order of records (7)."""
        found = {self.roots[spot] for spot in (*self.spots_of(cell), *monasteries_around(self.tiles, cell))}
        done = [id for id in found if self.features[id].followers and self.features[id].complete]
        return sorted(done, key=lambda id: (KINDS.index(self.features[id].kind), id))

    def cities_beside(self, field: Feature) -> set[int]:
        """Return the ids of the cities that a field borders."""
        return {self.roots[spot] for spot in field.cities}

    def complete_cities_beside(self, field: Feature) -> list[int]:
        """Return the ids of the completed cities that a field borders, in their order."""
        return sorted(id for id in self.cities_beside(field) if not self.features[id].open)

    # placing

    def fits_anywhere(self, tile: str) -> bool:
        """Tell whether a tile can be placed at all (6.1)."""
        fits_at = fitting(tile)
        return any(code in fits_at for code in self.frontier.values())

    def placements(self, tile: str) -> list[tuple[int, tuple[int, ...]]]:
        """Return the cells on which a tile fits, in reading order, each with its rotations."""
        fits_at = fitting(tile)
        frontier = self.frontier
        return sorted((cell, fits_at[code]) for cell, code in frontier.items() if code in fits_at)

    def fits(self, cell: int, tile: str, rotation: int) -> bool:
        """Tell whether a tile fits on a cell of the frontier."""
        return rotation in fitting(tile).get(self.frontier[cell], ())

    def placed(self, cell: int, tile: str, rotation: int) -> Land:
        """Return the land with one tile more, its segments joined to those beside it (5.2)."""
        work = _Joining(self)
        work.place(cell, tile, rotation)
        return work.land()

    # followers

    def with_follower(self, spot: int, seat: Seat) -> Land:
        """Return the land with one follower more."""
        followers = dict(self.followers)
        followers[spot] = tuple(sorted((*followers.get(spot, ()), seat)))
        feature = self.feature_at(spot)
        return self._with(followers, self.roots[spot], tuple(sorted((*feature.followers, seat))))

    def without_follower(self, spot: int, seat: Seat) -> Land:
        """Return the land with one follower less."""
        followers = dict(self.followers)
        left = _less(followers.pop(spot), seat)
        if left:
            followers[spot] = left
        return self._with(followers, self.roots[spot], _less(self.feature_at(spot).followers, seat))

    def without_seat(self, seat: Seat) -> Land:
        """Return the land without any follower of a seat."""
        land = self
        for spot, seats in self.followers.items():
            for _ in range(seats.count(seat)):
                land = land.without_follower(spot, seat)
        return land

    def cleared(self, id: int) -> Land:
        """Return the land with the followers of a feature taken away."""
        spots = set(self.features[id].spots)
        followers = {spot: seats for spot, seats in self.followers.items() if spot not in spots}
        return self._with(followers, id, ())

    def _with(self, followers: dict[int, tuple[Seat, ...]], id: int, seats: tuple[Seat, ...]) -> Land:
        features = dict(self.features)
        features[id] = features[id]._replace(followers=seats)
        return Land(self.tiles, followers, features, self.roots, self.frontier)


def _less(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    place = seats.index(seat)
    return seats[:place] + seats[place + 1 :]


def monasteries_around(tiles: Mapping[int, Placed], cell: int) -> list[int]:
    """Return the spots of the monasteries on the eight cells around a cell."""
    found = []
    for step in STEPS:
        placed = tiles.get(cell + step)
        if placed is not None and (place := _MONASTERIES[placed[0]]) != NONE:
            found.append(spot_at(cell + step, place))
    return found


_MONASTERIES: Final = {tile.id: tile.monastery for tile in TILES.values()}


@cache
def fitting(tile: str) -> Mapping[int, tuple[int, ...]]:
    """Return for every code of edges which rotations of a tile fit; codes that none fits are missing."""
    fitting: dict[int, tuple[int, ...]] = {}
    for code in range(1, 4**4):
        wanted = [code >> 2 * edge & 3 for edge in range(4)]
        rotations = tuple(
            rotation
            for rotation in range(TILES[tile].rotations)
            if all(
                want in {_FREE, _CODES[kind]} for want, kind in zip(wanted, turned(tile, rotation).edges, strict=True)
            )
        )
        if rotations:
            fitting[code] = rotations
    return fitting


@cache
def _parts(tile: str) -> tuple[Feature, ...]:
    """Return the segments of a tile as features, with the numbers of segments for spots."""
    return tuple(
        Feature(
            segment.kind,
            (place,),
            len(STEPS) if segment.kind == MONASTERY else len(segment.edges),
            segment.shields,
            frozenset(segment.cities),
        )
        for place, segment in enumerate(TILES[tile].segments)
    )


class _Joining:
    """A land on its way through one placement."""

    def __init__(self, land: Land) -> None:
        self.tiles = dict(land.tiles)
        self.followers = land.followers
        self.features = dict(land.features)
        self.roots = dict(land.roots)
        self.frontier = dict(land.frontier)

    def land(self) -> Land:
        """Return what has become of it."""
        return Land(self.tiles, self.followers, self.features, self.roots, self.frontier)

    def place(self, cell: int, tile: str, rotation: int) -> None:
        """Put a tile on a cell and join what touches."""
        first = spot_at(cell, 0)
        for place, part in enumerate(_parts(tile)):
            spot = first + place
            cities = frozenset([first + city for city in part.cities]) if part.cities else part.cities
            self.features[spot] = part._replace(spots=(spot,), cities=cities)
            self.roots[spot] = spot
        self.tiles[cell] = tile, rotation
        self.frontier.pop(cell, None)
        shape = turned(tile, rotation)
        for side, step in enumerate(SIDES):
            beside = self.tiles.get(cell + step)
            if beside is None:
                code = self.frontier.get(cell + step, 0)
                self.frontier[cell + step] = code | _CODES[shape.edges[side]] << 2 * ((side + 2) % 4)
            else:
                self._join(first, shape, side, spot_at(cell + step, 0), turned(*beside))
        self._count_neighbours(cell, tile)

    def _join(self, first: int, shape: Turned, side: int, other_first: int, other: Turned) -> None:
        """Join two tiles through an edge: what is in its middle, and field with field at each half edge (5.2)."""
        edge, half, half_on = shape.joints[side]
        other_edge, other_half, other_half_on = other.joints[(side + 2) % 4]
        if edge != NONE:
            self._unite(first + edge, other_first + other_edge, closed=2)
        if half != NONE:
            self._unite(first + half, other_first + other_half_on)
            self._unite(first + half_on, other_first + other_half)

    def _unite(self, one: int, other: int, closed: int = 0) -> None:
        """Make one feature of those of two spots; its id is the smaller of both."""
        id, more = sorted((self.roots[one], self.roots[other]))
        kept = self.features[id]
        if id == more:
            if closed:
                self.features[id] = kept._replace(open=kept.open - closed)
            return
        joined = self.features.pop(more)
        for spot in joined.spots:
            self.roots[spot] = id
        self.features[id] = Feature(
            kept.kind,
            kept.spots + joined.spots,
            kept.open + joined.open - closed,
            kept.shields + joined.shields,
            kept.cities | joined.cities,
            tuple(sorted(kept.followers + joined.followers)) if joined.followers else kept.followers,
        )

    def _count_neighbours(self, cell: int, tile: str) -> None:
        """Count down the empty cells around monasteries, the new one included."""
        around = monasteries_around(self.tiles, cell)
        for spot in around:
            feature = self.features[spot]
            self.features[spot] = feature._replace(open=feature.open - 1)
        own = _MONASTERIES[tile]
        if own != NONE:
            spot = spot_at(cell, own)
            empty = sum(cell + step not in self.tiles for step in STEPS)
            self.features[spot] = self.features[spot]._replace(open=empty)


_NOTHING: Final = Land({}, {}, {}, {}, {})


def land_of(tiles: Mapping[int, Placed], followers: Mapping[int, tuple[Seat, ...]]) -> Land:
    """Return the land of tiles and followers. Raises ValueError if touching edges differ."""
    work = _Joining(_NOTHING)
    for cell in sorted(tiles):
        tile, rotation = tiles[cell]
        code = work.frontier.get(cell)
        if code is not None and rotation not in fitting(tile).get(code, ()):
            raise ValueError(f"edges differ at {cell_name(cell)}")
        work.place(cell, tile, rotation)
    work.followers = dict(followers)
    for spot, seats in followers.items():
        feature = work.features[work.roots[spot]]
        work.features[work.roots[spot]] = feature._replace(followers=tuple(sorted(feature.followers + seats)))
    return work.land()
