"""What a game with decks tells about them: everything that a page needs to build one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gameengine.core.types import Text

DECK_CHOICE: Final = "deck_choice"
"""The option of a game with decks that says what seats may bring: `fixed` (nothing: the options say it all), `ready`
(the ready deck of any hero) or `built` (a deck of their own). Without this option they bring what they like."""


@dataclass(frozen=True, slots=True)
class DeckHero:
    """A hero that a deck may be built for, with what it can do."""

    id: str
    name: Text
    text: Text


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card that a deck may hold: `hero` is the only hero whose decks may hold it, "" if every deck may.

    `detail` says in one or two sentences what the card does; `cost` is the number of hand cards that it costs.
    """

    id: str
    name: Text
    detail: Text
    kind: str
    kind_name: Text
    hero: str
    most: int
    cost: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All heroes and cards of a content, the ready decks by hero (card id to number), and the bounds of a deck."""

    heroes: tuple[DeckHero, ...]
    cards: tuple[DeckCard, ...]
    presets: Mapping[str, Mapping[str, int]]
    smallest: int
    largest: int
    most_ultimates: int
    """So many cards of the kind `ultimate` together."""
