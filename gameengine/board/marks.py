"""Marks: what just happened, shown on the board until the next action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gameengine.board.same import Same
from gameengine.board.view import BoardView, Element
from gameengine.core.game import Game
from gameengine.core.types import JsonObject


def touched(game: Game[Any], events: Iterable[JsonObject]) -> list[tuple[str, str]]:
    """Return the marks (element id, mark) that events leave on the board, in their order."""
    return [mark for event in events for mark in game.touched(event)]


def marked(board: BoardView, marks: Iterable[tuple[str, str]]) -> BoardView:
    """Return the board with the marks (element id, mark) added to its elements; unknown ids are ignored."""
    found = tuple(marks)
    return replace(board, elements=_marked(Same(board.elements), found)) if found else board


# Several viewers look at the same elements, one after the other; a board has hundreds of them, and a handful of marks.
@lru_cache(maxsize=32)
def _marked(elements: Same[tuple[Element, ...]], marks: tuple[tuple[str, str], ...]) -> tuple[Element, ...]:
    names, changed = [element.id for element in elements.it], list(elements.it)
    known = set(names)
    for name, mark in marks:
        if name in known:
            at = names.index(name)
            changed[at] = _with(changed[at], mark)
    return tuple(changed)


def _with(element: Element, mark: str) -> Element:
    return element if mark in element.marks else replace(element, marks=(*element.marks, mark))
