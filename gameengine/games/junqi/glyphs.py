"""Pictograms of the twelve kinds of piece, drawn as filled outlines in a 24 x 24 box.

Officers carry insignia that grow with the rank: bars, then chevrons, then stars.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final


def _star(x: float, y: float, radius: float, points: int = 5) -> str:
    """Return a star that stands on two tips."""
    corners = []
    for corner in range(2 * points):
        length = radius if corner % 2 == 0 else radius * 0.42
        angle = pi * corner / points
        corners.append(f"{x + length * sin(angle):.1f} {y - length * cos(angle):.1f}")
    return "M" + "L".join(corners) + "Z"


def _bar(y: float) -> str:
    return f"M4 {y:g}h16v3h-16Z"


def _chevron(y: float) -> str:
    return f"M12 {y:g}l9 5v3.4l-9 -5l-9 5v-3.4Z"


def _disc(x: float, y: float, radius: float) -> str:
    half_turn = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half_turn} {2 * radius:g} 0{half_turn} {-2 * radius:g} 0Z"


_HORNS: Final = "M4 4l1.4 -1.4l4 4l-1.4 1.4ZM20 4l-1.4 -1.4l-4 4l1.4 1.4Z"

GLYPHS: Final[tuple[tuple[str, str], ...]] = (
    ("S", "M2 6l4.5 5L12 3l5.5 8L22 6l-2 10H4Z" + "M4 18h16v3H4Z"),
    ("K", _star(12, 8, 7.5) + _bar(16) + _bar(20.5)),
    ("D", _star(12, 9, 8.5) + _bar(19)),
    ("B", _star(12, 12.5, 11)),
    ("R", _chevron(2) + _chevron(8) + _chevron(14)),
    ("T", _chevron(5) + _chevron(12)),
    ("C", _chevron(8)),
    ("P", _bar(10.5)),
    ("E", "M10.5 2h3v10h3.5v5q0 5 -5 5q-5 0 -5 -5v-5h3.5Z"),
    ("X", _disc(11, 15, 7.5) + "M14 6l3 3l2 -2l-3 -3Z" + _star(20, 4, 4)),
    ("M", _disc(12, 13, 6.5) + "M11 3h2v4h-2ZM11 19h2v4h-2ZM3 12h3v2h-3ZM18 12h3v2h-3Z" + _HORNS),
    ("F", "M5 2h2.5v20H5ZM8.5 3l12 4.5l-12 4.5Z"),
    ("headquarters", "M3 21V7h4v3h3V7h4v3h3V7h4v14h-6v-5h-6v5Z"),
)
