"""What may be played: every action of the seat that must act (rule page, chapters 5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gameengine.core.types import Seat
from gameengine.games.tile_flight import circle
from gameengine.games.tile_flight.content import FIELD
from gameengine.games.tile_flight.flight import arrow_at, landing_spots
from gameengine.games.tile_flight.geometry import cell_and_segment
from gameengine.games.tile_flight.notation import ADD_TEXT, DECLINE, FLY_TEXT, REMOVE_TEXT, placing_texts
from gameengine.games.tile_flight.state import CIRCLE, CIRCLE_ADD, CIRCLE_REMOVE, FOLLOWER, LAND, PLACE, State


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of a seat: cells in reading order, segments in the order of the tile."""
    if seat != state.mover:
        return ()
    return tuple(_LISTS[state.phase](state))


def _placings(state: State) -> list[str]:
    found: list[str] = []
    for cell, rotations in state.land.placements(state.tile):
        found += placing_texts(cell, rotations)
    return found


def follower_actions(state: State) -> list[str]:
    """Return what may follow a placement: a follower, a flight, or nothing of both (6.3)."""
    flies = [FLY_TEXT] if arrow_at(state.land, state.last) is not None else []
    return [*_plain_followers(state), *flies, DECLINE]


def _plain_followers(state: State) -> list[str]:
    names = state.land.tile_at(state.last).segments
    return [f"+{names[cell_and_segment(spot)[1]].id}" for spot in free_spots(state)]


def free_spots(state: State) -> list[int]:
    """Return where on the tile just placed a follower may be put (6.3)."""
    return [spot for spot in state.land.spots_of(state.last) if not occupation(state, spot)]


def occupation(state: State, spot: int) -> str:
    """Return why no follower may be put on a spot, as a code; "" if it may (6.3)."""
    feature = state.land.feature_at(spot)
    if feature.kind == FIELD and not state.setting.has_farmers:
        return "FARMERS_OFF"
    return "FEATURE_OCCUPIED" if feature.followers else ""


def _landings(state: State) -> list[str]:
    names = state.land.tile_at(state.landing).segments
    return [f">{names[cell_and_segment(spot)[1]].id}" for spot in landings(state)]


def landings(state: State) -> list[int]:
    """Return where the follower in the air may land."""
    return landing_spots(state.land, state.landing)


def _choices(_state: State) -> list[str]:
    return [ADD_TEXT, REMOVE_TEXT]


def _additions(state: State) -> list[str]:
    return [*(f"o+{state.land.name(spot)}" for spot in candidates(state, CIRCLE_ADD)), DECLINE]


def _removals(state: State) -> list[str]:
    return [f"o-{state.land.name(spot)}" for spot in candidates(state, CIRCLE_REMOVE)]


def candidates(state: State, phase: str) -> list[int]:
    """Return where the seat that must act for a crop circle may add or must take back a follower."""
    kind, seat = circle.affected_kind(state), state.mover
    if kind is None or seat is None:
        raise ValueError("nobody acts for a crop circle")
    if phase == CIRCLE_ADD:
        return circle.spots_to_add(state, state.land, kind, seat)
    return circle.own_spots(state.land, kind, seat)


_LISTS: Final[Mapping[str, Callable[[State], list[str]]]] = {
    PLACE: _placings,
    FOLLOWER: follower_actions,
    LAND: _landings,
    CIRCLE: _choices,
    CIRCLE_ADD: _additions,
    CIRCLE_REMOVE: _removals,
}


def automatic_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the one action that the server plays for an absent seat (13)."""
    if state.phase in {FOLLOWER, CIRCLE_ADD}:
        return (DECLINE,)
    return legal_actions(state, seat)[:1]
