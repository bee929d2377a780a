"""What the game is made of: double-sided cards and armies, read from `cards.yaml` or from what an event brings.

A card on the table is one number, its code: four times its place in the content, plus `X_BIT` while its X face is up,
plus `DOWN_BIT` while it lies upside down. Armies are numbers in the order in which they play: red, blue, violet,
yellow, so that the army's team, its symbol, is the lowest bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gameengine.core.types import JsonObject, Text
from gameengine.core.yamldata import read_yaml

RULES_VERSION: Final = 1

DOWN_BIT: Final = 1
X_BIT: Final = 2
CODES_PER_CARD: Final = 4

SYMBOLS: Final = "OX"
"""The two teams; a team is a number, 0 or 1."""
ARMIES: Final = "rbvy"
"""Codes of the armies, clockwise: red O, blue X, violet O, yellow X (5)."""
ARMY_KEYS: Final = ("red", "blue", "violet", "yellow")
"""The armies as a content file names them, in the same order."""
DIRECTIONS: Final = "NESW"
"""A direction is a number, 0 to 3, clockwise."""
SETS: Final = ("green", "yellow")


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: its army, and the directions of its arrows while it lies upright."""

    army: int
    arrows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `faces` are O and X."""

    number: int
    name: Text
    set: str
    faces: tuple[Face, Face]


@dataclass(frozen=True, slots=True)
class Content:
    """A content file, read. `excluded` are the numbers that the game with sixteen cards leaves out."""

    cards: tuple[Card, ...]
    army_names: tuple[Text, ...]
    set_names: Mapping[str, Text]
    excluded: frozenset[int]

    def of_set(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the cards of a set, as the file lists them."""
        return tuple(card.number for card in self.cards if card.set == name)


def content_of(data: Any) -> Content:
    """Return the content of a file that `check_content` found good."""
    return Content(
        cards=tuple(map(_card, data["cards"])),
        army_names=tuple(Text.of(data["armies"][key]["name"]) for key in ARMY_KEYS),
        set_names={key: Text.of(data["sets"][key]["name"]) for key in SETS},
        excluded=frozenset(data["sixteen_card_excluded"]),
    )


def _card(data: Mapping[str, Any]) -> Card:
    return Card(data["number"], Text.of(data["name"]), data["set"], (_face(data["O"]), _face(data["X"])))


def _face(data: Mapping[str, Any]) -> Face:
    return Face(ARMY_KEYS.index(data["army"]), tuple(sorted(map(DIRECTIONS.index, data["arrows"]))))


_DATA: Final[JsonObject] = read_yaml(Path(__file__).parent / "cards.yaml")
DEFAULT_CONTENT: Final = f"{_DATA['content']}-{_DATA['content_version']}"
CONTENTS: Final[Mapping[str, JsonObject]] = {DEFAULT_CONTENT: _DATA}
"""The built-in contents by name."""


def team_of(code: int) -> int:
    """Return the team that controls a card: that of the symbol which is up."""
    return code >> 1 & 1
