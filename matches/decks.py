"""Decks: whose they are, what may be built, and what is wrong with one, in words. Generic over games with decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from gameengine.core.abilities import HasDecks
from gameengine.core.decks import Catalogue, DeckCard
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject
from matches.access import Principal, own_names
from matches.deck_text import MOST_CARDS, MOST_COPIES
from matches.errors import MatchError, sentence
from matches.models import Deck
from matches.words import language

GUEST: Final = "guest/"
"""How the player ref of somebody without account begins; it lives in the session alone."""

LONGEST_ID: Final = 40
"""No id of a hero or card is longer."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who keeps a new deck: a user, else somebody whom a link or the session has proven."""

    user_id: int | None = None
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a deck: the code of the rule page, and a sentence in the active language."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One card of the catalogue in words, and how often a deck has it."""

    id: str
    name: str
    detail: str
    kind: str
    hero: str
    most: int
    cost: int
    count: int


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that are shown together: those of one hero, or of one kind."""

    key: str
    title: str
    hero: str
    cards: tuple[CardLine, ...]

    @property
    def count(self) -> int:
        """Return how many cards of this group a deck has."""
        return sum(card.count for card in self.cards)


# whose they are


def decks_of(principal: Principal, game: str) -> QuerySet[Deck]:
    """Return the decks of a game that are the principal's, the one changed last first."""
    return Deck.objects.filter(_owned_by(principal), game=game)


def own_deck(principal: Principal, deck_id: str) -> Deck:
    """Return a deck of the principal. Raises MatchError `no_such_deck` for any other."""
    found = Deck.objects.filter(_owned_by(principal), pk=deck_id).first()
    if found is None:
        raise MatchError("no_such_deck")
    return found


def _owned_by(principal: Principal) -> Q:
    by_user = Q(user_id=principal.user_id) if principal.user_id is not None else Q(pk__in=())
    return by_user | Q(owner_ref__in=own_names(principal))


def owner_of(principal: Principal) -> Owner | None:
    """Return who is to keep a new deck of the principal; None for somebody who has proven nothing yet."""
    if principal.user_id is not None:
        return Owner(user_id=principal.user_id)
    names = sorted(own_names(principal), key=lambda name: (name.startswith(GUEST), name))
    return Owner(ref=names[0]) if names else None


# what may be built


def with_decks(game: Game[Any]) -> HasDecks:
    """Return a game as one that has decks. Raises MatchError `no_decks`."""
    if not isinstance(game, HasDecks):
        raise MatchError("no_decks")
    return game


def groups(catalogue: Catalogue, cards: Mapping[str, int]) -> list[CardGroup]:
    """Return every card in groups: first those of one hero alone, then all others by their kind."""
    heroes = {hero.id: hero.name.to(language()) for hero in catalogue.heroes}
    found: dict[tuple[str, str], list[DeckCard]] = {}
    for card in catalogue.cards:
        found.setdefault(("hero", card.hero) if card.hero else ("kind", card.kind), []).append(card)
    ordered = sorted(found.items(), key=lambda item: item[0][0] == "kind")
    return [
        CardGroup(
            f"{sort}-{key}",
            _("Only %(hero)s") % {"hero": heroes.get(key, key)} if sort == "hero" else same[0].kind_name.to(language()),
            key if sort == "hero" else "",
            tuple(_line(card, cards.get(card.id, 0)) for card in same),
        )
        for (sort, key), same in ordered
    ]


def _line(card: DeckCard, count: int) -> CardLine:
    words = language()
    return CardLine(
        card.id,
        card.name.to(words),
        card.detail.to(words),
        card.kind_name.to(words),
        card.hero,
        card.most,
        card.cost,
        count,
    )


def hero_name(catalogue: Catalogue, hero: str) -> str:
    """Return what a hero is called; the id if this content has no such hero."""
    return next((one.name.to(language()) for one in catalogue.heroes if one.id == hero), hero)


def full(catalogue: Catalogue, deck: JsonObject) -> dict[str, Any]:
    """Return a deck with its cards: those of the ready deck where it names a hero alone."""
    cards: Any = deck.get("cards", catalogue.presets.get(str(deck["hero"]), {}))
    return {"hero": deck["hero"], "cards": dict(cards)}


def size(deck: JsonObject) -> int:
    """Return how many cards a deck has."""
    cards: Any = deck["cards"]
    return sum(cards.values())


# what is wrong with one


def checked_shape(deck: Any) -> dict[str, Any]:
    """Return a deck that is to be kept, whatever the rules say of it. Raises MatchError `deck_unreadable`."""
    fits = (
        isinstance(deck, Mapping)
        and set(deck) == {"hero", "cards"}
        and _is_id(deck["hero"])
        and isinstance(deck["cards"], Mapping)
        and len(deck["cards"]) <= MOST_CARDS
        and all(_is_id(card) and _is_count(count) for card, count in deck["cards"].items())
    )
    if not fits:
        raise MatchError("deck_unreadable")
    return {"hero": deck["hero"], "cards": dict(deck["cards"])}


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_COPIES


def faults_of(game: Game[Any], options: JsonObject, deck: Json) -> list[Fault]:
    """Return everything that is wrong with a deck under complete options."""
    checker = with_decks(game)
    names = {card.id: card.name.to(language()) for card in checker.catalogue(options).cards}
    return [_fault(game, refusal, names) for refusal in checker.deck_problems(options, deck)]


def _fault(game: Game[Any], refusal: Refusal, names: Mapping[str, str]) -> Fault:
    said = sentence(refusal.code, game.key).removesuffix(".")
    about = names.get(refusal.quoted, refusal.quoted)
    return Fault(refusal.code, f"{said}: {about}" if about else f"{said}.")


class DeckRefusedError(MatchError):
    """A deck cannot be played under the options of a match; `faults` are all the reasons."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("deck_refused", ", ".join(fault.code for fault in faults))
        self.faults = tuple(faults)

    @property
    def more(self) -> Mapping[str, Any]:
        """Return what a program is told beside the sentence."""
        return {"problems": [{"code": fault.code, "text": fault.text} for fault in self.faults]}


def checked_deck(game: Game[Any], options: JsonObject, deck: Json) -> JsonObject:
    """Return a deck as a match takes it. Raises DeckRefusedError with everything that is wrong."""
    faults = faults_of(game, options, deck)
    if faults:
        raise DeckRefusedError(faults)
    return with_decks(game).check_deck(options, deck)
