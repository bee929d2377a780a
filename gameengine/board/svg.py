"""One renderer for every game: a `BoardView` in, accessible SVG out.

Nothing here knows a game. Colours are never written: `role`, `owner`, `tone` and `marks` become classes, and the
stylesheet decides. Markup per element is a pure function of that element, so that a live update sends changed ones only
and every viewer with the same view and language shares one rendering.

Classes of an element's group: `el`, `el--SHAPE`, `role-ROLE`, `tone-TONE` or `seat-N`, `face-down`, `mark-MARK`, `spot`
(can be picked). What is drawn inside is told in `shapes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from gameengine.board.same import Same
from gameengine.board.shapes import drawn, safe, symbols
from gameengine.board.view import BoardView, Cell, Element, Panel

PIXELS_PER_UNIT: Final = 20
"""Size at which a board wants to be shown; the stylesheet only ever makes it smaller."""

UPRIGHT_HEADS: Final = 4
"""A panel with more columns has its heads written upwards, so that the names in the first column have room."""


Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height of a picture."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What turns the picture of one view into that of another.

    `markup` has new and changed elements by id, `removed` the ids that are gone. `box` is the new origin and size where
    they differ, as of a board that grows. `redraw` tells that the frame itself (title, pictograms, side) differs, so
    that the whole picture must be sent instead.
    """

    markup: Mapping[str, str]
    removed: tuple[str, ...]
    box: Box | None = None
    redraw: bool = False


def render(
    board: BoardView,
    language: str,
    *,
    prefix: str = "b",
    interactive: bool = False,
    scale: int = PIXELS_PER_UNIT,
) -> str:
    """Return the whole `<svg>`.

    `prefix` begins every DOM id: give each board of a page its own. `interactive` makes the elements that can be picked
    buttons for a person who plays; without it they are named pictures. `scale` is the wished size in pixels per unit.
    """
    drawn = "".join(
        element_markup(element, language, prefix=prefix, interactive=interactive)
        for element in sorted(board.elements, key=_order)
    )
    kind = (" is-turned" if board.turned else "") + (" board--roams" if board.roams else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}-svg" class="board{kind}" role="group"'
        f' aria-label="{safe(board.title.to(language))}"'
        f' viewBox="{" ".join(map(str, _box(board)))}"'
        f' width="{board.width * scale}" height="{board.height * scale}">'
        f"<defs>{symbols(board, prefix)}</defs>{drawn}</svg>"
    )


# The same few thousand elements come again and again: in every match of a game, for every viewer of it.
@lru_cache(maxsize=16_384)
def element_markup(element: Element, language: str, *, prefix: str = "b", interactive: bool = False) -> str:
    """Return the `<g>` of one element: DOM id `PREFIX-ID`, the plain id in `data-el`.

    Of a face-down element nothing but its place, role, marks and title is written.
    """
    name = safe(element.id)
    if element.label is not None:
        element = replace(element, text=element.label.to(language), label=None)
    return (
        f'<g id="{prefix}-{name}" data-el="{name}" data-order="{element.order}" class="{classes(element)}"'
        f' transform="translate({element.x} {element.y})"{place(element)}{_voice(element, language, interactive)}>'
        f"{drawn(element, prefix)}</g>"
    )


def changed(old: BoardView, new: BoardView, language: str, *, prefix: str = "b", interactive: bool = False) -> Changes:
    """Return what must be sent so that a picture of `old` becomes one of `new`.

    Values are compared, not markup: only what differs is rendered.
    """
    markup, removed = _differing(Same(old.elements), Same(new.elements), language, prefix, interactive)
    box = None if _box(old) == _box(new) else _box(new)
    return Changes(markup, removed, box, _frame(old) != _frame(new))


