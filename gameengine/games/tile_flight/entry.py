"""How a person enters an action: rotation and cell in any order, parts of tiles, and labelled choices for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Text
from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.geometry import cell_name
from gameengine.games.tile_flight.notation import ADD_TEXT, DECLINE, FLY_TEXT, REMOVE_TEXT, Action, action_of
from gameengine.games.tile_flight.places import cell_id, spot_id

_CHOICES: Final[Mapping[str, Pick]] = {
    FLY_TEXT: Pick(choice="fly", label=Text("Fly: roll the die", "Fliegen: würfeln")),
    ADD_TEXT: Pick(choice="add", label=Text("Everybody may add one", "Alle dürfen einen dazustellen")),
    REMOVE_TEXT: Pick(choice="remove", label=Text("Everybody must take one back", "Alle müssen einen zurücknehmen")),
}
_NO_FOLLOWER: Final = Pick(choice="none", label=Text("No follower", "Kein Gefolgsmann"))
_NO_ADDITION: Final = Pick(choice="none", label=Text("Add none", "Keinen dazustellen"))


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the picks of an action; also of one that is not legal, for rule pages."""
    known: Mapping[str, Any] = view
    if action == DECLINE:
        return (_NO_ADDITION if known["phase"] == "circle_add" else _NO_FOLLOWER,)
    if action in _CHOICES:
        return (_CHOICES[action],)
    found = action_of(action)
    if found is None:
        return ()
    if found.kind == "place":
        return _placing(found, TILES[known["tile"]].rotations if known["tile"] else 4)
    return (Pick(spot_id("spot", _cell(known, found), found.segment)),)


@lru_cache(maxsize=8192)
def _placing(action: Action, rotations: int) -> tuple[Pick, ...]:
    return (
        Pick(f"turn-{action.rotation % rotations}", loose=True),
        Pick(cell_id("cell", action.cell), loose=True),
    )


def _cell(view: Mapping[str, Any], action: Action) -> str:
    if action.kind == "follower":
        return str(view["last"])
    return str(view["landing"]) if action.kind == "land" else cell_name(action.cell)
