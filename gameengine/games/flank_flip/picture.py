"""The picture of the table, made from a viewer's view.

Units: a card is 22 by 24 (see `glyphs`). Directions are those of the grid for everybody, so that nobody sees the table
turned. A card carries both its faces: the one that is up, and the other one in small at its foot.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gameengine.board.view import BoardView, Cell, Element, Panel, Part
from gameengine.core.types import JsonObject, Text
from gameengine.games.flank_flip.content import (
    ARMIES,
    ARMY_KEYS,
    CODES_PER_CARD,
    DIRECTIONS,
    DOWN_BIT,
    SYMBOLS,
    X_BIT,
    team_of,
)
from gameengine.games.flank_flip.glyphs import (
    ARMY_PATHS,
    ARROW_PATHS,
    ARROW_PLACES,
    ARROW_TOUCH_PATHS,
    BACK_ARROWS,
    BACK_BOX,
    BACK_SYMBOLS,
    BAND,
    FRAME,
    HEIGHT,
    SYMBOL_PATHS,
    WIDTH,
)
from gameengine.games.flank_flip.moves import targets
from gameengine.games.flank_flip.rules import teams_of
from gameengine.games.flank_flip.setting import FOUR, Setting
from gameengine.games.flank_flip.sight import see
from gameengine.games.flank_flip.state import ATTACK, State
from gameengine.games.flank_flip.telling import facts
from gameengine.games.flank_flip.words import DIRECTION_NAMES

ACROSS: Final = 26
DOWN: Final = 28
"""From the middle of a card to that of the next one."""
SIDE: Final = 6
"""Room at the left for the numbers of the rows; a little less at the right."""
TOP: Final = 3
LETTERS: Final = 6
"""Room below the cards for the letters of the columns."""

_CARDS, _ARROWS, _FRAMES = 1, 2, 3
_TITLE: Final = Text("Table of Flank Flip", "Tisch von Flank Flip")


def board(view: JsonObject) -> BoardView:
    """Return the picture of a view, the same for everybody (7)."""
    state = see(view)
    size = state.setting.grid.size
    return BoardView(
        width=2 * SIDE + ACROSS * size,
        height=TOP + DOWN * size + LETTERS,
        title=_TITLE,
        elements=(*_labels(size), *_laid(state), *_aims(state)),
        panels=() if state.setting.is_duel else (_armies_panel(state.setting, state.board, state.best),),
        facts=facts(state, _quiet_limit(view)),
        seat_tones=_seat_tones(state.setting.mode, state.seats),
    )


def _quiet_limit(view: JsonObject) -> int | None:
    """Return the quiet limit in force, which an arbiter may have switched off."""
    limit = view.get("quiet_limit")
    return limit if isinstance(limit, int) else None


@lru_cache(maxsize=16)
def _seat_tones(mode: str, seats: str) -> tuple[str, ...]:
    """Return the colours of the seats where each has one army."""
    return tuple(ARMY_KEYS[ARMIES.index(army)] for army in seats.split(".")) if mode == FOUR and seats else ()


# The ground of a table is the same for ever.
@lru_cache(maxsize=4)
def _labels(size: int) -> tuple[Element, ...]:
    letters = (
        Element(f"label-{letter}", "label", "text", _middle(size, column)[0], TOP + DOWN * size + 2, h=3, text=letter)
        for column, letter in enumerate("abcd"[:size])
    )
    numbers = (
        Element(f"label-{row + 1}", "label", "text", 2, _middle(size, row * size)[1], h=3, text=str(row + 1))
        for row in range(size)
    )
    return (*letters, *numbers)


def _middle(size: int, square: int) -> tuple[int, int]:
    """Return the middle of a card."""
    row, column = divmod(square, size)
    return SIDE + ACROSS * column + ACROSS // 2, TOP + DOWN * (size - 1 - row) + DOWN // 2


def _laid(state: State) -> Iterator[Element]:
    """Return the cards, then their arrows, which can be picked too."""
    setting = state.setting
    for square, code in enumerate(state.board):
        yield _card(setting, state.seats, square, code, square == state.attacker)
    for square, code in enumerate(state.board):
        yield from _arrows(setting, square, code)


@lru_cache(maxsize=16_384)
def _card(setting: Setting, seats: str, square: int, code: int, attacks: bool) -> Element:
    size = setting.grid.size
    row, column = divmod(square, size)
    return Element(
        f"card-{setting.grid.names[square]}",
        "flipcard",
        "card",
        *_middle(size, square),
        WIDTH,
        HEIGHT,
        owner=teams_of(seats).index(team_of(code)) if seats else None,
        tone="" if setting.is_duel else ARMY_KEYS[setting.army[code]],
        marks=("attacker",) if attacks else (),
        title=_card_title(setting, square, code),
        order=_CARDS,
        row=3 * (size - 1 - row) + 1,
        col=3 * column + 1,
        turn=180 if code & DOWN_BIT else 0,
        parts=_parts(setting, code & ~DOWN_BIT),
    )


def printed(setting: Setting, place: int, team: int) -> Element:
    """Return a face of a card as the rule page lists it."""
    card, code = setting.content.cards[place], CODES_PER_CARD * place + X_BIT * team
    face = _face(setting, code)
    return Element(
        f"{card.number}-{SYMBOLS[team].lower()}",
        "flipcard",
        "card",
        0,
        0,
        WIDTH,
        HEIGHT,
        tone=ARMY_KEYS[setting.army[code]],
        title=Text(f"{card.number} {card.name.en}: {face.en}", f"{card.number} {card.name.de}: {face.de}"),
        label=card.name,
        parts=_parts(setting, code),
    )


@lru_cache(maxsize=1024)
def _parts(setting: Setting, code: int) -> tuple[Part, ...]:
    """Return what is printed on the face of an upright card."""
    team, back = team_of(code), code ^ X_BIT
    number = str(setting.content.cards[code // CODES_PER_CARD].number)
    return (
        Part("band", BAND),
        Part("number", text=number, x=-6 if len(number) > 2 else -7, y=-10),
        Part("letter", text=SYMBOLS[team]),
        *(() if setting.is_duel else (Part("army", ARMY_PATHS[setting.army[code]], x=7, y=-10),)),
        Part(f"symbol-{SYMBOLS[team].lower()}", SYMBOL_PATHS[team]),
        *(Part("arrow", ARROW_PATHS[way]) for way in setting.arrows[code]),
        Part("back", BACK_BOX, x=7, y=9, tone="" if setting.is_duel else ARMY_KEYS[setting.army[back]]),
        Part("back-symbol", BACK_SYMBOLS[1 - team], x=7, y=9),
        *(Part("back-arrow", BACK_ARROWS[way], x=7, y=9) for way in setting.arrows[back]),
    )


def _arrows(setting: Setting, square: int, code: int) -> Iterator[Element]:
    for way in setting.arrows[code]:
        yield _arrow(setting, square, code, way)


_BESIDE: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Where arrow keys find an arrow, seen from its card, as (rows, columns)."""


