"""The board as a picture: a plain drawing, enough to pick every action by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gameengine.board.view import BoardView, Element, Pick
from gameengine.core.types import JsonObject, Text, Viewer
from gameengine.games.flagged.geometry import SIDES, SLOTS, SQUARE, SQUARES, column_of, row_of

_UNIT: Final = 10
_TITLE: Final = Text("Flagged", "Flagged")


def _same(text: str) -> Text:
    return Text(text, text)


def board(view: JsonObject, viewer: Viewer) -> BoardView:
    """Return the picture of a view."""
    return BoardView(90, 90, _TITLE, tuple(_elements(view)), turned=viewer == 1)


def _elements(view: Any) -> Iterator[Element]:
    for square, name in enumerate(SQUARES):
        at = _centre(square)
        yield Element(
            f"square-{name}", "square", "rect", *at, w=_UNIT, h=_UNIT, title=_same(name), row=row_of(square) * 2,
            col=column_of(square) * 2,
        )  # fmt: skip
    walls = set(view["walls"])
    for (one, other), name in zip(SIDES, SLOTS, strict=True):
        marks = ("set",) if name in walls else ()
        yield Element(
            f"slot-{name}", "slot", "rect", *_centre(one), w=2, h=2, marks=marks, title=_same(name),
            row=row_of(one) + row_of(other), col=column_of(one) + column_of(other),
        )  # fmt: skip
    for figure, square in view["figures"].items():
        yield Element(f"figure-{figure}", "figure", "coin", *_centre(SQUARE[square]), text=figure, title=_same(figure))


def _centre(square: int) -> tuple[int, int]:
    return 5 + _UNIT * column_of(square), 5 + _UNIT * (7 - row_of(square))


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the action as one labelled choice."""
    del view
    return (Pick(choice=action, label=_same(action)),)


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return the squares that a figure left and entered."""
    if event["type"] != "FIGURE_MOVED":
        return ()
    return (f"square-{event['from']}", "last-from"), (f"square-{event['to']}", "last-to")
