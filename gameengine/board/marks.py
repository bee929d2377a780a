"""Marks: what just happened, shown on the board until the next action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gameengine.board.view import BoardView, Element
from gameengine.core.game import Game
from gameengine.core.types import JsonObject


def touched(game: Game[Any], events: Iterable[JsonObject]) -> list[tuple[str, str]]:
    """Return the marks (element id, mark) that events leave on the board, in their order."""
    return [mark for event in events for mark in game.touched(event)]


def marked(board: BoardView, marks: Iterable[tuple[str, str]]) -> BoardView:
    """Return the board with the marks (element id, mark) added to its elements; unknown ids are ignored."""
    by_id: defaultdict[str, list[str]] = defaultdict(list)
    for name, mark in marks:
        by_id[name].append(mark)
    if not by_id:
        return board
    # A list comprehension: a board has hundreds of elements, and this runs for every viewer of every action.
    elements = [_with(element, by_id[element.id]) if element.id in by_id else element for element in board.elements]
    return replace(board, elements=tuple(elements))


def _with(element: Element, marks: Iterable[str]) -> Element:
    new = tuple(mark for mark in marks if mark not in element.marks)
    return replace(element, marks=element.marks + new) if new else element
