"""The options of a match and the tables that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.flank_flip.content import (
    ARMIES,
    CODES_PER_CARD,
    CONTENTS,
    DIRECTIONS,
    DOWN_BIT,
    SYMBOLS,
    X_BIT,
    Content,
    content_of,
    team_of,
)
from gameengine.games.flank_flip.grid import Grid, grid_of, opposite
from gameengine.games.options import content_reader, kept_by_options

DUEL: Final = "duel9"
TWO: Final = "team16_2p"
FOUR: Final = "team16_4p"
MODES: Final = (DUEL, TWO, FOUR)
START_ACTIONS: Final = ("swap", "flip", "turn")

_QUIET_LIMITS: Final = {DUEL: 60, TWO: 120, FOUR: 120}
_SEATS: Final = {DUEL: ("O.X", "X.O"), TWO: ("rv.by", "by.rv"), FOUR: ("r.b.v.y",)}
DUEL_CARDS: Final = 9
SIXTEEN: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Everything about a match that never changes. Equal options give equal settings.

    Tables are indexed by the code of a card (see `content`): what it shows as it lies, and what becomes of it.
    """

    key: str
    options: JsonObject
    content: Content
    mode: str
    grid: Grid
    numbers: tuple[int, ...]
    """The numbers of the cards that are dealt; none if they are drawn first."""
    seats: int
    seatings: tuple[str, ...]
    """The outcomes of the lot for the sides, all equally likely."""
    most_kept: int
    """So many cards a team has at most when the first turn begins (5)."""
    goal: int
    """So many cards win (8.1)."""
    actions: frozenset[str]
    chain_is_forced: bool
    repetition_limit: int
    first_army: int | None
    arrows: tuple[tuple[int, ...], ...]
    army: bytes
    flipped: tuple[tuple[int, ...], ...]
    """`flipped[code][direction]`: the card after a flip in that direction (2.2)."""
    crosses: bytes
    """All codes that show an X."""
    is_own: tuple[tuple[bool, ...], ...]
    """`is_own[mover][code]`: whether the mover may swap or turn the card (4)."""
    texts: tuple[str, ...]
    """A card as a position text shows it."""
    codes: Mapping[str, int]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setting) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def is_duel(self) -> bool:
        """Whether sides play instead of armies."""
        return self.mode == DUEL


_content_named: Final = content_reader(CONTENTS, content_of)


@kept_by_options
def setting_of(key: str, options: dict[str, Any]) -> Setting:
    """Return the setting of complete options. Raises Refusal BAD_OPTION for values that do not go together (11)."""
    content = _content_named(options["content"])
    _must_fit(options, content)
    mode = options["mode"]
    codes = range(CODES_PER_CARD * len(content.cards))
    texts = tuple(_card_text(content, code) for code in codes)
    grid = grid_of(3 if mode == DUEL else 4)
    return Setting(
        key=key,
        options=options,
        content=content,
        mode=mode,
        grid=grid,
        numbers=_numbers(options, content),
        seats=4 if mode == FOUR else 2,
        seatings=_SEATS[mode],
        most_kept=5 if mode == DUEL else 9,
        goal=len(grid.names) - (0 if options["total_defeat"] else 1),
        actions=frozenset(options["start_actions"]),
        chain_is_forced=options["chain"] == "forced",
        repetition_limit=options["repetition_limit"],
        first_army=None if options["first_army"] is None else ARMIES.index(options["first_army"]),
        arrows=tuple(_arrows(content, code) for code in codes),
        army=bytes(_army(content, code) for code in codes),
        flipped=tuple(
            tuple(_flipped(options["back_alignment"], code, way) for way in range(len(DIRECTIONS))) for code in codes
        ),
        crosses=bytes(code for code in codes if team_of(code)),
        is_own=tuple(
            tuple(_is_own(content, code, mover) for code in codes) for mover in range(len(ARMIES) + len(SYMBOLS))
        ),
        texts=texts,
        codes={text: code for code, text in enumerate(texts)},
    )


def default_quiet_limit(mode: str) -> int:
    """Return the quiet limit of a mode where the options name none (8.2)."""
    return _QUIET_LIMITS[mode]


def seats_of(mode: str) -> int:
    """Return how many seats a mode has (4)."""
    return 4 if mode == FOUR else 2


# How a card lies (2.2)


def _face(content: Content, code: int) -> Any:
    return content.cards[code // CODES_PER_CARD].faces[team_of(code)]


def _army(content: Content, code: int) -> int:
    army: int = _face(content, code).army
    return army


def _is_own(content: Content, code: int, mover: int) -> bool:
    """Tell whether a card belongs to a mover: to an army, or to a side (`state.MOVERS`)."""
    return _army(content, code) == mover if mover < len(ARMIES) else team_of(code) == mover & 1


def _arrows(content: Content, code: int) -> tuple[int, ...]:
    printed: tuple[int, ...] = _face(content, code).arrows
    return tuple(sorted(map(opposite, printed))) if code & DOWN_BIT else printed


def _flipped(alignment: str, code: int, way: int) -> int:
    """Return the other face: over its upright edge a page keeps its rotation, a calendar changes it."""
    about_upright_edge = bool(way & 1)
    keeps = about_upright_edge == (alignment == "page")
    return code ^ X_BIT ^ (0 if keeps else DOWN_BIT)


def _card_text(content: Content, code: int) -> str:
    number = content.cards[code // CODES_PER_CARD].number
    return f"{number}{SYMBOLS[team_of(code)]}{'v' if code & DOWN_BIT else '^'}"


# Options that must fit each other (11)


def _must_fit(options: Mapping[str, Any], content: Content) -> None:
    """Raise Refusal BAD_OPTION for values that the mode or each other rule out."""
    is_duel, chosen = options["mode"] == DUEL, options["chosen_cards"]
    if (options["cards"] == "chosen") != bool(chosen):
        raise Refusal("BAD_OPTION", f"chosen_cards: {len(chosen)} with cards: {options['cards']}")
    for key, usual in _ONLY_SIXTEEN.items() if is_duel else _ONLY_DUEL.items():
        if options[key] != usual:
            raise Refusal("BAD_OPTION", f"{key}: {options[key]} with mode: {options['mode']}")
    known = {card.number for card in content.cards}
    for number in chosen:
        if number not in known:
            raise Refusal("BAD_OPTION", f"chosen_cards: {number}")


_ONLY_SIXTEEN: Final = {"total_defeat": False, "first_army": None}
_ONLY_DUEL: Final = {"cards": "green"}


def _numbers(options: Mapping[str, Any], content: Content) -> tuple[int, ...]:
    if options["mode"] != DUEL:
        return tuple(card.number for card in content.cards if card.number not in content.excluded)
    match options["cards"]:
        case "random":
            return ()
        case "chosen":
            return tuple(options["chosen_cards"])
        case name:
            return content.of_set(name)
