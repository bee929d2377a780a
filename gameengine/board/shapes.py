"""What is inside an element's group: outlines, backs, letters, pictograms, pips.

Everything is drawn around the element's (x, y), which the group has moved to. What is drawn has the classes `base` (the
outline), `core` (the middle of a double rule), `hit` (where a thin thing can be touched), `ring` (states of picking
show here), `back`, `glyph`, `pip`, `cross` (it fell), `turns` around all that an element's `turn` turns, `part` and
`part--ROLE` for its parts, and `up` for what stays upright when the board is turned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from typing import Final

from gameengine.board.view import BoardView, Element, Part, Shape

DOUBLE_RULES: Final = frozenset({"rail"})
"""Roles whose lines are drawn as two thin rules."""

_OUTLINES: Final = ("round", "square", "hexagon", "diamond", "shield")
"""Outline of a coin per seat, so that the owner shows in grey too."""

_TONE_OUTLINES: Final = {"red": "round", "blue": "square"}

# What XML 1.0 does not allow at all, escaped or not.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(maxsize=8192)
def safe(text: str) -> str:
    """Return `text` fit for XML text and for attributes in double quotes."""
    return escape(_FORBIDDEN.sub("", text))


def drawn(element: Element, prefix: str) -> str:
    """Return what is drawn inside the group of `element`; `prefix` begins the ids of the symbols it uses."""
    inside = _turned(element, _DRAWN[element.shape](element, prefix))
    if element.badge and not element.face_down:
        inside += _badge(element)
    inside += "".join([_sign(element, mark) for mark in element.marks if mark in _SIGNS])
    return inside + _cross(element) if "fallen" in element.marks else inside


def symbols(board: BoardView, prefix: str) -> str:
    """Return the back of a card and the game's pictograms, for `<use>`."""
    glyphs = "".join(
        f'<symbol id="{prefix}-g-{safe(name)}" viewBox="0 0 24 24"><path d="{safe(path)}"/></symbol>'
        for name, path in board.glyphs
    )
    return f'<symbol id="{prefix}-back" viewBox="0 0 24 16" preserveAspectRatio="none">{_BACK}</symbol>{glyphs}'


def _lattice(width: int, height: int, step: int) -> str:
    """Return two sets of slanting hairlines inside a box, as path data."""
    lines = []
    for start in range(-height + step, width, step):
        left, right = max(start, 0), min(start + height, width)
        lines.append(f"M{left} {left - start}L{right} {right - start}")
        lines.append(f"M{left} {height - left + start}L{right} {height - right + start}")
    return "".join(lines)


_BACK: Final = f'<path class="lattice" d="{_lattice(24, 16, 4)}"/>'


def _ring(element: Element, outline: str) -> str:
    """Return the mark around an element that can be picked; it is invisible until a state shows it."""
    return "" if element.row is None else outline


def _cross(element: Element) -> str:
    """Return a small cross at the upper right corner, where a piece that now stands here does not hide it."""
    x, y = _half(element.w), _half(-(element.h or element.w))
    return f'<path class="cross" transform="translate({x} {y})" d="M-1-1 1 1M1-1-1 1"/>'


def _badge(element: Element) -> str:
    """Return a short mark in a small disc at the upper left corner."""
    size = max(element.w, element.h) / 5
    x, y = (size, size) if element.shape == "rect" else (size - element.w / 2, size - (element.h or element.w) / 2)
    disc = f'<circle cx="{x:.3g}" cy="{y:.3g}" r="{size:.3g}"/>'
    return f'<g class="up badge-mark">{disc}{_text(element.badge, x, y, 1.3 * size)}</g>'


_SIGNS: Final[Mapping[str, tuple[int, str]]] = {
    "arrived": (-1, "M-.5 .05-.15 .42 .52-.38"),
    "frozen": (1, "M0-.7V.7M-.61-.35 .61 .35M-.61 .35 .61-.35"),
}
"""Marks that are a small disc with a sign in it: at the left or the right upper corner, and the sign's strokes."""


def _sign(element: Element, mark: str) -> str:
    """Return the disc of a mark, for example the snow crystal on what is frozen; it is read in grey too."""
    side, strokes = _SIGNS[mark]
    size = min(element.w, element.h or element.w) / 4.6
    x, y = side * (element.w / 2 - size / 2), size / 2 - (element.h or element.w) / 2
    return (
        f'<g class="up sign sign--{mark}"><g transform="translate({x:.3g} {y:.3g}) scale({size:.3g})">'
        f'<circle r="1"/><path d="{strokes}"/></g></g>'
    )


