"""The picture of a Flagged board, made from a viewer's view: it cannot show more than the view knows.

Units: squares are 20 wide and stand 24 apart, so that the slots for walls between them are 4 wide. Below and above them
lie the edges of the seats, on which the flags stand. Squares and slots form one grid for arrow keys: squares have even
rows and columns, slots have an odd one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from gameengine.board.same import Same
from gameengine.board.view import BoardView, Element
from gameengine.core.types import JsonObject, Seat, Text, Viewer
from gameengine.games.flagged.content import Content, content_of
from gameengine.games.flagged.facts import facts, sheet
from gameengine.games.flagged.geometry import (
    COLUMNS,
    SIDES,
    SIZE,
    SLOTS,
    SQUARE,
    SQUARES,
    WITHIN,
    column_of,
    members,
    row_of,
)
from gameengine.games.flagged.glyphs import GLYPHS, KNOWN
from gameengine.games.flagged.laid import trays

UNIT: Final = 20
STEP: Final = 24
MARGIN: Final = 8
STRIP: Final = 9
"""Height of an edge with its flag."""
WIDTH: Final = 2 * MARGIN + SIZE * STEP - (STEP - UNIT)
TOP: Final = 2 + STRIP + 3
HEIGHT: Final = 2 * TOP + SIZE * STEP - (STEP - UNIT)

_GROUND, _SQUARES, _CLOUDS, _WALLS, _FIGURES, _SIGNS = range(6)
_TITLE: Final = Text("Flagged board", "Flagged-Brett")


def _corner(square: int) -> tuple[int, int]:
    """Return the upper left corner of a square; row 1 is at the bottom."""
    return MARGIN + column_of(square) * STEP, TOP + (SIZE - 1 - row_of(square)) * STEP


def _centre(square: int) -> tuple[int, int]:
    x, y = _corner(square)
    return x + UNIT // 2, y + UNIT // 2


def _edge_y(seat: Seat) -> int:
    """Return the top of the edge of a seat."""
    return HEIGHT - 2 - STRIP if seat == 0 else 2


def _ground() -> Iterator[Element]:
    yield Element("field", "ground", "rect", 0, 0, WIDTH, HEIGHT, order=_GROUND)
    middle = HEIGHT // 2
    yield Element("middle", "grid", "line", MARGIN, middle, WIDTH - 2 * MARGIN, 0, order=_GROUND)
    for row in range(SIZE):
        y = _centre(row * SIZE)[1]
        yield Element(f"label-{row + 1}", "label", "text", MARGIN // 2, y, h=5, text=str(row + 1), order=_GROUND)
    for seat in (0, 1):
        yield Element(
            f"edge-{seat}",
            "edge-of",
            "rect",
            MARGIN,
            _edge_y(seat),
            WIDTH - 2 * MARGIN,
            STRIP,
            owner=seat,
            order=_GROUND,
        )
        for column, letter in enumerate(COLUMNS):
            x, y = _centre(column)[0], _edge_y(seat) + STRIP // 2
            name = f"label-{letter}-{seat}"
            yield Element(name, "edge-letter", "text", x, y, h=6, text=letter, owner=seat, order=_SQUARES)


_GROUND_ELEMENTS: Final = tuple(_ground())


class _Scene(NamedTuple):
    """What lies on the board, as far as it changes.

    A figure has its square and what holds or protects it ("root", "shield"); a marker kind, square, radius and end.
    """

    heroes: tuple[str, ...]
    figures: tuple[tuple[str, str, tuple[str, ...]], ...]
    walls: tuple[str, ...]
    markers: tuple[tuple[str, str, int, str], ...]
    carries: tuple[bool, ...]


def board(view: JsonObject, viewer: Viewer) -> BoardView:
    """Return the picture of a view, turned for the seat at the far edge."""
    known: Any = view
    content = content_of(known["options"])
    return BoardView(
        width=WIDTH,
        height=HEIGHT,
        title=_TITLE,
        elements=_elements(known, content),
        panels=(sheet(known),),
        glyphs=GLYPHS,
        facts=facts(known, viewer),
        turned=viewer == 1,
        trays=trays(known, content, viewer),
    )


def _elements(known: Mapping[str, Any], content: Content) -> tuple[Element, ...]:
    """Return everything on the board; rows and figures that stay as they are stay the same objects."""
    markers = tuple((one["kind"], one["square"], one["radius"], one["until"]) for one in known["markers"])
    terrain = tuple(("pillar", square, 0, "") for square in known["options"]["terrain"])
    scene = _Scene(
        tuple(known["heroes"]),
        tuple(_standing(known)),
        tuple(known["walls"]),
        # Two clouds of a seat around one square look like one.
        tuple(dict.fromkeys((*terrain, *markers))),
        tuple(player["has_flag"] for player in known["players"]),
    )
    return _put_together(Same(content), scene)


def _standing(known: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    held = {(status["kind"], status["target"]) for status in known["statuses"]}
    for figure, square in known["figures"].items():
        kinds = (("root", figure), ("shield", figure[1]))
        yield figure, square, tuple(kind for kind, target in kinds if (kind, target) in held)


# A position is drawn for several viewers, one after the other.
@lru_cache(maxsize=64)
def _put_together(content: Same[Content], scene: _Scene) -> tuple[Element, ...]:
    on_square = _words_by_square(content.it, scene)
    set_walls = frozenset(scene.walls)
    found: list[Element] = list(_GROUND_ELEMENTS)
    for row in range(SIZE):
        first = row * SIZE
        found += _square_row(row, tuple(on_square.get(square) for square in range(first, first + SIZE)))
        found += _slot_row(row, tuple(name in set_walls for name in _SLOTS_OF[row]))
    for marker in scene.markers:
        found += _marker(content, *marker)
    for seat in (0, 1):
        found.append(_flag(seat, home=not scene.carries[1 - seat]))
    for figure, square, signs in scene.figures:
        seat = int(figure[1])
        found += _figure(figure, _glyph_of(figure, scene.heroes[seat]), SQUARE[square], signs)
        if figure[0] == "H" and scene.carries[seat]:
            found.append(_carried(seat, SQUARE[square]))
    return tuple(found)


def _glyph_of(figure: str, hero: str) -> str:
    if figure[0] != "H":
        return figure[0]
    return hero if hero in KNOWN else "hero"


# Squares


def _words_by_square(content: Content, scene: _Scene) -> dict[int, Text]:
    """Return what is to be said of each square that is not simply free."""
    said: dict[int, list[Text]] = {}
    for figure, square, signs in scene.figures:
        said.setdefault(SQUARE[square], []).extend(_figure_words(content, scene, figure, signs))
    for kind, square, radius, _until in scene.markers:
        for covered in members(WITHIN[SQUARE[square]][radius]):
            said.setdefault(covered, []).append(content.markers[kind])
    return {
        square: Text(", ".join(part.en for part in parts), ", ".join(part.de for part in parts))
        for square, parts in said.items()
    }


_SIGN_WORDS: Final = {
    "root": Text("held", "festgehalten"),
    "shield": Text("protected", "geschützt"),
    "flag": Text("carries the flag", "trägt die Flagge"),
}


def _figure_words(content: Content, scene: _Scene, figure: str, signs: Sequence[str]) -> Iterator[Text]:
    letter, seat = figure[0], int(figure[1])
    name = content.heroes[scene.heroes[seat]].name if letter == "H" else content.figures[letter]
    yield Text(f"{name.en} of seat {seat + 1}", f"{name.de} von Platz {seat + 1}")
    for sign in (*signs, *(("flag",) if letter == "H" and scene.carries[seat] else ())):
        yield _SIGN_WORDS[sign]


# An action changes one or two rows.
@lru_cache(maxsize=4096)
def _square_row(row: int, words: tuple[Text | None, ...]) -> tuple[Element, ...]:
    return tuple(_square(row * SIZE + column, said) for column, said in enumerate(words))


@lru_cache(maxsize=4096)
def _square(square: int, said: Text | None) -> Element:
    name = SQUARES[square]
    title = Text(f"{name}, free", f"{name}, frei") if said is None else Text(f"{name}, {said.en}", f"{name}, {said.de}")
    return Element(
        f"square-{name}",
        "square",
        "card",
        *_centre(square),
        UNIT,
        UNIT,
        title=title,
        order=_SQUARES,
        row=2 * (SIZE - 1 - row_of(square)),
        col=2 * column_of(square),
    )


# Walls and the slots for them

_SLOTS_OF: Final = tuple(
    tuple(name for name, (one, _) in zip(SLOTS, SIDES, strict=True) if row_of(one) == row) for row in range(SIZE)
)
_SIDES_OF_SLOT: Final = dict(zip(SLOTS, SIDES, strict=True))


@lru_cache(maxsize=4096)
def _slot_row(row: int, walls: tuple[bool, ...]) -> tuple[Element, ...]:
    return tuple(_slot(name, wall) for name, wall in zip(_SLOTS_OF[row], walls, strict=True))


@cache
def _slot(name: str, wall: bool) -> Element:
    one, other = _SIDES_OF_SLOT[name]
    x, y = _corner(one)
    along_row = row_of(one) != row_of(other)
    gap = (STEP - UNIT) // 2
    title = Text(f"Wall {name}", f"Mauer {name}") if wall else Text(f"Slot {name}, free", f"Fuge {name}, frei")
    return Element(
        f"slot-{name}",
        "wall" if wall else "slot",
        "line",
        *((x, y - gap) if along_row else (x + UNIT + gap, y)),
        *((UNIT, 0) if along_row else (0, UNIT)),
        title=title,
        order=_WALLS,
        row=2 * (SIZE - 1) - row_of(one) - row_of(other),
        col=column_of(one) + column_of(other),
    )


# Smoke, wards, pillars


@lru_cache(maxsize=1024)
def _marker(content: Same[Content], kind: str, square: str, radius: int, until: str) -> tuple[Element, ...]:
    owner = int(until[1]) if until else None
    name = content.it.markers[kind]
    title = _lasting(name, square, owner)
    key = f"{kind}-{square}" if owner is None else f"{kind}-{square}-{owner}"
    if kind != "smoke":
        return (
            Element(key, kind, "card", *_centre(SQUARE[square]), UNIT, UNIT, glyph=kind, owner=owner, title=title,
                    order=_CLOUDS),
        )  # fmt: skip
    covered = members(WITHIN[SQUARE[square]][radius])
    (left, bottom), (right, top) = _corner(covered[0]), _corner(covered[-1])
    size = right - left + UNIT, bottom - top + UNIT
    cloud = Element(key, kind, "rect", left, top, *size, owner=owner, title=title, order=_CLOUDS)
    sign = Element(f"{key}-sign", "smoke-sign", "card", *_centre(SQUARE[square]), UNIT, UNIT, glyph=kind, order=_CLOUDS)
    return cloud, sign


def _lasting(name: Text, square: str, owner: Seat | None) -> Text:
    if owner is None:
        return Text(f"{name.en} on {square}", f"{name.de} auf {square}")
    number = owner + 1
    return Text(
        f"{name.en} on {square}, until the next turn of seat {number} begins",
        f"{name.de} auf {square}, bis der nächste Zug von Platz {number} beginnt",
    )


# Figures and flags


@lru_cache(maxsize=4096)
def _figure(figure: str, glyph: str, square: int, signs: tuple[str, ...]) -> tuple[Element, ...]:
    x, y = _centre(square)
    seat = int(figure[1])
    size = 16 if figure[0] == "H" else 14
    stands = Element(
        f"figure-{figure}", "piece", "coin", x, y, size, glyph=glyph, owner=seat, order=_FIGURES, marks=signs
    )
    return (stands, *(_sign(figure, sign, x, y) for sign in signs))


def _sign(figure: str, sign: str, x: int, y: int) -> Element:
    left = -1 if sign == "root" else 1
    return Element(f"{sign}-{figure}", "sign", "coin", x + left * 7, y + 7, 7, glyph=sign, order=_SIGNS)


@cache
def _flag(seat: Seat, *, home: bool) -> Element:
    """Return the flag of a seat on its edge, or the empty place of one that is carried."""
    number = seat + 1
    title = (
        Text(f"Flag of seat {number}, on its edge", f"Flagge von Platz {number}, auf ihrem Rand")
        if home
        else Text(f"Flag of seat {number} is carried off", f"Flagge von Platz {number} ist unterwegs")
    )
    return Element(
        f"flag-{seat}",
        "banner",
        "coin",
        WIDTH // 2,
        _edge_y(seat) + STRIP // 2,
        12,
        glyph="flag",
        owner=seat,
        marks=() if home else ("away",),
        title=title,
        order=_FIGURES,
    )


@cache
def _carried(seat: Seat, square: int) -> Element:
    """Return the enemy flag at the hero of a seat."""
    x, y = _centre(square)
    return Element(f"carried-{seat}", "banner", "coin", x + 6, y - 6, 9, glyph="flag", owner=1 - seat, order=_SIGNS)
