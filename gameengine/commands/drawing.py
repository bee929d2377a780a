"""A board in the terminal: what can be picked, as a grid of texts, and the cards beside it."""

from __future__ import annotations

from collections.abc import Iterator

from gameengine.board.view import BoardView, Element, Tray

_WIDTH = 4


def drawn(board: BoardView, language: str = "en") -> list[str]:
    """Return the lines of a picture: the grid that arrow keys walk, then trays and facts. Empty places are dots."""
    cells = {(element.row, element.col or 0): element for element in board.elements if element.row is not None}
    rows = sorted({row for row, _ in cells}, reverse=board.turned)
    columns = sorted({column for _, column in cells}, reverse=board.turned)
    on_top = {_middle(element): element for element in _by_order(board)}
    lines = [
        "".join(_cell(cells.get((row, column)), on_top) for column in columns) + f"   {_name(cells, row, columns)}"
        for row in rows
    ]
    trays = (_tray(tray, language) for tray in board.trays)
    return [*lines, *trays, *(text.to(language) for _, text in board.facts)]


def _tray(tray: Tray, language: str) -> str:
    return f"{tray.title.to(language)}: {', '.join(_item(item, language) for item in tray.items) or '-'}"


def _item(item: Element, language: str) -> str:
    if item.face_down:
        return "?"
    # What is a drawing on a page is words here.
    if item.parts and item.title is not None:
        return item.title.to(language)
    return item.label.to(language) if item.label is not None else item.text


def _by_order(board: BoardView) -> Iterator[Element]:
    return iter(sorted((one for one in board.elements if one.shape not in {"line", "path"}), key=lambda one: one.order))


def _middle(element: Element) -> tuple[int, int]:
    """Return twice the middle of an element, in whole numbers."""
    is_rect = element.shape == "rect"
    return 2 * element.x + is_rect * element.w, 2 * element.y + is_rect * element.h


def _cell(element: Element | None, on_top: dict[tuple[int, int], Element]) -> str:
    if element is None:
        return " " * _WIDTH
    top = on_top.get(_middle(element), element)
    letters = "".join(part.text for part in top.parts)
    if letters and not top.face_down:
        return letters.center(_WIDTH)
    # Letters of their own colour tell the sides apart themselves.
    whose = "" if top.owner is None or top.tone else str(top.owner + 1)
    return ("?" if top.face_down else f"{top.text}{whose}" if top.text else "·").center(_WIDTH)


def _name(cells: dict[tuple[int, int], Element], row: int, columns: list[int]) -> str:
    """Return the names of the first and the last place of a row, so that a player can find the others."""
    named = [cells[row, column].id.rsplit("-", 1)[-1] for column in columns if (row, column) in cells]
    return f"{named[0]} … {named[-1]}" if len(named) > 1 else "".join(named)
