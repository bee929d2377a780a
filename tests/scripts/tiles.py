"""A board of tiles that grows to all sides, with a tile in hand in each of its rotations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from gameengine.board.svg import Box, changed
from gameengine.board.view import BoardView, Element, Part, Tray
from gameengine.core.types import Text

SIZE: Final = 10
ROAD: Final = (Part("road", "M0 0V5"),)
TURNS: Final = (0, 90, 180, 270)

Place = tuple[int, int]


def cell(x: int, y: int) -> Element:
    """Return an empty place."""
    return _square(f"cell-{x},{y}", "cell", x, y, row=y, col=x)


def tile(x: int, y: int, turn: int = 0, **more: Any) -> Element:
    """Return a tile on its place."""
    return _square(f"tile-{x},{y}", "tile", x, y, turn=turn, parts=ROAD, order=1, **more)


def _square(name: str, role: str, x: int, y: int, **more: Any) -> Element:
    left, top = SIZE * x - SIZE // 2, SIZE * y - SIZE // 2
    return Element(name, role, "rect", left, top, SIZE, SIZE, title=Text(name, name), **more)


def hand() -> Tray:
    """Return the tile in hand."""
    items = (
        Element(f"hand-{turn}", "tile", "card", 0, 0, SIZE, SIZE, title=Text(f"Road, {turn}", ""), row=0, turn=turn)
        for turn in TURNS
    )
    return Tray("hand", Text("In hand", ""), tuple(replace(item, parts=ROAD) for item in items))


def table(*tiles: Element, free: Iterable[Place] = (), reach: int = 2) -> BoardView:
    """Return the board, which reaches as many places to each side."""
    left = -SIZE * reach - SIZE // 2
    side = SIZE * (2 * reach + 1)
    cells = (cell(x, y) for x, y in free)
    elements, trays = (*cells, *tiles), (hand(),)
    return BoardView(side, side, Text("Table", ""), elements, trays=trays, left=left, top=left, roams=True)


def ways(places: dict[int, tuple[Place, ...]]) -> list[dict[str, Any]]:
    """Return what is legal: for each rotation the places where it fits; tile and place in any order."""
    return [
        {"a": f"@{x},{y}/{turn}", "p": [[f"hand-{turn}"], [f"cell-{x},{y}"]], "l": [0, 2]}
        for turn, found in places.items()
        for x, y in found
    ]


def news(old: BoardView, new: BoardView) -> dict[str, Any]:
    """Return what a frame carries when one board becomes another."""
    told = changed(old, new, "en", interactive=True)
    box: dict[str, Box] = {"box": told.box} if told.box else {}
    return {"els": dict(told.markup), "gone": list(told.removed), **box}
