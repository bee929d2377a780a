"""A board as data: what a renderer needs and no more.

Units are board units: a game chooses its own scale (a square is usually 10). Element ids are stable names of *places*
(`cell-a5`, `piece-a5`, `hand-0-2`), never of hidden things, so an id says nothing about what lies face-down there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gameengine.core.types import Seat, Text

Shape = Literal["rect", "circle", "line", "path", "coin", "card", "text", "die"]


@dataclass(frozen=True, slots=True)
class Part:
    """One of the shapes of which an element is drawn: a path, a text, or both.

    (x, y) is seen from the middle of the element before it is turned; `path` is in SVG path syntax, relative to (x, y),
    and the text stands at (x, y). `role` becomes the style class `part--ROLE`; `tone` and `owner` give a colour, as for
    elements. What tells owners apart must show in grey too: a path or a letter, not the colour alone.
    """

    role: str
    path: str = ""
    text: str = ""
    x: int = 0
    y: int = 0
    tone: str = ""
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the picture.

    `role` is its kind in the game's words and becomes a style class (`node`, `camp`, `rail`, `piece`, `wall`).
    (x, y) is the centre for circle, coin, card, die and text, the top left corner for rect, one end for a line, whose
    other end is (x + w, y + h). `path` is in SVG path syntax, relative to (x, y).
    `owner` gives the seat's colour and shape. `tone` names a colour that the pieces have of their own ("red", "blue"),
    for games in which colours are not seats; it goes before `owner`. `face_down` draws the back of a card, the same for
    all, and nothing of what is on the front.
    `marks` are states of the moment (`last-from`, `last-to`, `fallen`) and become classes too.
    `title` is spoken and shown on hover; an element without title is decoration.
    `order` sorts for drawing; `row`, `col` are the place in the grid that arrow keys walk (None: not pickable).
    `label` is drawn instead of `text`, in the reader's language. `badge` is a short mark in a corner (a cost).
    `kind` and `detail` are the small words on a card of a tray: what sort of card it is, and what it does.
    `parts` are drawn inside the element's box, the first one lowest.
    `turn` (0, 90, 180 or 270) tells how far the element is turned clockwise about its middle; of a rect that is the
    middle of its box. Letters and pictograms stay upright.
    """

    id: str
    role: str
    shape: Shape
    x: int
    y: int
    w: int = 0
    h: int = 0
    path: str = ""
    text: str = ""
    glyph: str = ""
    """Id of a pictogram in the game's `glyphs` (SVG path data), drawn instead of or above `text`."""
    owner: Seat | None = None
    face_down: bool = False
    marks: tuple[str, ...] = ()
    title: Text | None = None
    order: int = 0
    row: int | None = None
    col: int | None = None
    tone: str = ""
    label: Text | None = None
    detail: Text | None = None
    badge: str = ""
    kind: Text | None = None
    turn: int = 0
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a side panel's table."""

    text: str
    title: Text | None = None
    owner: Seat | None = None
    muted: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A small table beside the board (a piece overview, a score sheet): header texts and rows of cells."""

    id: str
    title: Text
    header: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """A row of cards outside the geometry of the board: a hand, a pile, what has just been played.

    Its items are elements like any other, of which geometry and shape do not count: an item with `detail` is a whole
    card, one without is a small one that shows its name, and one that lies face-down is a back, the same for all.
    One with `parts` is drawn as it would be on the board, at the size `w` by `h`.
    `row` tells whether it can be picked; arrow keys walk the items in their order. Ids are names of places here too.
    """

    id: str
    title: Text
    items: tuple[Element, ...]
    owner: Seat | None = None
    reference: bool = False
    """Whether the cards are there to be read up, not part of the position: pictures of rules leave them out."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole picture: size in board units, elements in drawing order, what lies beside it, pictograms by id."""

    width: int
    height: int
    title: Text
    elements: tuple[Element, ...]
    panels: tuple[Panel, ...] = ()
    glyphs: tuple[tuple[str, str], ...] = ()
    """(id, SVG path data in a 24 x 24 box)"""
    facts: tuple[tuple[str, Text], ...] = ()
    """Short public facts for the line above the board: (key, text), e.g. ("quiet", "12 of 60 quiet moves")."""
    turned: bool = False
    """Whether the picture is shown from the other side (for the viewer at the far edge). Coordinates stay as they are:
    the renderer turns the picture by half a turn and keeps letters upright."""
    seat_tones: tuple[str, ...] = ()
    """The tone of each seat, "" while it is open; for clocks and names beside the board. Empty: a seat has its own."""
    trays: tuple[Tray, ...] = ()
    left: int = 0
    top: int = 0
    """Where the picture begins: a board that grows to all sides keeps the coordinates of what lies there."""
    roams: bool = False
    """Whether the picture may be larger than a page can show: the page then lets one move about in it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One step of entering an action: an element of the board or of a tray, or a labelled choice where none fits.

    Picks in a row that are `loose` may be made in any order (several cards that are given up, a pair of squares).
    """

    element: str = ""
    choice: str = ""
    label: Text | None = None
    loose: bool = False
