"""Contents and catalogues of games, decks that people keep, and the deck of a seat in a match that waits."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from gameengine.core.game import Game
from gameengine.games.registry import GAMES
from gameengine.table.decks import deck_choice
from matches import contents, decks, services
from matches.api.deck_fields import (
    BroughtOut,
    CatalogueOut,
    ContentOut,
    ContentQuery,
    DeckChange,
    DeckIn,
    DeckOut,
    DeckQuery,
    NamedOut,
    SeatDeckIn,
)
from matches.api.operation import operation
from matches.api.views import ApiView
from matches.asking import asked
from matches.bringing import bring, own_deck
from matches.models import Deck


class _OfGames(ApiView):
    tag = "games"
    fresh_s = 5

    @staticmethod
    def game(key: str) -> Game[Any]:
        """Return the game of an address. Raises NotFound."""
        if key not in GAMES:
            raise NotFound
        return GAMES[key]


class ContentList(_OfGames):
    """The contents that come with a game."""

    @operation("List the contents of a game", gives=NamedOut, many=True)
    def get(self, request: Request, key: str) -> Response:
        """Return the built-in contents; uploaded ones are known by their hash alone."""
        return self.all_of(contents.built_in(self.game(key)))


class ContentDetail(_OfGames):
    """One content of a game."""

    @operation("Read a content", gives=ContentOut)
    def get(self, request: Request, key: str, ref: str) -> Response:
        """Return a built-in content by its name, or an uploaded one by its hash."""
        return self.answer(contents.content_named(self.game(key), ref))


class CatalogueDetail(_OfGames):
    """What decks are built of."""

    @operation("Read what decks are built of", gives=CatalogueOut, query=ContentQuery)
    def get(self, request: Request, key: str) -> Response:
        """Return the heroes, cards, ready decks and bounds of a content; without a name of the usual one."""
        game = self.game(key)
        builder = decks.with_decks(game)
        return self.answer(builder.catalogue(contents.options_on(game, self.asked_for.get("content", ""))))


class _Decks(ApiView):
    tag = "decks"
    ordering = ("-changed_at_ms", "id")

    def options(self, key: str) -> Any:  # type: ignore[override]  # the verb OPTIONS is not served here
        """Return the options on which decks of a game are checked in this request. Raises MatchError."""
        decks.with_decks(GAMES[key])
        return contents.options_on(GAMES[key], self.asked_for.get("content", ""))

    def one(self, row: Deck) -> Response:
        """Return the answer with a deck, and the version to name for the next change."""
        return self.versioned(row, checked_on={row.game: self.options(row.game)})


class DeckList(_Decks):
    """The asker's decks."""

    @operation("List your decks", gives=DeckOut, many=True, query=DeckQuery, closed=True, refuses=(404,))
    def get(self, request: Request) -> Response:
        """Return your decks of a game, the one changed last first, with what is wrong with each."""
        game = self.asked_for["game"]
        rows = decks.decks_of(self.principal, game)
        return self.page(rows, checked_on={game: self.options(game)})

    @operation("Keep a deck", takes=DeckIn, gives=DeckOut, status=201, needs="play", once=True, refuses=(404, 409))
    def post(self, request: Request) -> Response:
        """Keep a new deck. It may be unfinished: `problems` says what is wrong with it."""
        owner = decks.owner_of(self.principal)
        if owner is None:
            raise NotAuthenticated
        decks.with_decks(GAMES[self.given["game"]])
        return self.one(services.deck_create(owner=owner, **self.given))


class DeckDetail(_Decks):
    """One deck of the asker."""

    @operation("Read a deck", gives=DeckOut, query=ContentQuery, closed=True)
    def get(self, request: Request, deck_id: str) -> Response:
        """Return a deck of yours, and what is wrong with it on a content."""
        return self.one(decks.own_deck(self.principal, deck_id))

    @operation("Change a deck", takes=DeckChange, gives=DeckOut, needs="play", edits=True)
    def patch(self, request: Request, deck_id: str) -> Response:
        """Give it another name, or put another deck in its place."""
        row = decks.own_deck(self.principal, deck_id)
        self.require_version(row, checked_on={row.game: self.options(row.game)})
        return self.one(services.deck_change(row=row, **self.given))

    @operation("Delete a deck", status=204, needs="play")
    def delete(self, request: Request, deck_id: str) -> Response:
        """Delete a deck. Matches that were begun with it go on."""
        services.deck_delete(row=decks.own_deck(self.principal, deck_id))
        return self.done()


class SeatDeck(ApiView):
    """The deck of the own seat in a match that waits."""

    tag = "matches"

    @operation("Read your deck of a match", gives=BroughtOut, closed=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Return what your seat brings, while the match waits; nobody else can read it."""
        found = asked(self.request, match_id)
        return self.answer({"deck": own_deck(found), "choice": deck_choice(found.match.options)})

    @operation("Choose your deck of a match", takes=SeatDeckIn, gives=BroughtOut, needs="play", refuses=(409,))
    def put(self, request: Request, match_id: str) -> Response:
        """Bring a deck, `{"hero": …}` for the ready one of a hero, until your seat is ready."""
        found = asked(self.request, match_id)
        bring(found, self.given["deck"])
        return self.answer({"deck": own_deck(found), "choice": deck_choice(found.match.options)})
