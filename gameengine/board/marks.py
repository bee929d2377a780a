"""Marks: what just happened, shown on the board until the next action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gameengine.board.same import Same
from gameengine.board.view import BoardView, Element, Tray
from gameengine.core.game import Game
from gameengine.core.types import JsonObject


def touched(game: Game[Any], events: Iterable[JsonObject]) -> list[tuple[str, str]]:
    """Return the marks (element id, mark) that events leave on the board, in their order."""
    return [mark for event in events for mark in game.touched(event)]


def marked(board: BoardView, marks: Iterable[tuple[str, str]]) -> BoardView:
    """Return the board with the marks (element id, mark) added, also in its trays; unknown ids are ignored."""
    found = tuple(marks)
    if not found:
        return board
    trays = tuple(_tray_marked(tray, found) for tray in board.trays)
    return replace(board, elements=_marked(Same(board.elements), found), trays=trays)


def _tray_marked(tray: Tray, marks: tuple[tuple[str, str], ...]) -> Tray:
    items = _marked(Same(tray.items), marks)
    return tray if items is tray.items else replace(tray, items=items)


# Several viewers look at the same elements, one after the other; a board has hundreds of them, and a handful of marks.
@lru_cache(maxsize=128)
def _marked(elements: Same[tuple[Element, ...]], marks: tuple[tuple[str, str], ...]) -> tuple[Element, ...]:
    names, changed = [element.id for element in elements.it], list(elements.it)
    known = set(names)
    if known.isdisjoint(name for name, _mark in marks):
        return elements.it
    for name, mark in marks:
        if name in known:
            at = names.index(name)
            changed[at] = _with(changed[at], mark)
    return tuple(changed)


def _with(element: Element, mark: str) -> Element:
    return element if mark in element.marks else replace(element, marks=(*element.marks, mark))
