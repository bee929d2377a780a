"""Marks: what just happened, shown on the board until the next action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from gameengine.board.view import BoardView, Element


def marked(board: BoardView, touched: Iterable[tuple[str, str]]) -> BoardView:
    """Return the board with the marks (element id, mark) added to its elements; unknown ids are ignored."""
    marks: defaultdict[str, list[str]] = defaultdict(list)
    for name, mark in touched:
        marks[name].append(mark)
    return replace(board, elements=tuple(_with(element, marks.get(element.id, ())) for element in board.elements))


def _with(element: Element, marks: Iterable[str]) -> Element:
    new = tuple(mark for mark in marks if mark not in element.marks)
    return replace(element, marks=element.marks + new) if new else element
