"""Trays as HTML: rows of cards that wrap on a telephone, drawn with the same words and classes as the board.

Markup per item is a pure function of that item, as on the board. An item's DOM id is `PREFIX-ID`, a tray's
`PREFIX-tray-ID`, so that a live update replaces one card, or one tray whose cards are other ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from gameengine.board.shapes import drawn, safe, turns
from gameengine.board.svg import classes, place
from gameengine.board.view import Element, Tray


def trays_markup(
    trays: Sequence[Tray], language: str, *, prefix: str = "b", interactive: bool = False, heading: str = "h2"
) -> str:
    """Return all trays. The board with the same `prefix` must be on the page: it has the symbols."""
    return "".join(
        tray_markup(tray, language, prefix=prefix, interactive=interactive, heading=heading) for tray in trays
    )


# A hand is looked at again and again while the board changes.
@lru_cache(maxsize=2048)
def tray_markup(tray: Tray, language: str, *, prefix: str = "b", interactive: bool = False, heading: str = "h2") -> str:
    """Return one tray as a titled list."""
    name = f"{prefix}-tray-{safe(tray.id)}"
    kind = " tray--reference" if tray.reference else ""
    owner = "" if tray.owner is None else f" seat-{tray.owner}"
    items = "".join(item_markup(item, language, prefix=prefix, interactive=interactive) for item in tray.items)
    title = f'<{heading} class="tray__title" id="{name}-title">{safe(tray.title.to(language))}</{heading}>'
    listed = f'<ul class="tray__items">{items}</ul>' if items else ""
    # A group, not a region: a rule page has dozens, too many to walk as landmarks.
    group = f'role="group" aria-labelledby="{name}-title"'
    return f'<div class="tray{kind}{owner}" id="{name}" {group}>{title}{listed}</div>'


@lru_cache(maxsize=8192)
def item_markup(item: Element, language: str, *, prefix: str = "b", interactive: bool = False) -> str:
    """Return one item of a tray; of a face-down one nothing but its place, marks and title is written."""
    name = safe(item.id)
    inside = _back(prefix) if item.face_down else _front(item, language, prefix)
    size = "back" if item.face_down else "small" if item.detail is None else "whole"
    if turns(item):
        size += " playcard--drawn"
    return (
        f'<li class="tray__item tray__item--{size}" id="{prefix}-{name}">'
        f'<div data-el="{name}" class="{classes(item)} playcard playcard--{size}"{place(item)}'
        f"{_voice(item, language, interactive)}>{inside}</div></li>"
    )


def tray_changes(
    old: Sequence[Tray], new: Sequence[Tray], language: str, *, prefix: str = "b", interactive: bool = False
) -> dict[str, str] | None:
    """Return what turns some trays into others, by DOM id: single cards, or trays with other cards in them.

    None if there are other trays altogether.
    """
    if [tray.id for tray in old] != [tray.id for tray in new]:
        return None
    told: dict[str, str] = {}
    for was, tray in zip(old, new, strict=True):
        if was is not tray and was != tray:
            told |= _tray_change(was, tray, language, prefix, interactive)
    return told


def _tray_change(was: Tray, tray: Tray, language: str, prefix: str, interactive: bool) -> dict[str, str]:
    if _outside(was) != _outside(tray):
        name = f"{prefix}-tray-{safe(tray.id)}"
        return {name: tray_markup(tray, language, prefix=prefix, interactive=interactive)}
    return {
        f"{prefix}-{safe(item.id)}": item_markup(item, language, prefix=prefix, interactive=interactive)
        for before, item in zip(was.items, tray.items, strict=True)
        if before is not item and before != item
    }


def _outside(tray: Tray) -> tuple[object, ...]:
    """Return what a tray is besides what its single cards show."""
    return tray.title, tray.owner, [item.id for item in tray.items]


def _front(item: Element, language: str, prefix: str) -> str:
    label = item.text if item.label is None else item.label.to(language)
    if turns(item):
        return _picture(item, prefix) + (f'<span class="playcard__name">{safe(label)}</span>' if label else "")
    parts = [f'<span class="playcard__name">{safe(label)}</span>']
    if item.glyph:
        parts.insert(0, _symbol("playcard__glyph", f"{prefix}-g-{item.glyph}"))
    if item.badge:
        parts.append(f'<span class="playcard__badge">{safe(item.badge)}</span>')
    if item.kind is not None:
        parts.append(f'<span class="playcard__kind">{safe(item.kind.to(language))}</span>')
    if item.detail is not None:
        parts.append(f'<span class="playcard__detail">{safe(item.detail.to(language))}</span>')
    return "".join(parts)


def _picture(item: Element, prefix: str) -> str:
    """Return the item as it would lie on the board, turned as it is. Its name is written below."""
    width, height = item.w, item.h or item.w
    across, down = (height, width) if item.turn % 180 else (width, height)
    shown = drawn(replace(item, shape="card", text="", label=None, row=None), prefix)
    return (
        f'<svg class="playcard__picture" viewBox="{-across / 2:g} {-down / 2:g} {across} {down}"'
        f' aria-hidden="true" focusable="false">{shown}</svg>'
    )


def _back(prefix: str) -> str:
    return _symbol("playcard__back back", f"{prefix}-back")


def _symbol(name: str, symbol: str) -> str:
    shown = f'<use href="#{safe(symbol)}"/>'
    return f'<svg class="{name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{shown}</svg>'


def _voice(item: Element, language: str, interactive: bool) -> str:
    """Return how an item is read out: what can be picked, and what shows no words of its own, by its title."""
    title = "" if item.title is None else safe(item.title.to(language))
    if interactive and item.row is not None:
        detail = "" if item.detail is None or item.face_down else f". {safe(item.detail.to(language))}"
        return f' role="button" tabindex="-1" aria-label="{title}{detail}"'
    if item.face_down:
        return f' role="img" aria-label="{title}"'
    return f' title="{title}"' if title else ""