# Several viewers go from the same elements to the same elements, one after the other.
@lru_cache(maxsize=32)
def _differing(
    old: Same[tuple[Element, ...]], new: Same[tuple[Element, ...]], language: str, prefix: str, interactive: bool
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Return the markup of new and changed elements by id, and the ids that are gone."""
    start = _alike(old.it, new.it)
    same = set(map(id, old.it[start:])).intersection(map(id, new.it[start:]))
    before = {element.id: element for element in old.it[start:] if id(element) not in same}
    after = [element for element in new.it[start:] if id(element) not in same]
    markup = {
        element.id: element_markup(element, language, prefix=prefix, interactive=interactive)
        for element in after
        if before.get(element.id) != element
    }
    gone = before.keys() - {element.id for element in after}
    return MappingProxyType(markup), tuple(sorted(gone))


def _alike(old: Sequence[Element], new: Sequence[Element]) -> int:
    """Return with how many equal elements both begin: the ground of a board is the same for ever.

    Comparing sequences of the same objects costs next to nothing, so halves are compared instead of elements.
    """
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def panel_markup(panel: Panel, language: str, *, prefix: str = "panel") -> str:
    """Return a panel as a titled table with DOM id `PREFIX-ID`; its rows have `PREFIX-ID-0` and so on."""
    name = f"{prefix}-{safe(panel.id)}"
    heads = [safe(text.to(language)) for text in panel.header]
    head = "".join(f'<th scope="col">{text}</th>' if text else "<td></td>" for text in heads)
    body = "".join(_row_markup(Same(row), language, f"{name}-{number}") for number, row in enumerate(panel.rows))
    many = " panel__table--many" if len(panel.header) > UPRIGHT_HEADS else ""
    return (
        f'<section class="panel" id="{name}" aria-labelledby="{name}-title">'
        f'<h2 class="panel__title" id="{name}-title">{safe(panel.title.to(language))}</h2>'
        f'<table class="panel__table{many}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></section>'
    )


def panel_changes(old: Panel, new: Panel, language: str, *, prefix: str = "panel") -> dict[str, str] | None:
    """Return the rows that turn one panel into another, by DOM id; None if it is not the same table any more."""
    if _table_of(old) != _table_of(new):
        return None
    names = (f"{prefix}-{safe(new.id)}-{number}" for number in range(len(new.rows)))
    return {
        name: _row_markup(Same(row), language, name)
        for name, was, row in zip(names, old.rows, new.rows, strict=True)
        if was is not row and was != row
    }


def facts_markup(board: BoardView, language: str, *, name: str = "facts") -> str:
    """Return the short public facts as a list with DOM id `name`."""
    items = "".join(
        f'<li class="facts__item" data-fact="{safe(key)}">{safe(text.to(language))}</li>' for key, text in board.facts
    )
    return f'<ul class="facts" id="{name}">{items}</ul>'


def _order(element: Element) -> int:
    return element.order


def _box(board: BoardView) -> Box:
    return board.left, board.top, board.width, board.height


def _frame(board: BoardView) -> tuple[object, ...]:
    return board.title, board.turned, board.glyphs, board.roams


def classes(element: Element) -> str:
    """Return the classes that say what an element is and whose, for the stylesheet."""
    words = [f"el el--{element.shape} role-{safe(element.role)}"]
    if element.face_down:
        words.append("face-down")
    elif element.tone:
        words.append(f"tone-{safe(element.tone)}")
    elif element.owner is not None:
        words.append(f"seat-{element.owner}")
    if element.row is not None:
        words.append("spot")
    words.extend(f"mark-{safe(mark)}" for mark in element.marks)
    return " ".join(words)


def place(element: Element) -> str:
    """Return where arrow keys find the element and whose it is, as data attributes."""
    where = "" if element.row is None else f' data-row="{element.row}" data-col="{element.col or 0}"'
    side = element.tone or ("" if element.owner is None else str(element.owner))
    return where if element.face_down or not side else f'{where} data-side="{safe(side)}"'


def _voice(element: Element, language: str, interactive: bool) -> str:
    pickable = interactive and element.row is not None
    if element.title is None and not pickable:
        return ' aria-hidden="true"'
    label = safe(element.title.to(language) if element.title else element.id)
    role = 'role="button" tabindex="-1"' if pickable else 'role="img"'
    return f' {role} aria-label="{label}"'


def _table_of(panel: Panel) -> tuple[object, ...]:
    return panel.id, panel.title, panel.header, len(panel.rows)


@lru_cache(maxsize=4096)
def _row_markup(row: Same[tuple[Cell, ...]], language: str, name: str) -> str:
    first, *rest = [_cell_markup(cell, language) for cell in row.it] or [("", "")]
    cells = "".join(f"<td{attributes}>{text}</td>" for attributes, text in rest)
    return f'<tr id="{name}"><th scope="row"{first[0]}>{first[1]}</th>{cells}</tr>'


def _cell_markup(cell: Cell, language: str) -> tuple[str, str]:
    """Return the attributes and the content of one cell; its title is read out after the text."""
    names = [name for name, wanted in (("is-muted", cell.muted), (_side_class(cell), True)) if wanted and name]
    attributes = f' class="{" ".join(names)}"' if names else ""
    if cell.title is None:
        return attributes, safe(cell.text)
    title = safe(cell.title.to(language))
    return f'{attributes} title="{title}"', f'{safe(cell.text)}<span class="panel__name">{title}</span>'


def _side_class(cell: Cell) -> str:
    if cell.tone:
        return f"tone-{safe(cell.tone)}"
    return "" if cell.owner is None else f"seat-{cell.owner}"
