"""Decks: the check before a match (rule page, section 15) and the catalogue for who builds one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gameengine.core.decks import Catalogue, DeckCard, DeckHero
from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject, Seat, Text
from gameengine.games.flagged.cardtext import KIND_NAMES, card_text
from gameengine.games.flagged.content import ULTIMATE, Content, content_of

_LARGEST_FORM: Final = 400
"""A deck with more different cards than this is not looked at."""


def catalogue(options: JsonObject) -> Catalogue:
    """Return what decks may be built of."""
    content = content_of(options)
    return Catalogue(
        heroes=tuple(DeckHero(hero.id, hero.name, hero.text) for hero in content.heroes.values()),
        cards=tuple(
            DeckCard(
                card.id,
                card.name,
                card_text(content, card),
                card.kind,
                KIND_NAMES[card.kind],
                card.hero,
                card.copies,
                card.cost,
            )
            for card in content.cards.values()
        ),
        presets=content.presets,
        smallest=content.deck_rules.min_size,
        largest=content.deck_rules.max_size,
        most_ultimates=content.deck_rules.max_ultimates,
    )


def check_deck(options: JsonObject, deck: Json) -> dict[str, Json]:
    """Return `{"hero", "cards"}` with the cards in the order of the content. Raises Refusal."""
    for refusal in deck_problems(options, deck):
        raise refusal
    content = content_of(options)
    data: Any = deck
    cards = data.get("cards", content.presets[data["hero"]])
    return {"hero": data["hero"], "cards": {card: cards[card] for card in content.cards if card in cards}}


def deck_problems(options: JsonObject, deck: Json) -> tuple[Refusal, ...]:
    """Return everything that is wrong with a deck, in the order of the page."""
    content = content_of(options)
    if not _is_deck(deck):
        return (Refusal("BAD_DECK", str(deck)[:120]),)
    data: Any = deck
    if data["hero"] not in content.heroes:
        return (Refusal("UNKNOWN_HERO", data["hero"][:60]),)
    cards = data.get("cards", content.presets[data["hero"]])
    return tuple(refusal for refusal, _ in count_problems(content, data["hero"], cards))


def _is_deck(deck: Json) -> bool:
    if not isinstance(deck, Mapping) or not {"hero"} <= set(deck) <= {"hero", "cards"}:
        return False
    cards = deck.get("cards", {})
    return (
        isinstance(deck["hero"], str)
        and isinstance(cards, Mapping)
        and len(cards) <= _LARGEST_FORM
        and all(isinstance(card, str) and _is_number(count) for card, count in cards.items())
    )


def _is_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def count_problems(content: Content, hero: str, cards: Mapping[str, int]) -> Iterator[tuple[Refusal, Text]]:
    """Yield what is wrong with the cards of a hero's deck, each with a sentence."""
    rules = content.deck_rules
    for name in cards:
        if name not in content.cards:
            yield (
                Refusal("UNKNOWN_CARD", name[:40]),
                Text(f"There is no card {name[:40]}.", f"Eine Karte {name[:40]} gibt es nicht."),
            )
    size = sum(cards.values())
    if not rules.min_size <= size <= rules.max_size:
        yield (
            Refusal("DECK_SIZE", str(size)),
            Text(
                f"The deck has {size} cards; it must have {rules.min_size} to {rules.max_size}.",
                f"Das Deck hat {size} Karten; es müssen {rules.min_size} bis {rules.max_size} sein.",
            ),
        )
    known = {content.cards[card]: count for card, count in cards.items() if card in content.cards}
    for card, count in known.items():
        if count > card.copies:
            yield (
                Refusal("DECK_COPIES", card.id),
                Text(
                    f"{card.name.en} is there {count} times, {card.copies} at most.",
                    f"{card.name.de} ist {count}-mal dabei, höchstens {card.copies}-mal.",
                ),
            )
    ultimates = sum(count for card, count in known.items() if card.kind == ULTIMATE)
    if ultimates > rules.max_ultimates:
        yield (
            Refusal("DECK_ULTIMATES", str(ultimates)),
            Text(
                f"{ultimates} ultimates are too many; {rules.max_ultimates} at most.",
                f"{ultimates} ultimative Karten sind zu viele; höchstens {rules.max_ultimates}.",
            ),
        )
    for card in known:
        if card.hero and card.hero != hero:
            owner = content.heroes[card.hero].name if card.hero in content.heroes else Text(card.hero, card.hero)
            yield (
                Refusal("DECK_CLASS", card.id),
                Text(f"{card.name.en} is only for {owner.en}.", f"{card.name.de} ist nur für {owner.de}."),
            )


def deck_of_options(options: Mapping[str, Any], seat: Seat) -> dict[str, Json]:
    """Return the deck that the options give to a seat: a listed one, else the ready one of its hero (15)."""
    hero, lists = options["heroes"][seat], options["decks"]
    return {"hero": hero, "cards": dict(Counter(lists[seat]))} if lists else {"hero": hero}


def check_given(options: Mapping[str, Any]) -> None:
    """Raise Refusal BAD_OPTION unless the heroes and decks that the options give to the seats may be played (15)."""
    for seat in (0, 1):
        for refusal in deck_problems(options, deck_of_options(options, seat)):
            what = "heroes" if refusal.code == "UNKNOWN_HERO" else "decks"
            raise Refusal("BAD_OPTION", f"{what}: seat {seat + 1}: {refusal.code} {refusal.quoted}"[:120])
