"""The board: tile data, and the feature graph against a slow count from scratch."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.games.tile_flight.content import (
    CITY,
    EDGES,
    FIELD,
    MONASTERY,
    ROAD,
    TILES,
    turned,
)
from gameengine.games.tile_flight.geometry import cell_and_segment, cell_at, cell_of, place_of, spot_at
from gameengine.games.tile_flight.land import land_of, owners_of

from .tile_flight_play import random_play

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def test_there_are_81_tiles():
    assert Counter(tile.set for tile in TILES.values() for _ in range(tile.count)) == {
        "base": 72,
        "flier": 8,
        "circle": 1,
    }
    assert sum(segment.shields * tile.count for tile in TILES.values() for segment in tile.segments) == 10
    assert sum(tile.count for tile in TILES.values() if tile.monastery >= 0) == 6


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_segments_reach_every_edge_as_the_edge_says(tile):
    edges = {edge: segment.kind for segment in tile.segments for edge in segment.edges}
    halves = Counter(half for segment in tile.segments for half in segment.halves)

    for edge, kind in enumerate(tile.edges):
        assert edges.get(edge, FIELD) == kind
        assert [halves[2 * edge], halves[2 * edge + 1]] == ([0, 0] if kind == CITY else [1, 1])
    for segment in tile.segments:
        assert all(tile.segments[city].kind == CITY for city in segment.cities)


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_rotations_are_those_that_differ(tile):
    def seen(rotation):
        shape = turned(tile.id, rotation)
        kinds = [
            tuple((tile.segments[place].kind, tile.segments[place].shields) if place >= 0 else None for place in joint)
            for joint in shape.joints
        ]
        return shape.edges, tuple(kinds), shape.arrow

    assert seen(tile.rotations % 4) == seen(0)
    if tile.set != "circle":
        assert len({seen(rotation) for rotation in range(tile.rotations)}) == tile.rotations


def test_a_turn_moves_every_edge_on():
    for tile in TILES.values():
        one = turned(tile.id, 1)
        assert one.edges == (tile.edges[3], *tile.edges[:3])


@given(st.integers(-100, 100), st.integers(-100, 100))
def test_cells_are_in_reading_order_and_come_back(x, y):
    assert place_of(cell_at(x, y)) == (x, y)
    assert (cell_at(x, y) < cell_at(0, 0)) == ((y, x) < (0, 0))


@given(st.lists(st.integers(0, 4)).map(sorted).map(tuple))
def test_owners_have_most(seats):
    counts = Counter(seats)

    assert owners_of(seats) == tuple(sorted(seat for seat in counts if counts[seat] == max(counts.values())))


# the slow count: what touches is joined by looking at half edges one by one, with names instead of numbers


def counted(land):
    """Return for each spot what its feature is, found from scratch by walking from segment to segment."""
    halves, edges = {}, {}
    for cell, (name, rotation) in land.tiles.items():
        for place, segment in enumerate(TILES[name].segments):
            for half in segment.halves:
                halves[cell, (half + 2 * rotation) % 8] = spot_at(cell, place)
            for edge in segment.edges:
                edges[cell, (edge + rotation) % 4] = spot_at(cell, place)
    joined = defaultdict(set)
    for (cell, half), spot in halves.items():
        _join(
            joined, spot, halves.get((_beside(cell, half // 2), {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}[half]))
        )
    for (cell, edge), spot in edges.items():
        _join(joined, spot, edges.get((_beside(cell, edge), (edge + 2) % 4)))
    return {spot: _described(land, _reached(joined, spot), edges) for spot in land.roots}


def _beside(cell, edge):
    x, y = place_of(cell)
    dx, dy = STEPS[EDGES[edge]]
    return cell_at(x + dx, y + dy)


def _join(joined, one, other):
    if other is not None:
        joined[one].add(other)


def _reached(joined, spot):
    found, waiting = {spot}, [spot]
    while waiting:
        for other in joined[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def _described(land, spots, edges):
    segments = [TILES[land.tiles[cell_of(spot)][0]].segments[cell_and_segment(spot)[1]] for spot in spots]
    kind = segments[0].kind
    followers = sorted(seat for spot in spots for seat in land.followers.get(spot, ()))
    facing = [(cell, edge) for (cell, edge), spot in edges.items() if spot in spots]
    ends = sum(_beside(cell, edge) not in land.tiles for cell, edge in facing)
    if kind == MONASTERY:
        x, y = place_of(cell_of(min(spots)))
        around = [cell_at(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        ends = sum(cell not in land.tiles for cell in around)
    return {
        "id": min(spots),
        "kind": kind,
        "spots": spots,
        "tiles": len({cell_of(spot) for spot in spots}),
        "open": ends,
        "shields": sum(segment.shields for segment in segments),
        "followers": tuple(followers),
    }


@given(st.integers(0, 10_000), st.integers(0, 170), st.sampled_from(["Z1", "Z3", "Z5", "Z6"]))
def test_features_kept_are_those_that_a_count_from_scratch_finds(seed, actions, circle):
    *_, state = random_play(seed, actions, seats=2 + seed % 4, circle_tile=circle)
    land = state.land

    for spot, found in counted(land).items():
        feature = land.feature_at(spot)
        assert land.roots[spot] == found["id"]
        assert set(feature.spots) == found["spots"]
        assert len(feature.spots) == len(found["spots"])
        assert (feature.kind, feature.tiles, feature.shields) == (found["kind"], found["tiles"], found["shields"])
        assert feature.followers == found["followers"]
        assert feature.open == (0 if feature.kind == FIELD else found["open"])


@given(st.integers(0, 10_000), st.integers(0, 170))
def test_a_field_borders_the_cities_that_its_parts_name(seed, actions):
    *_, state = random_play(seed, actions)
    land = state.land

    for feature in land.features.values():
        if feature.kind == FIELD:
            cities = set()
            for spot in feature.spots:
                cell, place = cell_and_segment(spot)
                cities |= {land.roots[spot_at(cell, city)] for city in land.tile_at(cell).segments[place].cities}
            assert land.cities_beside(feature) == cities


@given(st.integers(0, 10_000), st.integers(0, 170))
def test_a_land_is_the_same_however_its_tiles_came(seed, actions):
    *_, state = random_play(seed, actions)
    again = land_of(dict(reversed(state.land.tiles.items())), state.land.followers)

    assert again == state.land
    assert again.roots == state.land.roots
    assert again.frontier == state.land.frontier
    for id, feature in again.features.items():
        kept = state.land.features[id]
        assert feature._replace(spots=()) == kept._replace(spots=())
        assert sorted(feature.spots) == sorted(kept.spots)


@given(st.integers(0, 10_000), st.integers(0, 170))
def test_placements_are_those_of_which_all_edges_fit(seed, actions):
    *_, state = random_play(seed, actions)
    land = state.land
    empty = {_beside(cell, edge) for cell in land.tiles for edge in range(4)} - set(land.tiles)

    for name in ("D", "L", "Q", "X", "Y4"):
        expected = [
            (cell, rotation)
            for cell in sorted(empty)
            for rotation in range(TILES[name].rotations)
            if all(
                (beside := land.tiles.get(_beside(cell, edge))) is None or turned(*beside).edges[(edge + 2) % 4] == kind
                for edge, kind in enumerate(turned(name, rotation).edges)
            )
        ]
        assert [(cell, rotation) for cell, some in land.placements(name) for rotation in some] == expected
        assert land.fits_anywhere(name) == bool(expected)


def test_placing_leaves_the_land_before_as_it_was():
    states = [state.land for state in random_play(3, 60)]
    texts = [(len(land.tiles), len(land.features), dict(land.frontier)) for land in states]

    for land in states[:20]:
        for cell, rotations in land.placements("V"):
            land.placed(cell, "V", rotations[0])

    assert [(len(land.tiles), len(land.features), dict(land.frontier)) for land in states] == texts


def test_roads_and_cities_join_and_monasteries_do_not():
    land = land_of({cell_at(0, 0): ("B", 0), cell_at(1, 0): ("B", 0)}, {})

    assert Counter(feature.kind for feature in land.features.values()) == {MONASTERY: 2, FIELD: 1}
    assert ROAD not in {feature.kind for feature in land.features.values()}


def test_touching_edges_that_differ_are_refused():
    with pytest.raises(ValueError, match="edges differ"):
        land_of({cell_at(0, 0): ("D", 0), cell_at(1, 0): ("B", 0)}, {})
