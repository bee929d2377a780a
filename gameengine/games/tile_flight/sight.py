"""A viewer's view as a state, for the picture and for bots. Nothing else reaches either."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gameengine.board.same import Same
from gameengine.core.types import JsonObject, Seat
from gameengine.games.tile_flight.content import ORDER, TILES
from gameengine.games.tile_flight.geometry import cell_at, spot_at
from gameengine.games.tile_flight.land import Land, land_of
from gameengine.games.tile_flight.setting import setting_of
from gameengine.games.tile_flight.state import NOWHERE, State


def see(view: JsonObject) -> State:
    """Return the state of a view: the game knows no secrets."""
    known: Mapping[str, Any] = view
    return State(
        setting=setting_of(known["options"]),
        land=_land(Same(known["board"]), Same(known["followers"])),
        scores=tuple(known["scores"]),
        supply=tuple(known["supply"]),
        bag=_counts(known["bag"]),
        aside=_counts(known["aside"]),
        active=known["active"],
        mover=known["to_move"],
        phase=known["phase"],
        tile=known["tile"] or "",
        last=read_cell(known["last"]),
        landing=read_cell(known["landing"]),
        out=tuple(known["out"]),
        reason=known["reason"] or "",
    )


def read_cell(text: str | None) -> int:
    """Return the cell of "x,y"."""
    if text is None:
        return NOWHERE
    x, y = text.split(",")
    return cell_at(int(x), int(y))


def _counts(counts: Mapping[str, int]) -> tuple[int, ...]:
    found = [0] * len(TILES)
    for name, count in counts.items():
        found[ORDER[name]] = count
    return tuple(found)


# The picture and several bots look at the same board, one after the other.
@lru_cache(maxsize=64)
def _land(board: Same[Mapping[str, Any]], followers: Same[Mapping[str, Any]]) -> Land:
    tiles = {read_cell(name): (placed["tile"], placed["rot"]) for name, placed in board.it.items()}
    standing: dict[int, tuple[Seat, ...]] = {}
    for name, seats in followers.it.items():
        cell_text, segment = name.split(".")
        cell = read_cell(cell_text)
        standing[spot_at(cell, TILES[tiles[cell][0]].segment(segment))] = tuple(seats)
    return land_of(tiles, standing)
