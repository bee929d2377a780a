"""What always holds (rule page, 9.4), for the test kit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gameengine.core.types import JsonObject
from gameengine.games.tile_flight.content import FIELD, START_TILE, TILES, turned
from gameengine.games.tile_flight.geometry import SIDES, cell_name
from gameengine.games.tile_flight.state import DIE, LAND, PLACE, State


def broken(state: State, events: Sequence[JsonObject]) -> Iterator[str]:
    """Yield what does not hold in a state to which all `events` have led."""
    yield from _followers(state)
    yield from _tiles(state)
    yield from _edges(state)
    yield from _points(state, events)
    if state.phase == PLACE:
        yield from _nobody_stays(state)


def _followers(state: State) -> Iterator[str]:
    for seat in range(state.seats):
        on_board = sum(seats.count(seat) for seats in state.land.followers.values())
        in_air = state.phase in {LAND, DIE} and seat == state.active
        if on_board + in_air + state.supply[seat] != state.setting.followers:
            yield f"seat {seat} has {on_board} + {in_air} + {state.supply[seat]} followers"


def _tiles(state: State) -> Iterator[str]:
    lying = [tile for tile, _rotation in state.land.tiles.values()]
    for tile, wanted, in_bag, aside in zip(TILES, state.setting.bag, state.bag, state.aside, strict=True):
        in_hand = state.tile == tile
        if lying.count(tile) + in_hand + in_bag + aside != wanted + (tile == START_TILE):
            yield f"there are {lying.count(tile)} + {in_hand} + {in_bag} + {aside} tiles {tile}"


def _edges(state: State) -> Iterator[str]:
    tiles = state.land.tiles
    for cell, placed in tiles.items():
        for side, step in enumerate(SIDES):
            beside = tiles.get(cell + step)
            if beside and turned(*placed).edges[side] != turned(*beside).edges[(side + 2) % 4]:
                yield f"edges differ at {cell_name(cell)}"


def _points(state: State, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    paid = [event for event in events if event["type"] in {"score", "final_score"}]
    total = sum(event["points"] * len(event["seats"]) for event in paid)
    if total != sum(state.scores):
        yield f"events pay {total} points, the scores are {state.scores}"


def _nobody_stays(state: State) -> Iterator[str]:
    """Between turns no follower is on a completed road, city or monastery."""
    for feature in state.land.features.values():
        if feature.followers and feature.kind != FIELD and not feature.open:
            yield f"a completed {feature.kind} holds {feature.followers}"
