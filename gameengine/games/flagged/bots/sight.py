"""What a bot makes of its view: the position, with the hidden cards as it imagines them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flagged.content import content_of
from gameengine.games.flagged.document import restored
from gameengine.games.flagged.notation import MASK
from gameengine.games.flagged.state import State


def without_enemy_cards(view: JsonObject, seat: Seat) -> State:
    """Return the position as if the other seat held no cards: nothing is answered, and the own deck is in any order."""
    v: Any = view
    hands: list[Sequence[str]] = [(), ()]
    decks: list[Sequence[str]] = [(), ()]
    hands[seat] = v["players"][seat]["hand"]
    decks[seat] = _own_deck(v, seat)
    return restored(view, hands, decks)


def imagined(view: JsonObject, seat: Seat, random: Random) -> State:
    """Return the position with the hidden cards drawn at random among those that may be where they are."""
    v: Any = view
    other = 1 - seat
    pool = _shuffled(unknown_cards(view, other), random)
    size = v["players"][other]["hand_size"]
    hands: list[Sequence[str]] = [(), ()]
    decks: list[Sequence[str]] = [(), ()]
    hands[seat], decks[seat] = v["players"][seat]["hand"], _shuffled(_own_deck(v, seat), random)
    hands[other], decks[other] = pool[:size], pool[size:]
    return restored(view, hands, decks)


def unknown_cards(view: JsonObject, seat: Seat) -> list[str]:
    """Return the cards of a seat that others have not seen, as far as its ready deck tells."""
    v: Any = view
    lists = v["options"]["decks"]
    ready = lists[seat] if lists else content_of(v["options"]).presets.get(v["heroes"][seat], {})
    left = Counter(ready)
    left.subtract(v["players"][seat]["discard"])
    left.subtract(played["card"] for played in v["chain"] if played["by"] == seat)
    return [card for card, count in sorted(left.items()) for _ in range(count)]


def _own_deck(view: Any, seat: Seat) -> list[str]:
    cards = view["players"][seat]["deck_cards"]
    return [] if cards == MASK else [card for card, count in cards.items() for _ in range(count)]


def _shuffled(cards: Sequence[str], random: Random) -> list[str]:
    return [cards[place] for place in random.permutation(len(cards))]
