"""The rule page for players; heroes, cards and deck bounds come from the content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from gameengine.board.view import Tray
from gameengine.core.game import Guide
from gameengine.core.types import Text
from gameengine.games.flagged.content import COUNTER, DEFAULT, NORMAL, ULTIMATE, Content, content_of
from gameengine.games.flagged.laid import printed, printed_hero
from gameengine.games.guides import read_guide

_HEROES: Final = Text("Heroes", "Helden")
_FOR_ALL: Final[Mapping[str, Text]] = {
    NORMAL: Text("Cards for every hero", "Karten für alle Helden"),
    COUNTER: Text("Counters for every hero", "Konter für alle Helden"),
    ULTIMATE: Text("Ultimates for every hero", "Ultimative Karten für alle Helden"),
}


def load_guide() -> Guide:
    """Return the guide in both languages, with the content that new matches have."""
    content = content_of({"content": DEFAULT})
    return read_guide(
        Path(__file__).parent,
        position=_position,
        places={"deck": Text(_bounds(content, "en"), _bounds(content, "de"))},
        trays={"heroes": tuple(_hero_trays(content)), "all": tuple(_card_trays(content))},
    )


def _tokens(position: str) -> dict[str, str]:
    """Return the tokens of a position text by their letters.

    >>> _tokens("fl1 T=5.0 W=-")
    {'fl1': '', 'T': '5.0', 'W': '-'}
    """
    return {name: value for name, _, value in (token.partition("=") for token in position.split(" "))}


def _position(row: Mapping[str, Any], base: str) -> str:
    """Return the position text of an example: `base` with some tokens exchanged."""
    tokens = {**_tokens(base), **row["position"]}
    return " ".join(f"{name}={value}" if value else name for name, value in tokens.items())


def _bounds(content: Content, language: str) -> str:
    """Return the bounds of a deck as a list."""
    rules = content.deck_rules
    if language == "de":
        sizes = f"{rules.min_size} bis {rules.max_size} Karten"
        copies = f"höchstens {rules.max_copies} gleiche, wenn die Karte nichts anderes sagt"
        ultimates = f"höchstens {rules.max_ultimates} ultimative Karten, jede einmal"
        return f"- {sizes}\n- {copies}\n- {ultimates}\n- keine Karten eines anderen Helden"
    sizes, copies = f"{rules.min_size} to {rules.max_size} cards", f"{rules.max_copies} of a kind at most"
    ultimates = f"{rules.max_ultimates} ultimates at most, each once"
    return f"- {sizes}\n- {copies}, unless the card says otherwise\n- {ultimates}\n- no cards of another hero"


def _hero_trays(content: Content) -> Iterator[Tray]:
    yield Tray("heroes", _HEROES, tuple(printed_hero(content, hero) for hero in content.heroes))


def _card_trays(content: Content) -> Iterator[Tray]:
    """Return all cards: those for every hero by kind, then each hero's own."""
    for kind, title in _FOR_ALL.items():
        own = tuple(printed(content, card) for card in content.cards.values() if card.kind == kind and not card.hero)
        yield Tray(f"cards-{kind}", title, own)
    for hero in content.heroes.values():
        own = tuple(printed(content, card) for card in content.cards.values() if card.hero == hero.id)
        yield Tray(f"cards-{hero.id}", hero.name, own)
