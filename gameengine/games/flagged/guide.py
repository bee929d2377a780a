"""The rule page for players, read from `guide.yaml`; heroes, cards and deck bounds come from the content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from gameengine.board.view import Tray
from gameengine.core.game import Example, Guide, Section
from gameengine.core.types import Text
from gameengine.games.flagged.content import COUNTER, DEFAULT, LOADER, NORMAL, ULTIMATE, Content, content_of
from gameengine.games.flagged.laid import printed, printed_hero

DECK_PLACE: Final = "{deck}"
"""Where a section's text takes in the bounds of a deck."""

_HEROES: Final = Text("Heroes", "Helden")
_FOR_ALL: Final[Mapping[str, Text]] = {
    NORMAL: Text("Cards for every hero", "Karten für alle Helden"),
    COUNTER: Text("Counters for every hero", "Konter für alle Helden"),
    ULTIMATE: Text("Ultimates for every hero", "Ultimative Karten für alle Helden"),
}


def load_guide() -> Guide:
    """Return the guide in both languages, with the content that new matches have."""
    with (Path(__file__).parent / "guide.yaml").open(encoding="utf-8") as file:
        data: Mapping[str, Any] = yaml.load(file, Loader=LOADER)  # noqa: S506 - both are safe
    content = content_of({"content": DEFAULT})
    base = _tokens(data["base"])
    return Guide(
        steps=_examples(data["steps"], base),
        sections=tuple(_section(row, base, content) for row in data["sections"]),
        faq=tuple((_text(question), _text(answer)) for question, answer in data["faq"]),
        source=_text(data["source"]),
    )


def _tokens(position: str) -> dict[str, str]:
    """Return the tokens of a position text by their letters.

    >>> _tokens("fl1 T=5.0 W=-")
    {'fl1': '', 'T': '5.0', 'W': '-'}
    """
    return {name: value for name, _, value in (token.partition("=") for token in position.split(" "))}


def _position(base: Mapping[str, str], changed: Mapping[str, str]) -> str:
    """Return a position text: `base` with some tokens exchanged."""
    return " ".join(f"{name}={value}" if value else name for name, value in {**base, **changed}.items())


def _section(row: Mapping[str, Any], base: Mapping[str, str], content: Content) -> Section:
    text = _text(row["text"])
    en, de = (text.to(lang).replace(DECK_PLACE, _bounds(content, lang)) for lang in ("en", "de"))
    trays = tuple(_CARDS[row["cards"]](content)) if "cards" in row else ()
    return Section(row["key"], _text(row["title"]), Text(en, de), _examples(row.get("examples", ()), base), trays)


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


_CARDS: Final[Mapping[str, Callable[[Content], Iterator[Tray]]]] = {"heroes": _hero_trays, "all": _card_trays}


def _examples(rows: Sequence[Mapping[str, Any]], base: Mapping[str, str]) -> tuple[Example, ...]:
    return tuple(
        Example(
            _position(base, row["position"]),
            _text(row["caption"]),
            row.get("action", ""),
            row.get("seat", 0),
            row.get("options", {}),
        )
        for row in rows
    )


def _text(names: Mapping[str, str]) -> Text:
    return Text(names["en"].strip(), names["de"].strip())
