"""The picture of a Junqi board, made from a viewer's view: it cannot show more than the view knows.

Units: places stand 14 apart from west to east and 9 from south to north, a piece is 11 x 7, so that the board with its
60 places is about half again as high as wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

from gameengine.board.view import BoardView, Cell, Element, Panel, Pick
from gameengine.core.types import JsonObject, Text, Viewer
from gameengine.games.junqi.content import (
    COLOUR_KEYS,
    COLOUR_NAMES,
    COLUMNS,
    KINDS,
    LETTERS,
    NODE_KIND,
    NODE_KIND_NAME,
    NODES,
    PIECES,
    RAIL_EDGES,
    ROAD_EDGES,
    ROWS,
    colour_of,
    kind_of,
)
from gameengine.games.junqi.document import MASK
from gameengine.games.junqi.glyphs import GLYPHS
from gameengine.games.junqi.notation import ACTIONS

STEP_X: Final = 14
STEP_Y: Final = 9
FRONTIER: Final = 12
"""Distance between rows 6 and 7, which only three railway crossings bridge."""
MARGIN_X: Final = 11
MARGIN_Y: Final = 6
WIDTH: Final = 2 * MARGIN_X + (len(COLUMNS) - 1) * STEP_X
HEIGHT: Final = 2 * MARGIN_Y + (ROWS - 2) * STEP_Y + FRONTIER
PIECE: Final = (11, 7)

_LINES, _PLACES, _PIECES = 0, 1, 2
_EMPTY: Final = Text("empty", "frei")
_TITLE: Final = Text("Junqi board", "Junqi-Brett")


def _grid(node: int) -> tuple[int, int]:
    """Return (row from the top, column) of a node."""
    row, column = divmod(node, len(COLUMNS))
    return ROWS - 1 - row, column


def _at(node: int) -> tuple[int, int]:
    row, column = _grid(node)
    gap = FRONTIER - STEP_Y if row >= ROWS // 2 else 0
    return MARGIN_X + column * STEP_X, MARGIN_Y + row * STEP_Y + gap


def _edge(role: str, start: int, end: int) -> Element:
    (x, y), (to_x, to_y) = _at(start), _at(end)
    return Element(f"{role}-{NODES[start]}-{NODES[end]}", role, "line", x, y, to_x - x, to_y - y, order=_LINES)


def _labels() -> Iterator[Element]:
    for column, letter in enumerate(COLUMNS):
        yield Element(f"label-{letter}", "label", "text", MARGIN_X + column * STEP_X, HEIGHT - 1, h=2, text=letter)
    for row in range(ROWS):
        y = _at(row * len(COLUMNS))[1]
        yield Element(f"label-{row + 1}", "label", "text", 2, y, h=2, text=str(row + 1))


_OVERVIEW: Final = Text("Piece overview", "Figurenübersicht")
_OVERVIEW_HEADER: Final = (
    Text("Piece", "Figur"),
    *(
        Text(f"{colour.en}: {en}", f"{colour.de}: {de}")
        for colour in COLOUR_NAMES
        for en, de in (("fallen", "gefallen"), ("face-down", "verdeckt"))
    ),
)

_GROUND: Final[tuple[Element, ...]] = (
    *(_edge("road", a, b) for a, b in ROAD_EDGES if a < b),
    *(_edge("rail", a, b) for a, b in RAIL_EDGES if a < b),
    *_labels(),
)


def board(view: JsonObject, viewer: Viewer) -> BoardView:
    """Return the picture of a view, turned for the seat at the far edge."""
    known = _plain(view)
    return BoardView(
        width=WIDTH,
        height=HEIGHT,
        title=_TITLE,
        elements=_elements(tuple(known["board"].values()), known["colours"][0]),
        panels=(_overview(known["overview"]),),
        glyphs=GLYPHS,
        facts=tuple(_facts(known, viewer)),
        turned=viewer == 1,
        seat_tones=tuple(colour or "" for colour in known["colours"]),
    )


def _plain(view: JsonObject) -> Mapping[str, Any]:
    """Return the view as the documented shape, which JSON types cannot express."""
    return view


# One position is drawn for several viewers, one after the other.
@lru_cache(maxsize=32)
def _elements(texts: tuple[str, ...], first_colour: str | None) -> tuple[Element, ...]:
    """Return ground, places and pieces; `texts` are those of the nodes, in their order."""
    width = len(COLUMNS)
    rows = (_row(start, texts[start : start + width], first_colour) for start in range(0, len(texts), width))
    return _GROUND + tuple(chain.from_iterable(rows))


# An action changes one or two rows.
@lru_cache(maxsize=16_384)
def _row(start: int, texts: tuple[str, ...], first_colour: str | None) -> tuple[Element, ...]:
    """Return places and pieces of the row that begins with node `start`."""
    places = (_place(node, text) for node, text in enumerate(texts, start))
    pieces = (_piece(node, text, first_colour) for node, text in enumerate(texts, start) if text != ".")
    return (*places, *pieces)


@lru_cache(maxsize=4096)
def _place(node: int, text: str) -> Element:
    kind = NODE_KIND[node]
    row, column = _grid(node)
    return Element(
        f"node-{NODES[node]}",
        kind,
        # A camp shows around the piece that stands in it.
        "coin" if kind == "camp" else "card",
        *_at(node),
        PIECE[0],
        PIECE[1] + (1 if kind == "camp" else 0),
        glyph="headquarters" if kind == "headquarters" else "",
        title=_spoken(NODES[node], text, kind),
        order=_PLACES,
        row=row,
        col=column,
    )


def _spoken(name: str, text: str, kind: str) -> Text:
    """Return the name of a place with what lies on it, as it is read out."""
    place = NODE_KIND_NAME[kind]
    if text == ".":
        return Text(f"{name}, {place.en.lower()}, {_EMPTY.en}", f"{name}, {place.de}, {_EMPTY.de}")
    where = ("", "") if kind == "post" else (f", {place.en.lower()}", f", {place.de}")
    if text == MASK:
        return Text(f"Face-down piece on {name}{where[0]}", f"Verdeckte Figur auf {name}{where[1]}")
    piece = _piece_words(text)
    return Text(f"{piece.en}, on {name}{where[0]}", f"{piece.de}, auf {name}{where[1]}")


def _piece_words(text: str) -> Text:
    piece = PIECES[text[-1]]
    name, colour = KINDS[kind_of(piece) - 1].name, COLOUR_NAMES[colour_of(piece)]
    down = (", face-down", ", verdeckt") if text[0] == "~" else ("", "")
    return Text(f"{name.en}, {colour.en.lower()}{down[0]}", f"{name.de}, {colour.de}{down[1]}")


@lru_cache(maxsize=16384)
def _piece(node: int, text: str, first_colour: str | None) -> Element:
    back = Element(f"piece-{NODES[node]}", "piece", "card", *_at(node), *PIECE, face_down=True, order=_PIECES)
    if text == MASK:
        return back
    colour = COLOUR_KEYS[colour_of(PIECES[text[-1]])]
    return replace(
        back,
        shape="coin",
        face_down=False,
        text=text[-1],
        glyph=text[-1].upper(),
        owner=None if first_colour is None else int(colour != first_colour),
        tone=colour,
        # Pieces that were never revealed stay recognizable when all are shown after the end.
        marks=("unrevealed",) if text[0] == "~" else (),
    )


def _overview(overview: Mapping[str, Mapping[str, Mapping[str, int]]]) -> Panel:
    """Return the piece overview (7): per letter how many have fallen and how many lie face-down, for both colours."""
    counts = [overview[what][colour] for colour in COLOUR_KEYS for what in ("fallen", "face_down")]
    rows = tuple(_overview_row(kind, *(count[letter] for count in counts)) for kind, letter in enumerate(LETTERS))
    return Panel("overview", _OVERVIEW, _OVERVIEW_HEADER, rows)


# The counts of a kind change a few times in a match.
@lru_cache(maxsize=4096)
def _overview_row(kind: int, *counts: int) -> tuple[Cell, ...]:
    """Return the row of a kind; `counts` are fallen and face-down for one colour after the other."""
    tones = (tone for tone in COLOUR_KEYS for _ in range(2))
    cells = (Cell(str(count), muted=not count, tone=tone) for count, tone in zip(counts, tones, strict=True))
    return (Cell(KINDS[kind].letter, KINDS[kind].name), *cells)


def _facts(known: Mapping[str, Any], viewer: Viewer) -> Iterator[tuple[str, Text]]:
    yield "quiet", _quiet_fact(known["quiet"], known.get("quiet_limit", known["options"]["quiet_limit"]))
    yield "colours", _colours_fact(known["colours"][0], viewer)
    yield "mines", _mines_fact(known["mines_left"]["red"], known["mines_left"]["blue"])
    yield "face_down", _face_down_fact(known["overview"]["face_down_total"])
    for key, name in zip(COLOUR_KEYS, COLOUR_NAMES, strict=True):
        if known["flag_open"][key]:
            yield f"flag_{key}", Text(f"The {name.en.lower()} flag is open", f"Die Fahne von {name.de} ist offen")


@cache
def _quiet_fact(quiet: int, limit: int | None) -> Text:
    if limit is None:
        return Text(f"{quiet} quiet moves", f"{quiet} ruhige Züge")
    return Text(f"{quiet} of {limit} quiet moves", f"{quiet} von {limit} ruhigen Zügen")


@cache
def _mines_fact(red: int, blue: int) -> Text:
    return Text(f"Mines left: red {red}, blue {blue}", f"Minen übrig: Rot {red}, Blau {blue}")


@cache
def _face_down_fact(down: int) -> Text:
    return Text(f"{down} face-down", f"{down} verdeckt")


@cache
def _colours_fact(first: str | None, viewer: Viewer) -> Text:
    if first is None:
        return Text("Colours still open", "Farben noch offen")
    names = COLOUR_NAMES if first == COLOUR_KEYS[0] else COLOUR_NAMES[::-1]
    if viewer is not None:
        return Text(f"You play {names[viewer].en.lower()}", f"Du spielst {names[viewer].de}")
    return Text(
        f"Seat 1 {names[0].en.lower()}, seat 2 {names[1].en.lower()}", f"Platz 1 {names[0].de}, Platz 2 {names[1].de}"
    )


@lru_cache(maxsize=len(ACTIONS))
def picks(action: str) -> tuple[Pick, ...]:
    """Return the places that a person touches to enter an action: one for a flip, else from and to."""
    parsed = ACTIONS[action]
    nodes = (parsed.origin,) if parsed.type == "flip" else (parsed.origin, parsed.target)
    return tuple(Pick(f"node-{NODES[node]}") for node in nodes)


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return which elements an event touched, with their marks: where it came from, where it went, what fell."""
    match event["type"]:
        case "revealed":
            return tuple((f"{what}-{event['node']}", "last-to") for what in ("node", "piece"))
        case "moved" | "attacked":
            origin, target = event["from"], event["to"]
            return (f"node-{origin}", "last-from"), (f"node-{target}", "last-to"), (f"piece-{target}", "last-to")
        case "removed":
            return ((f"node-{event['node']}", "fallen"),)
        case _:
            return ()
