"""The rule page for players, with pictures of tiles that come from the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from gameengine.board.view import Element, Tray
from gameengine.core.game import Guide
from gameengine.core.types import Text
from gameengine.games.guides import read_guide
from gameengine.games.tile_flight.content import CIRCLE_TILE, TILES, Tile
from gameengine.games.tile_flight.drawing import TILE, parts_of

_SETS: Final[Mapping[str, Text]] = {
    "base": Text("The landscape", "Die Landschaft"),
    "flier": Text("Fliers", "Fluggeräte"),
    "circle": Text("Crop circles: one of them is in the bag", "Kornkreise: Einer davon liegt im Beutel"),
}


def load_guide() -> Guide:
    """Return the guide in both languages."""
    fliers = _tray("flier", "fly")
    return read_guide(
        Path(__file__).parent,
        position=_position,
        places={"tiles": _how_many()},
        trays={"fliers": (fliers,), "tiles": tuple(_tray(name, "print") for name in _SETS)},
    )


def _tray(name: str, prefix: str) -> Tray:
    return Tray(f"{prefix}-{name}", _SETS[name], tuple(_printed(prefix, tile) for tile in _of_set(name)))


def _of_set(name: str) -> Iterable[Tile]:
    return (tile for tile in TILES.values() if tile.set == name)


def _printed(prefix: str, tile: Tile) -> Element:
    return Element(
        f"{prefix}-{tile.id}",
        "kind",
        "rect",
        0,
        0,
        TILE,
        TILE,
        text=str(tile.count) if tile.count else "–",
        title=tile.name,
        parts=parts_of(tile.id),
    )


def _how_many() -> Text:
    """Return how many tiles there are, by sets."""
    base, fliers = (sum(tile.count for tile in _of_set(name)) for name in ("base", "flier"))
    circle = TILES[CIRCLE_TILE].name
    return Text(
        f"There are {base} ordinary tiles, {fliers} with a flier, and one crop circle (usually “{circle.en}”).",
        f"Es gibt {base} gewöhnliche Karten, {fliers} mit Fluggerät und einen Kornkreis (meist „{circle.de}“).",
    )


def _position(row: Mapping[str, Any], base: str) -> str:
    """Return the position text of an example: `base` with what the example says of it."""
    more = str(row.get("more", "")).split()
    fields = dict(field.split("=", 1) for field in (*base.split(), f"b={_in_order(row['land'])}", *more))
    return " ".join(["tf1", *(f"{key}={fields[key]}" for key in "nsmqawptlfbxgr")])


def _in_order(land: str) -> str:
    """Return the tiles of an example in reading order, however they are listed.

    >>> _in_order("0,0:D/0;-1,0:V/3;0,-1:E/2")
    '0,-1:E/2;-1,0:V/3;0,0:D/0'
    """
    return ";".join(sorted(land.split(";"), key=_reading_order))


def _reading_order(tile: str) -> tuple[int, int]:
    x, y = tile.partition(":")[0].split(",")
    return int(y), int(x)
