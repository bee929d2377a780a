from collections import Counter

import pytest

from gameengine.games.junqi.content import (
    FULL_SET,
    INDEX,
    IS_CAMP,
    IS_HEADQUARTERS,
    KINDS,
    NODES,
    RAIL_EDGES,
    RAILS,
    RAYS,
    ROAD_EDGES,
    ROADS,
    START_NODES,
)


def test_has_the_numbers_of_the_rule_page():
    assert len(NODES) == 60
    assert sum(IS_CAMP) == 10
    assert sum(IS_HEADQUARTERS) == 4
    assert len(START_NODES) == 50
    # Each edge stands in both directions.
    assert len(RAIL_EDGES) == 2 * 35
    assert len(ROAD_EDGES) == 2 * 98


def test_no_two_places_are_joined_by_road_and_rail():
    assert not set(ROAD_EDGES) & set(RAIL_EDGES)


@pytest.mark.parametrize(("south", "north"), [("a6", "a7"), ("c6", "c7"), ("e6", "e7")])
def test_only_rails_cross_the_frontier(south, north):
    crossings = {(a, b) for a, b in (*RAIL_EDGES, *ROAD_EDGES) if NODES[a][1:] == "6" and NODES[b][1:] == "7"}

    assert (INDEX[south], INDEX[north]) in crossings
    assert len(crossings) == 3
    assert not crossings & set(ROAD_EDGES)


def test_diagonals_have_a_camp_at_an_end():
    diagonals = [(a, b) for a, b in ROAD_EDGES if NODES[a][0] != NODES[b][0] and NODES[a][1:] != NODES[b][1:]]

    assert diagonals
    assert all(IS_CAMP[a] or IS_CAMP[b] for a, b in diagonals)


def test_a_camp_has_eight_neighbours_by_road():
    assert all(len(ROADS[node]) == 8 for node in range(60) if IS_CAMP[node])


def test_rays_are_rails_only():
    for node, rays in enumerate(RAYS):
        for ray in rays:
            assert all(b in RAILS[a] for a, b in zip((node, *ray), ray, strict=False))


def test_each_colour_has_twenty_five_pieces():
    assert len(FULL_SET) == 50
    assert sum(kind.count for kind in KINDS) == 25
    assert Counter(Counter(FULL_SET).values()) == {1: 6, 2: 10, 3: 8}
