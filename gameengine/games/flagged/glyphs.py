"""Pictograms of Flagged, drawn as filled outlines in a 24 x 24 box: heroes, figures, flags, markers, kinds of cards."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final


def _star(radius: float) -> str:
    corners = []
    for corner in range(10):
        length = radius if corner % 2 == 0 else radius * 0.42
        angle = pi * corner / 5
        corners.append(f"{12 + length * sin(angle):.1f} {12.6 - length * cos(angle):.1f}")
    return "M" + "L".join(corners) + "Z"


def _disc(x: float, y: float, radius: float, tall: float = 0) -> str:
    half_turn = f"a{radius:g} {tall or radius:g} 0 1 "
    return f"M{x - radius:g} {y:g}{half_turn}1 {2 * radius:g} 0{half_turn}1 {-2 * radius:g} 0Z"


def _hole(x: float, y: float, wide: float, tall: float) -> str:
    """Return an ellipse that runs against the outline around it, which cuts it out."""
    return f"M{x - wide:g} {y:g}a{wide:g} {tall:g} 0 1 0 {2 * wide:g} 0a{wide:g} {tall:g} 0 1 0 {-2 * wide:g} 0Z"


_HELMET: Final = (
    "M4.5 10C4.5 5 7.6 2 12 2s7.5 3 7.5 8Z"  # dome
    + "M4.5 12.6H11V22C7 21 4.5 18 4.5 12.6Z"
    + "M19.5 12.6H13V22c4-1 6.5-4 6.5-9.4Z"
)
_HAT: Final = (
    "M13.5 1.5L18 14.6c-3.6-.9-8.4-.9-12 0Z"  # cone
    + "M2.5 17.6c4.5-1.8 14.5-1.8 19 0 .9 2.7-4.3 4.6-9.5 4.6s-10.4-1.9-9.5-4.6Z"
)
_BOW: Final = (
    "M6.8 1.6C16.5 3.2 20.8 7.5 22.4 17.2l-2.5.5C18.5 9.5 14.5 5.5 6.4 4.1Z"  # wood
    + "M5.6 3.5l.9-.9 14.9 14.9-.9.9Z"
    + "M4.7 17.6L14.3 8l1.7 1.7-9.6 9.6Z"
    + "M19.8 4.2l-1.5 7-5.5-5.5ZM1.8 17.2l3.2-.6 2.4 2.4-.6 3.2Z"
)
_DAGGER: Final = (
    "M12 1l2.9 3.8V14H9.1V4.8Z"  # blade
    + "M5.2 14.8h13.6v2.5H5.2ZM10.5 18h3v3.2h-3Z"
    + _disc(12, 22, 1.6)
)
_CROWN: Final = "M2.5 6.5l4.5 5L12 4l5 7.5 4.5-5-2 11.5h-15ZM4.5 19.5h15V22h-15Z"
_MASK: Final = (
    "M3.5 5c5.5-2.2 11.5-2.2 17 0 .8 7.5-2 14.5-8.5 17.5C5.5 19.5 2.7 12.5 3.5 5Z"  # face
    + "".join(_hole(x, 10.4, 2.4, 1.6) for x in (8, 16))
)
_PAW: Final = (
    "M12 12c3.5 0 6.5 3 6.5 6 0 2.5-2 3.5-3.8 3.2-1.8-.3-3.6-.3-5.4 0C7.5 21.5 5.5 20.5 5.5 18c0-3 3-6 6.5-6Z"
    + _disc(4.6, 10.2, 2, 2.7)
    + _disc(9.3, 5.9, 2.1, 3)
    + _disc(14.7, 5.9, 2.1, 3)
    + _disc(19.4, 10.2, 2, 2.7)
)
_CLOUD: Final = _disc(7, 14.5, 4.5) + _disc(12.5, 10.5, 5.5) + _disc(17.8, 14.8, 4.2) + "M7 13h11v6H7Z"
_LEAVES: Final = (
    "M11.3 22C5.5 19.5 2.8 13.5 3.8 5c6.5 1.5 9 7 7.5 17Z"  # the larger one
    + "M13.2 21.5c-.8-7.5 1.5-13.5 7.6-15.5.9 7.5-1.6 13-7.6 15.5Z"
)
_COLUMN: Final = (
    "M4.5 2h15v3.2h-15ZM4.5 18.8h15V22h-15Z"  # capital and base
    + "M6.5 6.2h2.8v11.6H6.5ZM10.6 6.2h2.8v11.6h-2.8ZM14.7 6.2h2.8v11.6h-2.8Z"
)
_LOCK: Final = "M4.5 11h15v11h-15ZM7 11V7.5a5 5 0 0 1 10 0V11h-2.6V7.6a2.4 2.4 0 0 0-4.8 0V11Z"
_SHIELD: Final = "M12 1.5l8.5 3v7c0 5.3-3.7 9-8.5 11-4.8-2-8.5-5.7-8.5-11v-7Z"
_BOLT: Final = "M14 1L4.5 13.5h5.8L8.5 23 19.5 9.5h-6.3Z"
_FLAG: Final = "M4.5 1.5H7v21H4.5ZM8.5 3c4-1.8 7 2 12 .3V14c-5 1.7-8-2.1-12-.3Z"

GLYPHS: Final[tuple[tuple[str, str], ...]] = (
    ("knight", _HELMET),
    ("mage", _HAT),
    ("ranger", _BOW),
    ("assassin", _DAGGER),
    ("hero", _CROWN),
    ("C", _MASK),
    ("B", _PAW),
    ("flag", _FLAG),
    ("smoke", _CLOUD),
    ("ward", _LEAVES),
    ("pillar", _COLUMN),
    ("root", _LOCK),
    ("shield", _SHIELD),
    ("counter", _BOLT),
    ("ultimate", _star(11)),
)
KNOWN: Final = frozenset(name for name, _ in GLYPHS)
"""The heroes of a content of the match's own that have no pictogram here are drawn with a crown."""
