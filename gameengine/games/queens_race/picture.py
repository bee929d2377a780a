"""The picture of the board, made from a viewer's view: it cannot show more than the view knows.

Units: a square is 10 wide. Everything is laid out as the viewer sees it, the own side at the near edge and the dice
below it; for seat 1 the renderer turns the picture, so its places are turned back here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from gameengine.board.view import BoardView, Cell, Element, Panel, Tray
from gameengine.core.types import JsonObject, Text, Viewer
from gameengine.games.queens_race.content import (
    ARRIVED_BIT,
    COLOURS,
    FROZEN_BIT,
    KINDS,
    MOST_COLUMNS,
    kind_of,
    owner_of,
)
from gameengine.games.queens_race.glyphs import GLYPHS, glyph_of
from gameengine.games.queens_race.laid import printed
from gameengine.games.queens_race.movement import uses
from gameengine.games.queens_race.setting import Setting
from gameengine.games.queens_race.sight import see
from gameengine.games.queens_race.state import ACT, State
from gameengine.games.queens_race.telling import facts
from gameengine.games.queens_race.words import DIE_NAMES, SEAT_NAMES

SQUARE: Final = 10
SIDE: Final = 5
"""Room left and right of the squares, for the numbers of the rows and the crowns of the zones."""
TOP: Final = 1
LETTERS: Final = 4
"""Room below the squares, for the letters of the columns."""
STRIP: Final = 20
"""Room for the dice."""
DIE: Final = 13
PIECE: Final = 9

_CELLS, _ZONES, _PIECES, _DICE = 0, 1, 2, 3
_TITLE: Final = Text("Board of Queens' Race", "Brett des Rennens der Königinnen")


def board(view: JsonObject, viewer: Viewer) -> BoardView:
    """Return the picture of a view, turned for the seat at the far edge."""
    state, turned = see(view), viewer == 1
    setting = state.setting
    return BoardView(
        width=_width(setting),
        height=_height(setting),
        title=_TITLE,
        elements=(
            *_ground(setting, turned),
            *_zones(setting, turned, state.zone_active),
            *_on_squares(setting, turned, state.board, state.square),
            *_dice(setting, turned, state.turn, _rolled(state, view["to_move"] is not None)),
        ),
        trays=_trays(setting, state.card, state.discard),
        panels=(_pieces_panel(setting, state.board), *_cards_panels(setting, state.discard, state.card)),
        glyphs=GLYPHS,
        facts=facts(state, _quiet_limit(view)),
        turned=turned,
    )


def _quiet_limit(view: JsonObject) -> int | None:
    """Return the quiet limit in force, which an arbiter may have switched off; without a table, that of the options."""
    options: Any = view["options"]
    limit = view.get("quiet_limit", options["quiet_limit"])
    return limit if isinstance(limit, int) else None


def _width(setting: Setting) -> int:
    return 2 * SIDE + SQUARE * setting.width


def _height(setting: Setting) -> int:
    return TOP + SQUARE * setting.height + LETTERS + STRIP


class _Frame:
    """Turns places as the viewer sees them into those of the picture."""

    def __init__(self, setting: Setting, turned: bool) -> None:
        self.setting, self.turned = setting, turned

    def point(self, x: int, y: int) -> tuple[int, int]:
        """Return the place of a centre."""
        return (_width(self.setting) - x, _height(self.setting) - y) if self.turned else (x, y)

    def corner(self, x: int, y: int, w: int, h: int) -> tuple[int, int]:
        """Return the place of the upper left corner of a rectangle."""
        return self.point(x + w, y + h) if self.turned else (x, y)

    def square(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square, as the viewer sees it."""
        column, row = divmod(square, self.setting.height)
        if self.turned:
            column, row = self.setting.width - 1 - column, self.setting.height - 1 - row
        return SIDE + SQUARE * column, TOP + SQUARE * (self.setting.height - 1 - row)


@lru_cache(maxsize=64)
def _frame(setting: Setting, turned: bool) -> _Frame:
    return _Frame(setting, turned)