@lru_cache(maxsize=16_384)
def _arrow(setting: Setting, square: int, code: int, way: int) -> Element:
    size = setting.grid.size
    row, column = divmod(square, size)
    down, right = _BESIDE[way]
    (x, y), (across, along) = _middle(size, square), ARROW_PLACES[way]
    return Element(
        f"arrow-{DIRECTIONS[way]}-{setting.grid.names[square]}",
        "fliparrow",
        "path",
        x + across,
        y + along,
        path=ARROW_TOUCH_PATHS[way],
        title=_arrow_title(setting, square, code, way),
        order=_ARROWS,
        row=3 * (size - 1 - row) + 1 + down,
        col=3 * column + 1 + right,
        parts=(Part("point", ARROW_PATHS[way], x=-across, y=-along), Part("letter", text="↑→↓←"[way])),
    )


def _aims(state: State) -> Iterator[Element]:
    """Return a frame around each card that can be hit now."""
    if state.phase == ATTACK:
        for square in targets(state.setting, state.board, state.attacker):
            yield _aim(state.setting.grid.size, square, state.setting.grid.names[square])


@lru_cache(maxsize=64)
def _aim(size: int, square: int, name: str) -> Element:
    return Element(f"aim-{name}", "flipaim", "path", *_middle(size, square), path=FRAME, order=_FRAMES)