def turns(element: Element) -> bool:
    """Tell whether the element is drawn around its middle, so that it can be turned."""
    return bool(element.turn or element.parts) and not element.face_down


def _turned(element: Element, inside: str) -> str:
    """Return what is drawn in a group that is turned about the middle of the element."""
    if not turns(element):
        return inside
    turn = f' transform="rotate({element.turn})"' if element.turn else ""
    group = f'<g class="turns"{turn}>{inside}</g>'
    if element.shape != "rect":
        return group
    return f'<g transform="translate({_half(element.w)} {_half(element.h)})">{group}</g>'


def _parts(element: Element) -> str:
    return "" if element.face_down else "".join([_part(part, element.turn) for part in element.parts])


# A tile set has a few dozen tiles, in four rotations, on every board.
@lru_cache(maxsize=4096)
def _part(part: Part, turn: int) -> str:
    whose = f" tone-{safe(part.tone)}" if part.tone else "" if part.owner is None else f" seat-{part.owner}"
    there = f' transform="translate({part.x} {part.y})"' if part.x or part.y else ""
    path = f'<path d="{safe(part.path)}"/>' if part.path else ""
    text = _upright(f'<text dy=".35em">{safe(part.text)}</text>', turn) if part.text else ""
    return f'<g class="part part--{safe(part.role)}{whose}"{there}>{path}{text}</g>'


def _upright(inside: str, turn: int) -> str:
    """Return what is to be read, upright on a board that is turned and in an element that is."""
    back = f' transform="rotate({-turn})"' if turn else ""
    return f'<g class="up"{back}>{inside}</g>'


def _rect(element: Element, prefix: str) -> str:
    ring = f'width="{element.w - 1}" height="{element.h - 1}"'
    content = _content(element, prefix)
    if turns(element):
        left, top = element.w / 2, element.h / 2
        box = f'<rect class="base" x="{-left:g}" y="{-top:g}" width="{element.w}" height="{element.h}"/>'
        around = _ring(element, f'<rect class="ring" x="{0.5 - left:g}" y="{0.5 - top:g}" {ring}/>')
        return box + _parts(element) + around + content
    if content:
        content = f'<g transform="translate({_half(element.w)} {_half(element.h)})">{content}</g>'
    box = f'<rect class="base" width="{element.w}" height="{element.h}"/>'
    return box + _ring(element, f'<rect class="ring" x=".5" y=".5" {ring}/>') + content


def _circle(element: Element, prefix: str) -> str:
    ring = _ring(element, f'<circle class="ring" r="{_half(element.w + 1)}"/>')
    return f'<circle class="base" r="{_half(element.w)}"/>{_parts(element)}{ring}{_content(element, prefix)}'


def _line(element: Element, _prefix: str) -> str:
    return _stroked(element, "line", f'x2="{element.w}" y2="{element.h}"')


def _path(element: Element, prefix: str) -> str:
    return _stroked(element, "path", f'd="{safe(element.path)}"') + _parts(element) + _content(element, prefix)


def _stroked(element: Element, shape: str, where: str) -> str:
    core = f'<{shape} class="core" {where}/>' if element.role in DOUBLE_RULES else ""
    hit = f'<{shape} class="hit" {where}/><{shape} class="ring" {where}/>' if element.row is not None else ""
    return f'<{shape} class="base" {where}/>{core}{hit}'


def _coin(element: Element, prefix: str) -> str:
    return _piece(element, prefix, "square" if element.face_down else _outline_of(element))


def _card(element: Element, prefix: str) -> str:
    return _piece(element, prefix, "square")


def _piece(element: Element, prefix: str, outline: str) -> str:
    width, height = element.w, element.h or element.w
    drawn = _outline(outline, width, height, "base")
    around = _ring(element, _outline(outline, width + 1, height + 1, "ring"))
    front = _back(width, height, prefix) if element.face_down else _content(element, prefix)
    return f"{drawn}{_parts(element)}{front}{around}"


def _back(width: int, height: int, prefix: str) -> str:
    inner_width, inner_height = 10 * width - 14, 10 * height - 14
    return (
        f'<use class="back" href="#{prefix}-back" x="{_tenth(-inner_width / 2)}" y="{_tenth(-inner_height / 2)}"'
        f' width="{_tenth(inner_width)}" height="{_tenth(inner_height)}"/>'
    )


