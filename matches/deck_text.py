"""Decks as text that people send each other: the hero, then a line with number and card for each card.

Cards and heroes are written by their ids, which are the same in every language; names of either language are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from gameengine.core.decks import Catalogue
from gameengine.core.types import JsonObject, Text

MOST_BYTES: Final = 16 * 1024
MOST_CARDS: Final = 200
MOST_COPIES: Final = 99

_HERO: Final = re.compile(r"(?:hero|held)\s*:\s*(.+)", re.IGNORECASE)
_CARD: Final = re.compile(r"([0-9]{1,2})\s*[x×]?\s+(.+)", re.IGNORECASE)


class DeckTextError(ValueError):
    """A text is no deck; `line` is the number of the first line that cannot be read, 0 if the hero is missing."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def write(name: str, deck: JsonObject, catalogue: Catalogue, language: str) -> str:
    """Return a deck as text, with the names of the cards as comments."""
    names = {card.id: card.name.to(language) for card in catalogue.cards}
    cards: Any = deck["cards"]
    lines = [f"{count} {card}" + (f"  # {names[card]}" if card in names else "") for card, count in cards.items()]
    return "\n".join((f"# {name}", f"hero: {deck['hero']}", *lines, ""))


def read(text: str, catalogue: Catalogue) -> tuple[str, dict[str, Any]]:
    """Return the name (of the first comment) and the deck of a text. Raises DeckTextError.

    A name that the catalogue does not know stays as it is, for the check of the deck to refuse.
    """
    heroes = _by_any_name((hero.id, hero.name) for hero in catalogue.heroes)
    known = _by_any_name((card.id, card.name) for card in catalogue.cards)
    name, hero = "", ""
    cards: dict[str, int] = {}
    for number, line in enumerate(text[:MOST_BYTES].splitlines(), 1):
        said, _, comment = (part.strip() for part in line.partition("#"))
        if not said:
            name = name or comment
        elif found := _HERO.fullmatch(said):
            hero = _meant(found[1], heroes)
        elif (found := _CARD.fullmatch(said)) and len(cards) < MOST_CARDS:
            card = _meant(found[2], known)
            cards[card] = min(cards.get(card, 0) + int(found[1]), MOST_COPIES)
        else:
            raise DeckTextError(number)
    if not hero:
        raise DeckTextError(0)
    return name, {"hero": hero, "cards": {card: count for card, count in cards.items() if count}}


def _by_any_name(things: Iterable[tuple[str, Text]]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key, name in things:
        found |= {key: key, name.en.casefold(): key, name.de.casefold(): key}
    return found


def _meant(word: str, known: Mapping[str, str]) -> str:
    return known.get(word, known.get(word.casefold(), word[:40]))