# Words


@lru_cache(maxsize=16_384)
def _card_title(setting: Setting, square: int, code: int) -> Text:
    """Return a card as it is read out: its number and name, both faces, and how it lies."""
    card, back = setting.content.cards[code // CODES_PER_CARD], code ^ X_BIT
    here = setting.grid.names[square]
    lies = ("upside down", "kopfüber") if code & DOWN_BIT else ("upright", "aufrecht")
    front, other = _face(setting, code), _face(setting, back)
    return Text(
        f"{front.en}, {lies[0]}, on {here}: {card.number} {card.name.en}; back: {other.en}",
        f"{front.de}, {lies[1]}, auf {here}: {card.number} {card.name.de}; Rückseite: {other.de}",
    )


def _face(setting: Setting, code: int) -> Text:
    """Return what a face shows, as it lies: symbol or army, and the directions of its arrows."""
    name = Text(*2 * (SYMBOLS[team_of(code)],)) if setting.is_duel else setting.content.army_names[setting.army[code]]
    ways = [DIRECTION_NAMES[DIRECTIONS[way]] for way in setting.arrows[code]]
    en, de = " and ".join(way.en for way in ways), " und ".join(way.de for way in ways)
    return Text(f"{name.en} with an arrow {en}", f"{name.de} mit Pfeil {de}")


def _arrow_title(setting: Setting, square: int, code: int, way: int) -> Text:
    """Return what a flip along an arrow brings."""
    here, direction = setting.grid.names[square], DIRECTION_NAMES[DIRECTIONS[way]]
    after = _face(setting, setting.flipped[code][way])
    return Text(
        f"{here} flipped {direction.en}: {after.en}",
        f"{here} {direction.de} umgedreht: {after.de}",
    )


_PANEL_TITLE: Final = Text("Armies", "Armeen")
_PANEL_HEADER: Final = (Text("Army", "Armee"), Text("Cards", "Karten"), Text("Team", "Team"), Text("Best", "Bestwert"))


@lru_cache(maxsize=64)
def _armies_panel(setting: Setting, board: bytes, best: tuple[int, int]) -> Panel:
    shown = [setting.army[code] for code in board]
    teams = [sum(1 for army in shown if army & 1 == team) for team in (0, 1)]
    rows = (
        (
            Cell(f"{ARMIES[army].upper()} {SYMBOLS[army & 1]}", setting.content.army_names[army], tone=key),
            Cell(str(shown.count(army))),
            Cell(str(teams[army & 1])),
            Cell(str(best[army & 1])),
        )
        for army, key in enumerate(ARMY_KEYS)
    )
    return Panel("armies", _PANEL_TITLE, _PANEL_HEADER, tuple(rows))


# What just happened


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return the cards that an event touched: how they tipped over, turned or changed places."""
    match event["type"]:
        case "given" | "flipped" | "hit":
            card = f"card-{event['square']}"
            return (card, "last-to"), (card, f"flip-{str(event['direction']).lower()}")
        case "turned":
            return (f"card-{event['square']}", "last-to"), (f"card-{event['square']}", "turned")
        case "swapped":
            one, other = f"card-{event['from']}", f"card-{event['to']}"
            return (one, f"came-{other}"), (other, f"came-{one}"), (other, "last-to")
        case _:
            return ()