def _outline_of(element: Element) -> str:
    if element.tone:
        return _TONE_OUTLINES.get(element.tone, "square")
    return "round" if element.owner is None else _OUTLINES[element.owner % len(_OUTLINES)]


@lru_cache(maxsize=512)
def _outline(kind: str, width: int, height: int, name: str) -> str:
    """Return one closed outline around the origin with the class `name`."""
    if kind in {"hexagon", "diamond", "shield"}:
        return f'<path class="{name}" d="{_polygon(kind, width / 2, height / 2)}"/>'
    radius = min(width, height) / (2 if kind == "round" else 7)
    return (
        f'<rect class="{name}" x="{_half(-width)}" y="{_half(-height)}" width="{width}" height="{height}"'
        f' rx="{radius:.3g}"/>'
    )


def _polygon(kind: str, x: float, y: float) -> str:
    corners = {
        "hexagon": ((-x, 0), (-x / 2, -y), (x / 2, -y), (x, 0), (x / 2, y), (-x / 2, y)),
        "diamond": ((0, -y), (x, 0), (0, y), (-x, 0)),
        "shield": ((-x, -y), (x, -y), (x, y / 3), (0, y), (-x, y / 3)),
    }
    return "M" + "L".join(f"{left:.4g} {top:.4g}" for left, top in corners[kind]) + "Z"


def _content(element: Element, prefix: str) -> str:
    """Return letter and pictogram: side by side on a wide piece, one above the other on a square one."""
    if element.face_down or not (element.text or element.glyph):
        return ""
    width = element.w or 10
    height = element.h or width
    if not element.glyph:
        return _upright(_text(element.text, 0, 0, _fitted(element.text, width, height)), element.turn)
    return _upright(_with_glyph(element, prefix, width, height), element.turn)


def _with_glyph(element: Element, prefix: str, width: int, height: int) -> str:
    if not element.text:
        return _glyph(element, prefix, 0, 0, 0.72 * min(width, height))
    if 4 * width >= 5 * height:
        letter = _text(element.text, -0.21 * width, 0, 0.66 * height)
        return letter + _glyph(element, prefix, 0.18 * width, 0, 0.6 * height)
    letter = _text(element.text, 0, 0.24 * height, 0.4 * height)
    return _glyph(element, prefix, 0, -0.2 * height, 0.44 * height) + letter


def _fitted(text: str, width: int, height: int) -> float:
    """Return the size of letters at which `text` stays inside the box; a letter is about 0.6 of its size wide."""
    return min(0.62 * height, width / (0.6 * max(len(text), 1) + 0.3))


def _text(text: str, x: float, y: float, size: float) -> str:
    return f'<text x="{x:.3g}" y="{y:.3g}" dy=".35em" font-size="{size:.3g}">{safe(text)}</text>'


def _glyph(element: Element, prefix: str, x: float, y: float, size: float) -> str:
    return (
        f'<use class="glyph" href="#{prefix}-g-{safe(element.glyph)}" x="{x - size / 2:.3g}" y="{y - size / 2:.3g}"'
        f' width="{size:.3g}" height="{size:.3g}"/>'
    )


def _label(element: Element, _prefix: str) -> str:
    return _upright(f'<text dy=".35em" font-size="{element.h or 4}">{safe(element.text)}</text>', element.turn)


_PIPS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(element: Element, prefix: str) -> str:
    pips = _PIPS.get(element.text)
    if element.face_down or pips is None:
        return _card(element, prefix)
    size = element.w
    dots = "".join(
        f'<circle class="pip" cx="{x * size / 4:.3g}" cy="{y * size / 4:.3g}" r="{size / 11:.3g}"/>' for x, y in pips
    )
    around = _ring(element, _outline("square", size + 1, size + 1, "ring"))
    return f"{_outline('square', size, size, 'base')}{_parts(element)}{dots}{around}"


_DRAWN: Final[Mapping[Shape, Callable[[Element, str], str]]] = {
    "rect": _rect,
    "circle": _circle,
    "line": _line,
    "path": _path,
    "coin": _coin,
    "card": _card,
    "text": _label,
    "die": _die,
}


@lru_cache(maxsize=1024)
def _half(doubled: int) -> str:
    return f"{doubled / 2:g}"


def _tenth(tenfold: float) -> str:
    return f"{tenfold / 10:g}"
