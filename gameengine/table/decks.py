"""What decks seats may bring, by the game's own check and by what the organizer leaves to them."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

from gameengine.core.abilities import HasDecks
from gameengine.core.decks import DECK_CHOICE
from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject

DeckChoice: TypeAlias = Literal["fixed", "ready", "built"]


def deck_choice(options: JsonObject) -> DeckChoice:
    """Return what complete options leave to the seats: nothing, a hero with its ready deck, or a deck of their own."""
    return cast(DeckChoice, options.get(DECK_CHOICE, "built"))


def allowed_deck(game: HasDecks, options: JsonObject, deck: Json) -> JsonObject | None:
    """Return a deck that a seat may bring; None stands for that of the options.

    Raises Refusal DECKS_FIXED, DECKS_READY, or the game's code.
    """
    choice = deck_choice(options)
    if choice == "fixed":
        raise Refusal("DECKS_FIXED")
    if deck is None:
        return None
    checked = game.check_deck(options, deck)
    if choice == "ready" and checked != game.check_deck(options, {"hero": checked["hero"]}):
        raise Refusal("DECKS_READY")
    return checked
