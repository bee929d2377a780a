"""The picture of the board, made from a viewer's view."""

from __future__ import annotations

from gameengine.board.view import BoardView
from gameengine.core.types import JsonObject, Text, Viewer


def board(view: JsonObject, viewer: Viewer) -> BoardView:
    """Return the picture of a view."""
    return BoardView(10, 10, Text("Landscape of Tile Flight", "Landschaft des Kartenflugs"), ())


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return which elements an event touched, with their marks."""
    return ()
