"""Pictograms of pieces, symbols and bonus squares, drawn as filled outlines in a 24 x 24 box.

A symbol that leads somewhere is drawn in the direction in which it leads on the picture: `F0` for the seat at the near
edge, `F1` for the one at the far edge, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Final

from gameengine.games.queens_race.content import CAPTURE, DIRECTIONS, DOUBLE_STEP, FREEZE, JOKER

Points = Sequence[tuple[float, float]]

_ARROW: Final[Points] = ((12, 1.5), (20.5, 11), (15, 11), (15, 22), (9, 22), (9, 11), (3.5, 11))
_DOUBLE: Final[tuple[Points, ...]] = (
    ((12, 0.5), (20.5, 9), (3.5, 9)),
    ((12, 8), (20.5, 16.5), (3.5, 16.5)),
    ((9, 17.5), (15, 17.5), (15, 23.5), (9, 23.5)),
)
_SWORD: Final[Points] = (
    (12, -2),
    (14, 1),
    (14, 15),
    (17.5, 15),
    (17.5, 17.6),
    (13.3, 17.6),
    (13.3, 25),
    (10.7, 25),
    (10.7, 17.6),
    (6.5, 17.6),
    (6.5, 15),
    (10, 15),
    (10, 1),
)
_BRANCH: Final[tuple[Points, ...]] = (
    ((10.9, 12), (10.9, 0.8), (13.1, 0.8), (13.1, 12)),
    ((12, 7.4), (7.6, 3.6), (9, 2), (12, 4.6), (15, 2), (16.4, 3.6)),
)


def _turned(points: Points, degrees: float) -> list[tuple[float, float]]:
    """Return points turned clockwise around the middle of the box."""
    angle = degrees * pi / 180
    return [
        (12 + (x - 12) * cos(angle) - (y - 12) * sin(angle), 12 + (x - 12) * sin(angle) + (y - 12) * cos(angle))
        for x, y in points
    ]


def _path(*outlines: Iterable[tuple[float, float]]) -> str:
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z" for outline in outlines)


def _star(tips: int, inner: float) -> list[tuple[float, float]]:
    corners = range(2 * tips)
    lengths = [11 if corner % 2 == 0 else inner for corner in corners]
    return [
        (12 + length * sin(pi * corner / tips), 12 - length * cos(pi * corner / tips))
        for corner, length in zip(corners, lengths, strict=True)
    ]


def _degrees(symbol: str) -> int:
    columns, rows = DIRECTIONS[symbol]
    return {(0, 1): 0, (1, 1): 45, (1, 0): 90, (1, -1): 135, (0, -1): 180, (-1, -1): 225, (-1, 0): 270, (-1, 1): 315}[
        columns, rows
    ]


SNOWFLAKE: Final = _path(*(_turned(part, 60 * arm) for arm in range(6) for part in _BRANCH))

GLYPHS: Final[tuple[tuple[str, str], ...]] = (
    ("M", "M2 4.5h20L12 13ZM2 7v12.5h20V7L12 15.5Z"),
    ("G", "M12 1.5L21 4.5V11q0 8 -9 11.5Q3 19 3 11V4.5Z"),
    ("Q", "M2 6l4.8 5.6L12 2.5l5.2 9.1L22 6l-2 11H4ZM4 18.5h16v3H4Z"),
    *((f"{symbol}0", _path(_turned(_ARROW, _degrees(symbol)))) for symbol in DIRECTIONS),
    *((f"{symbol}1", _path(_turned(_ARROW, _degrees(symbol) + 180))) for symbol in DIRECTIONS),
    (f"{DOUBLE_STEP}0", _path(*_DOUBLE)),
    (f"{DOUBLE_STEP}1", _path(*(_turned(part, 180) for part in _DOUBLE))),
    (CAPTURE, _path(_turned(_SWORD, 45), _turned(_SWORD, -45))),
    (FREEZE, SNOWFLAKE),
    (JOKER, _path(_star(8, 5))),
    (
        "bonus",
        "M2.5 8.5h19v4.2h-19ZM4.5 14h6.4v8H4.5ZM13.1 14h6.4v8h-6.4ZM12 7.6C5 7.6 4.4 1.6 8 1.6q3 0 4 4q1 -4 4 -4"
        "c3.6 0 3 6 -4 6Z",
    ),
)


def glyph_of(symbol: str, far: bool) -> str:
    """Return the id of a symbol's pictogram; `far` tells that the seat at the far edge of the picture rolled it."""
    return f"{symbol}{int(far)}" if symbol in DIRECTIONS or symbol == DOUBLE_STEP else symbol
