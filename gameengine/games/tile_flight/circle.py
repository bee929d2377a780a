"""The crop circle: who may add or must take back a follower, and where (rule page, 8.6)."""

from __future__ import annotations

from gameengine.core.types import Seat
from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.land import Land
from gameengine.games.tile_flight.state import State


def affected_kind(state: State) -> str | None:
    """Return the kind of feature that the circle on the tile just placed affects, None without a circle."""
    return TILES[state.land.tiles[state.last][0]].circle


def own_spots(land: Land, kind: str, seat: Seat) -> list[int]:
    """Return the spots of a kind on which a seat has followers, in reading order: from these it takes one back."""
    return sorted(spot for spot, seats in land.followers.items() if seat in seats and land.kind_at(spot) == kind)


def spots_to_add(state: State, land: Land, kind: str, seat: Seat) -> list[int]:
    """Return where a seat may add a follower: beside an own one, or on any tile of its feature (12)."""
    own = own_spots(land, kind, seat)
    if state.setting.circle_add_scope == "segment":
        return own
    return sorted({spot for id in {land.roots[one] for one in own} for spot in land.features[id].spots})


def is_affected(land: Land, kind: str) -> bool:
    """Tell whether anybody has a follower of the kind."""
    return any(land.kind_at(spot) == kind for spot in land.followers)