# The ground of a board is the same for ever.
@lru_cache(maxsize=64)
def _ground(setting: Setting, turned: bool) -> tuple[Element, ...]:
    frame = _frame(setting, turned)
    below = TOP + SQUARE * setting.height + 2
    letters = (
        Element(
            f"label-{letter}", "label", "text", *frame.point(frame.square(column * setting.height)[0] + 5, below), h=3
        )
        for column, letter in enumerate(MOST_COLUMNS[: setting.width])
    )
    numbers = (
        Element(f"label-{row + 1}", "label", "text", *frame.point(SIDE // 2, frame.square(row)[1] + 5), h=3)
        for row in range(setting.height)
    )
    return tuple(_lettered(element) for element in (*letters, *numbers))


def _lettered(label: Element) -> Element:
    return Element(label.id, label.role, label.shape, label.x, label.y, h=label.h, text=label.id.removeprefix("label-"))


@lru_cache(maxsize=64)
def _zones(setting: Setting, turned: bool, active: bool) -> tuple[Element, ...]:
    """Return both start lines, each the victory zone of the other seat, with a crown beside it."""
    return tuple(part for seat in (0, 1) for part in _zone(_frame(setting, turned), seat, active))


def _zone(frame: _Frame, seat: int, active: bool) -> Iterator[Element]:
    setting = frame.setting
    far = setting.goal[seat].index(True)
    y = frame.square(far)[1]
    width, marks = SQUARE * setting.width, ("active",) if active else ()
    corner = frame.corner(SIDE, y, width, SQUARE)
    title = _zone_title(seat, active)
    yield Element(f"zone-{seat}", "zone", "rect", *corner, width, SQUARE, owner=seat, marks=marks, order=_ZONES)
    place = frame.point(SIDE + width + SIDE // 2, y + SQUARE // 2)
    yield Element(
        f"crown-{seat}", "crown", "card", *place, 5, 5, glyph="Q", owner=seat, marks=marks, title=title, order=_ZONES
    )


@cache
def _zone_title(seat: int, active: bool) -> Text:
    name = SEAT_NAMES[seat]
    state = ("active", "aktiv") if active else ("not active yet", "noch nicht aktiv")
    return Text(f"Victory zone of {name.en}, {state[0]}", f"Siegzone von {name.de}, {state[1]}")


@lru_cache(maxsize=64)
def _on_squares(setting: Setting, turned: bool, board: bytes, choice: int) -> tuple[Element, ...]:
    """Return the squares and the pieces on them; `choice` is the bonus square that is being decided on."""
    cells = tuple(_cell(setting, turned, square, piece, square == choice) for square, piece in enumerate(board))
    return (*cells, *(_piece(setting, turned, square, piece) for square, piece in enumerate(board) if piece))


@lru_cache(maxsize=16_384)
def _cell(setting: Setting, turned: bool, square: int, piece: int, is_choice: bool) -> Element:
    column, row = divmod(square, setting.height)
    frame = _frame(setting, turned)
    is_bonus = square in setting.bonus
    return Element(
        f"cell-{setting.names[square]}",
        "bonus" if is_bonus else "square" if (column + row) % 2 else "square-alt",
        "rect",
        *frame.corner(*frame.square(square), SQUARE, SQUARE),
        SQUARE,
        SQUARE,
        glyph="bonus" if is_bonus else "",
        marks=("pick",) if is_choice else (),
        title=_spoken(setting, square, piece),
        order=_CELLS,
        row=setting.height - 1 - row,
        col=column,
    )


@lru_cache(maxsize=16_384)
def _piece(setting: Setting, turned: bool, square: int, piece: int) -> Element:
    frame = _frame(setting, turned)
    x, y = frame.square(square)
    marks = (("arrived",) if piece & ARRIVED_BIT else ()) + (("frozen",) if piece & FROZEN_BIT else ())
    letter = KINDS[kind_of(piece) - 1]
    return Element(
        f"piece-{setting.names[square]}",
        "piece",
        "coin",
        *frame.point(x + SQUARE // 2, y + SQUARE // 2),
        PIECE,
        PIECE,
        text=letter,
        glyph=letter,
        owner=owner_of(piece),
        marks=marks,
        order=_PIECES,
    )


def _spoken(setting: Setting, square: int, piece: int) -> Text:
    """Return the name of a square with what stands on it, as it is read out."""
    name = setting.names[square]
    bonus = (", bonus square", ", Bonusfeld") if square in setting.bonus else ("", "")
    if not piece:
        return Text(f"{name}{bonus[0]}, empty", f"{name}{bonus[1]}, frei")
    kind, seat = setting.content.piece_names[kind_of(piece) - 1], SEAT_NAMES[owner_of(piece)]
    frozen = (", frozen", ", eingefroren") if piece & FROZEN_BIT else ("", "")
    arrived = (", has arrived", ", angekommen") if piece & ARRIVED_BIT else ("", "")
    return Text(
        f"{kind.en}, {seat.en}{frozen[0]}{arrived[0]}, on {name}{bonus[0]}",
        f"{kind.de}, {seat.de}{frozen[1]}{arrived[1]}, auf {name}{bonus[1]}",
    )


# dice


def _rolled(state: State, somebody_acts: bool) -> tuple[tuple[str, bool], ...]:
    """Return for each die what it shows and whether a piece can use it now; nothing while no roll is open."""
    if not state.roll:
        return ()
    symbols = state.roll.split("/")
    if state.phase != ACT or not somebody_acts:
        return tuple((symbol, False) for symbol in symbols)
    found = uses(state.setting, state.board, state.turn, state.roll, state.zone_active)
    users = {(action.symbol, kind_of(state.board[action.origin])) for action in found.values()}
    dice_of = state.setting.content.dice_of
    return tuple(
        (symbol, any(wanted == symbol and die in dice_of[kind - 1] for wanted, kind in users))
        for die, symbol in enumerate(symbols)
    )


@lru_cache(maxsize=4096)
def _dice(setting: Setting, turned: bool, seat: int, rolled: tuple[tuple[str, bool], ...]) -> tuple[Element, ...]:
    """Return the three dice, each with the kinds of piece that may use it beside it."""
    far = (seat == 1) != turned
    shown = rolled or (("", False),) * len(COLOURS)
    faces = (
        _die(setting, turned, die, symbol, glyph_of(symbol, far) if symbol else "", usable)
        for die, (symbol, usable) in enumerate(shown)
    )
    legends = (_legend(setting, turned, die, symbol) for die, (symbol, _usable) in enumerate(shown))
    return (*faces, *(legend for legend in legends if legend), *_users(setting, turned))


def _die_place(setting: Setting, die: int) -> tuple[int, int]:
    """Return the middle of a die, as the viewer sees it."""
    block = _width(setting) // len(COLOURS)
    return block * die + (block - DIE - 5) // 2 + DIE // 2 + 1, _height(setting) - STRIP + 1 + DIE // 2


@lru_cache(maxsize=4096)
def _die(setting: Setting, turned: bool, die: int, symbol: str, glyph: str, usable: bool) -> Element:  # noqa: PLR0917
    return Element(
        f"die-{COLOURS[die]}",
        "die",
        "die",
        *_frame(setting, turned).point(*_die_place(setting, die)),
        DIE,
        DIE,
        text=symbol,
        glyph=glyph,
        tone=COLOURS[die],
        marks=() if usable else ("muted",),
        title=_die_title(setting, die, symbol),
        order=_DICE,
    )


@lru_cache(maxsize=64)
def _users(setting: Setting, turned: bool) -> tuple[Element, ...]:
    """Return the pictograms beside each die: which pieces may use it."""
    return tuple(
        _user(setting, turned, die, kind, place)
        for die in range(len(COLOURS))
        for place, kind in enumerate(kind for kind, dice in enumerate(setting.content.dice_of) if die in dice)
    )


def _user(setting: Setting, turned: bool, die: int, kind: int, place: int) -> Element:
    x, y = _die_place(setting, die)
    where = _frame(setting, turned).point(x + DIE // 2 + 4, y - 4 + 4 * place)
    return Element(f"user-{COLOURS[die]}-{KINDS[kind]}", "user", "card", *where, 4, 4, glyph=KINDS[kind], order=_DICE)


LONGEST_LEGEND: Final = 13
"""So many letters have room below a die; arrows need no words."""


@lru_cache(maxsize=1024)
def _legend(setting: Setting, turned: bool, die: int, symbol: str) -> Element | None:
    """Return the name of what a die shows, where there is room for it."""
    name = setting.content.symbol_names.get(symbol)
    if name is None or max(len(name.en), len(name.de)) > LONGEST_LEGEND:
        return None
    x, y = _die_place(setting, die)
    place = _frame(setting, turned).point(x, y + DIE // 2 + 3)
    return Element(f"legend-{COLOURS[die]}", "legend", "text", *place, h=3, label=name, order=_DICE)


@lru_cache(maxsize=256)
def _die_title(setting: Setting, die: int, symbol: str) -> Text:
    name, content = DIE_NAMES[die], setting.content
    users = [name for name, dice in zip(content.piece_names, content.dice_of, strict=True) if die in dice]
    en, de = ", ".join(name.en for name in users), ", ".join(name.de for name in users)
    if not symbol:
        return Text(f"{name.en}, for: {en}", f"{name.de}, für: {de}")
    shown = content.symbol_names[symbol]
    return Text(f"{name.en}: {symbol}, {shown.en}; for: {en}", f"{name.de}: {symbol}, {shown.de}; für: {de}")


# bonus cards and panels

_DRAWN: Final = Text("Drawn bonus card", "Gezogene Bonuskarte")
_LAST: Final = Text("Last bonus card", "Letzte Bonuskarte")


@lru_cache(maxsize=1024)
def _trays(setting: Setting, drawn: str, discard: tuple[str, ...]) -> tuple[Tray, ...]:
    """Return the card that waits for a target, else the one that was used last, else the back of the deck."""
    cards = setting.content.cards
    if not setting.options["bonus_cards"]:
        return ()
    if drawn:
        return (Tray("card", _DRAWN, (printed(cards[drawn], "card-0", marks=("pick",)),)),)
    if discard:
        return (Tray("card", _LAST, (printed(cards[discard[-1]], "card-0"),)),)
    return (Tray("card", _CARDS_TITLE, (_BACK,), reference=True),)


_CARDS_TITLE: Final = Text("Bonus cards", "Bonuskarten")
_BACK: Final = Element(
    "card-0", "card", "card", 0, 0, face_down=True, title=Text("The deck of bonus cards", "Der Stapel der Bonuskarten")
)
_PIECES_TITLE: Final = Text("Pieces", "Figuren")
_PIECES_HEADER: Final = (
    Text("Piece", "Figur"),
    *(
        Text(f"{name.en}: {en}", f"{name.de}: {de}")
        for name in SEAT_NAMES
        for en, de in (("on the board", "auf dem Brett"), ("arrived", "angekommen"))
    ),
)
_CARDS_HEADER: Final = (Text("Card", "Karte"), Text("In the deck", "Im Stapel"), Text("Used", "Benutzt"))


@lru_cache(maxsize=64)
def _pieces_panel(setting: Setting, board: bytes) -> Panel:
    counts = [
        [
            sum(
                kind_of(piece) == kind and owner_of(piece) == seat and bool(piece & bits) >= bool(bits)
                for piece in board
            )
            for seat in (0, 1)
            for bits in (0, ARRIVED_BIT)
        ]
        for kind in range(1, len(KINDS) + 1)
    ]
    rows = (_pieces_row(setting, kind, *count) for kind, count in enumerate(counts))
    return Panel("pieces", _PIECES_TITLE, _PIECES_HEADER, tuple(rows))


# The counts of a kind change a few times in a match.
@lru_cache(maxsize=2048)
def _pieces_row(setting: Setting, kind: int, *counts: int) -> tuple[Cell, ...]:
    owners = (0, 0, 1, 1)
    cells = (Cell(str(count), owner=seat, muted=not count) for count, seat in zip(counts, owners, strict=True))
    return (Cell(KINDS[kind], setting.content.piece_names[kind]), *cells)


@lru_cache(maxsize=64)
def _cards_panels(setting: Setting, discard: tuple[str, ...], drawn: str) -> tuple[Panel, ...]:
    if not setting.options["bonus_cards"]:
        return ()
    used = [*discard, drawn]
    rows = tuple(_card_row(setting, key, used.count(key)) for key in setting.content.cards)
    return (Panel("cards", _CARDS_TITLE, _CARDS_HEADER, rows),)


@lru_cache(maxsize=1024)
def _card_row(setting: Setting, key: str, used: int) -> tuple[Cell, ...]:
    card = setting.content.cards[key]
    left = card.count - used
    return (
        Cell("+" if card.is_advantage else "−", card.name),
        Cell(str(left), muted=not left),
        Cell(str(used), muted=not used),
    )


# marks


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return which elements an event touched, with their marks: where it came from, where it went, what fell."""
    match event["type"]:
        case "MOVED":
            return _way(event["from"], event["to"])
        case "CAPTURED" | "QUEEN_CAPTURED":
            return *_way(event["from"], event["square"]), (f"cell-{event['square']}", "fallen")
        case "QUEEN_RETURNED" | "FROZEN" | "FREED":
            return tuple((f"{what}-{event['square']}", "last") for what in ("cell", "piece"))
        case _:
            return ()


def _way(origin: object, target: object) -> tuple[tuple[str, str], ...]:
    return (f"cell-{origin}", "last-from"), (f"cell-{target}", "last-to"), (f"piece-{target}", "last-to")
