"""Choosing the deck of a seat: the ready deck of a hero, or one that the player has built."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject, Seat
from gameengine.table import decks as table_decks
from gameengine.table.decks import deck_choice
from matches import decks
from matches.access import Principal
from matches.decks import DeckRefusedError, Fault, faults_of, with_decks
from matches.errors import MatchError
from matches.models import Match
from matches.option_fields import HEROES
from matches.store.read import events_after
from matches.words import language

_LEFT_TO_SEATS: Final = {"DECKS_FIXED": "deck_by_organizer", "DECKS_READY": "deck_ready_only"}
"""What the table's refusals are called before there is a table."""

_PREPARE: Final = "prepare "

READY: Final = "ready:"
"""How the key of a ready deck begins; the key of a kept one is its id."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A deck that can be chosen. One with faults is shown, and cannot be taken."""

    key: str
    name: str
    about: str
    hero: str
    size: int
    cards: tuple[tuple[int, str], ...]
    faults: tuple[Fault, ...]
    deck: JsonObject
    chosen: bool

    @property
    def ready(self) -> bool:
        """Tell whether it is the ready deck of a hero."""
        return self.key.startswith(READY)


def choices(principal: Principal, game: Game[Any], options: JsonObject, current: Json = None) -> list[Choice]:
    """Return what may be chosen: every hero's ready deck, then the principal's own decks, if those are allowed."""
    policy = deck_choice(options)
    if policy == "fixed":
        return []
    ready = _ready(game, options, current)
    if policy == "ready":
        return ready
    # A kept copy of the ready deck is the same deck: one of them is chosen.
    own = _own(principal, game, options, None if any(one.chosen for one in ready) else current)
    return [*ready, *own]


def _ready(game: Game[Any], options: JsonObject, current: Json) -> list[Choice]:
    catalogue = with_decks(game).catalogue(options)
    words = language()
    names = {card.id: card.name.to(words) for card in catalogue.cards}
    return [
        Choice(
            key=READY + hero.id,
            name=hero.name.to(words),
            about=hero.text.to(words),
            hero=hero.name.to(words),
            size=sum(catalogue.presets[hero.id].values()),
            cards=tuple((count, names[card]) for card, count in catalogue.presets[hero.id].items()),
            faults=(),
            deck={"hero": hero.id},
            chosen=_is_ready_deck(game, options, current, hero.id),
        )
        for hero in catalogue.heroes
        if hero.id in catalogue.presets
    ]


def _is_ready_deck(game: Game[Any], options: JsonObject, current: Any, hero: str) -> bool:
    if current is None or current.get("hero") != hero:
        return False
    full = decks.full(with_decks(game).catalogue(options), current)
    return bool(full == decks.full(with_decks(game).catalogue(options), {"hero": hero}))


def _own(principal: Principal, game: Game[Any], options: JsonObject, current: Any) -> list[Choice]:
    catalogue = with_decks(game).catalogue(options)
    names = {card.id: card.name.to(language()) for card in catalogue.cards}
    return [
        Choice(
            key=row.pk,
            name=row.name,
            about="",
            hero=decks.hero_name(catalogue, row.deck["hero"]),
            size=decks.size(row.deck),
            cards=tuple((count, names.get(card, card)) for card, count in row.deck["cards"].items()),
            faults=tuple(faults_of(game, options, row.deck)),
            deck=row.deck,
            chosen=bool(current) and row.deck == decks.full(catalogue, current),
        )
        for row in decks.decks_of(principal, game.key)
    ]


def taken(found: Sequence[Choice], key: str) -> JsonObject:
    """Return the deck of a choice. Raises MatchError `no_such_deck`, DeckRefusedError."""
    choice = next((one for one in found if one.key == key), None)
    if choice is None:
        raise MatchError("no_such_deck")
    if choice.faults:
        raise DeckRefusedError(choice.faults)
    return choice.deck


def allowed_deck(game: Game[Any], options: JsonObject, deck: Json) -> JsonObject:
    """Return a deck that somebody may bring under complete options. Raises MatchError `deck_by_organizer`,
    `deck_ready_only`, DeckRefusedError.
    """
    try:
        allowed = table_decks.allowed_deck(with_decks(game), options, deck)
    except Refusal as refusal:
        if refusal.code in _LEFT_TO_SEATS:
            raise MatchError(_LEFT_TO_SEATS[refusal.code]) from refusal
        raise DeckRefusedError(faults_of(game, options, deck)) from refusal
    if allowed is None:
        raise DeckRefusedError(faults_of(game, options, deck))
    return allowed


def usual_deck(options: JsonObject, seat: Seat) -> JsonObject:
    """Return the deck that a seat has without a choice: the ready one of the hero that the options give it."""
    heroes: Any = options[HEROES]
    return {"hero": heroes[seat]}


def brought(match: Match, seat: Seat) -> Json:
    """Return the deck with which a seat began its match; None for the usual one. Only for the seat's own eyes."""
    log = events_after(match.pk, 0)
    prepared = [event.line.seen_by(seat)["text"] for event in log if event.kind == "prepare" and event.actor == seat]
    if prepared:
        return deck_of_text(str(prepared[-1]))
    lines = (event.line.seen_by(seat) for event in log if event.kind == "open")
    events: Any = [event for line in lines for event in line["events"]]  # type: ignore[union-attr]  # a list of maps
    return next((event.get("secret") for event in events if event.get("seat") == seat), None)


def ready_deck(game: Game[Any], options: JsonObject, hero: str = "") -> JsonObject:
    """Return the ready deck of a hero; without a name, or of one that these cards do not have, of any by lot."""
    ready = with_decks(game).catalogue(options).presets
    return {"hero": hero if hero in ready else secrets.choice(sorted(ready))}


def prepare_text(deck: JsonObject) -> str:
    """Return the words by which a seat brings a deck to a table that waits."""
    return _PREPARE + json.dumps(deck, ensure_ascii=False, separators=(",", ":"))


def deck_of_text(text: str) -> Json:
    """Return the deck of such words."""
    deck: Json = json.loads(text.removeprefix(_PREPARE))
    return deck
