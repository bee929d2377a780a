"""What is drawn on a card, as SVG paths of our own. A card is 22 by 24, seen from its middle."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 22
HEIGHT: Final = 24

BAND: Final = "M-11-8V-9A3 3 0 0 1-8-12H8A3 3 0 0 1 11-9V-8Z"
"""The head of a card: it tells which way up the card lies."""
SYMBOL_PATHS: Final = ("M0-4.6A4.6 4.6 0 1 1 0 4.6 4.6 4.6 0 1 1 0-4.6Z", "M-4-4 4 4M4-4-4 4")
"""The symbols O and X, as strokes."""
ARROW_PATHS: Final = (
    "M-3-9 0-13.7 3-9 0-10Z",
    "M8-3 12.7 0 8 3 9 0Z",
    "M3 9 0 13.7-3 9 0 10Z",
    "M-8 3-12.7 0-8-3-9 0Z",
)
"""Arrows in the four directions: their points reach over the edge towards the neighbour."""
ARROW_PLACES: Final = ((0, -10), (10, 0), (0, 10), (-10, 0))
"""The middles of the arrows, seen from that of the card."""
ARROW_TOUCH_PATHS: Final = ("M-5.5-4.5H5.5V4.5H-5.5Z", "M-4.5-5.5H4.5V5.5H-4.5Z") * 2
"""Where an arrow can be touched: larger than what is drawn."""

ARMY_PATHS: Final = (
    # red: a flame
    "M0-2.2C.4-1 1.7-.5 1.7.8A1.7 1.5 0 0 1-1.7.8C-1.7 0-1.2-.3-.9-1-.4-.7-.2-.4-.2 0 .2-.6.3-1.3 0-2.2Z",
    # blue: waves
    "M-2.1-.9Q-1.05-2 0-.9T2.1-.9V-.2Q1.05.9 0-.2T-2.1-.2ZM-2.1.9Q-1.05-.2 0 .9T2.1.9V1.6Q1.05 2.7 0 1.6T-2.1 1.6Z",
    # violet: a flower of four petals
    "M0 0C-1.9-.9-1-2.2 0-2.2S1.9-.9 0 0C.9-1.9 2.2-1 2.2 0S.9 1.9 0 0"
    "C1.9.9 1 2.2 0 2.2S-1.9.9 0 0C-.9 1.9-2.2 1-2.2 0S-.9-1.9 0 0Z",
    # yellow: a sun
    "M0-2.3.5-1.2 1.6-1.6 1.2-.5 2.3 0 1.2.5 1.6 1.6.5 1.2 0 2.3-.5 1.2-1.6 1.6-1.2.5-2.3 0-1.2-.5-1.6-1.6-.5-1.2Z",
)
"""The signs of the armies red, blue, violet and yellow."""

BACK_BOX: Final = "M-2.2-2.2H2.2V2.2H-2.2Z"
BACK_SYMBOLS: Final = ("M0-1.1A1.1 1.1 0 1 1 0 1.1 1.1 1.1 0 1 1 0-1.1Z", "M-1-1 1 1M1-1-1 1")
BACK_ARROWS: Final = ("M-1-1.9 0-3.2 1-1.9Z", "M1.9-1 3.2 0 1.9 1Z", "M1 1.9 0 3.2-1 1.9Z", "M-1.9 1-3.2 0-1.9-1Z")
"""The other face in small: a box with its symbol and its arrows."""

FRAME: Final = "M-12.6-8.6V-13.6H-7.6M7.6-13.6H12.6V-8.6M12.6 8.6V13.6H7.6M-7.6 13.6H-12.6V8.6"
"""Corners around a card that is attacked."""
