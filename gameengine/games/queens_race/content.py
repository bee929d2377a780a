"""What the game is made of: board, pieces, dice, bonus cards, read from `cards.yaml` or from what an event brings.

A piece on the board is one number: its kind (1 to 3), plus `DARK_BIT` for seat 1, plus `ARRIVED_BIT` once it has
reached the enemy start line, plus `FROZEN_BIT`; 0 is an empty square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gameengine.core.types import JsonObject, Text
from gameengine.core.yamldata import read_yaml

# Both are safe; the one in C reads ten times faster, which every start and every bot's process feels.

EMPTY: Final = 0
MESSENGER: Final = 1
GUARD: Final = 2
QUEEN: Final = 3
DARK_BIT: Final = 4
ARRIVED_BIT: Final = 8
FROZEN_BIT: Final = 16
PIECE_BITS: Final = 32
"""Every number on a square is below this one."""

KINDS: Final = "MGQ"
"""Letters of the kinds of piece; kind `n` is `KINDS[n - 1]`."""
COLOURS: Final = ("green", "orange", "blue")
"""The three dice, in the order in which a roll names them."""
MOST_COLUMNS: Final = "ABCDEFGHI"

DOUBLE_STEP: Final = "FF"
CAPTURE: Final = "C"
FREEZE: Final = "Z"
JOKER: Final = "J"
DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {
    "F": (0, 1),
    "B": (0, -1),
    "L": (-1, 0),
    "R": (1, 0),
    "FL": (-1, 1),
    "FR": (1, 1),
    "BL": (-1, -1),
    "BR": (1, -1),
}
"""Steps of the direction symbols as (columns, rows), as seat 0 sees them."""
SYMBOLS: Final = (*DIRECTIONS, DOUBLE_STEP, CAPTURE, FREEZE, JOKER)

TARGETS: Final[Mapping[str, str]] = {
    "free": "own_frozen_piece",
    "freeze": "enemy_messenger",
    "move_sideways": "own_piece_sideways",
    "swap": "two_own_pieces",
}
"""What a person must pick for the effects that have a target."""
NO_TARGET: Final = "none"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a bonus card does: with a `number` of points or turns, or `forward` or back for who landed."""

    op: str
    number: int = 1
    forward: bool = True


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of bonus card. `args` names what must be picked, "none" for nothing."""

    id: str
    name: Text
    count: int
    is_advantage: bool
    args: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """A content file, read. Everything of three has one entry per kind of piece or per die."""

    width: int
    height: int
    bonus_squares: tuple[str, ...]
    piece_names: tuple[Text, ...]
    dice_of: tuple[tuple[int, ...], ...]
    """For each kind, the numbers of the dice that it may use, in the order green, orange, blue."""
    formations: Mapping[str, tuple[int, ...]]
    symbol_names: Mapping[str, Text]
    faces: tuple[tuple[str, ...], ...]
    cards: Mapping[str, Card]

    @property
    def deck(self) -> tuple[str, ...]:
        """Return every bonus card by its id, as the file lists them."""
        return tuple(card.id for card in self.cards.values() for _ in range(card.count))


def content_of(data: Any) -> Content:
    """Return the content of a file that `check_content` found good."""
    pieces, board = data["pieces"], data["board"]
    return Content(
        width=board["width"],
        height=board["height"],
        bonus_squares=tuple(board["bonus_squares"]),
        piece_names=tuple(Text.of(pieces[letter]) for letter in KINDS),
        dice_of=tuple(
            tuple(die for die, colour in enumerate(COLOURS) if colour in pieces[letter]["dice"]) for letter in KINDS
        ),
        formations={
            key: tuple(KINDS.index(letter) + 1 for letter in letters) for key, letters in data["formations"].items()
        },
        symbol_names={symbol: Text.of(data["symbols"][symbol]) for symbol in SYMBOLS},
        faces=tuple(tuple(data["dice"][colour]) for colour in COLOURS),
        cards={key: _card(key, card) for key, card in data["bonus_cards"].items()},
    )


def _card(key: str, data: Mapping[str, Any]) -> Card:
    effects = tuple(
        Effect(effect["op"], effect.get("n", 1), effect.get("by") != "backward") for effect in data["effect"]
    )
    return Card(key, Text.of(data), data["count"], data["type"] == "advantage", data["args"], effects)


_DATA: Final[JsonObject] = read_yaml(Path(__file__).parent / "cards.yaml")
DEFAULT_CONTENT: Final = f"{_DATA['content']}-{_DATA['content_version']}"
CONTENTS: Final[Mapping[str, JsonObject]] = {DEFAULT_CONTENT: _DATA}
"""The built-in contents by name."""
RULES_VERSION: Final = 1


def kind_of(piece: int) -> int:
    """Return MESSENGER, GUARD or QUEEN."""
    return piece & 3


def owner_of(piece: int) -> int:
    """Return the seat that a piece belongs to."""
    return piece >> 2 & 1


def letter_of(piece: int) -> str:
    """Return the piece's letter: upper case for seat 0, lower case for seat 1.

    >>> letter_of(GUARD), letter_of(QUEEN | DARK_BIT | FROZEN_BIT)
    ('G', 'q')
    """
    letter = KINDS[kind_of(piece) - 1]
    return letter.lower() if piece & DARK_BIT else letter
