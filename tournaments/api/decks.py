"""The content on which a tournament is played, and the deck that an entry brings to its matches."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gameengine.core.types import JsonObject
from gameengine.games.registry import GAMES
from gameengine.table.decks import deck_choice
from matches import contents
from matches.api.deck_fields import LONGEST_REF, BroughtOut, ContentOut, SeatDeckIn
from matches.api.fields import Strict, Values, Words
from matches.api.operation import operation
from matches.decks import with_decks
from tournaments import services
from tournaments.api.entries import EntryView
from tournaments.api.views import TournamentView
from tournaments.errors import NotAllowedError
from tournaments.models import DeckChoice, Tournament
from tournaments.permissions import Actor
from tournaments.seating import options_of


class ContentIn(Strict):
    """A content: one that the server has (`ref`), or a new one as values (`data`) or as text (`yaml`)."""

    ref = Words(required=False, max_length=LONGEST_REF)
    data = Values(required=False)  # type: ignore[assignment]  # a serializer's own data is something else
    yaml = Words(required=False, trim_whitespace=False)
    name = Words(required=False, allow_blank=True, default="", max_length=80)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ask for exactly one of the three. Raises ValidationError."""
        if len(attrs.keys() & {"ref", "data", "yaml"}) != 1:
            raise serializers.ValidationError("Give one of ref, data and yaml.")
        return attrs


class TournamentContent(TournamentView):
    """The content on which a tournament is played."""

    tag = "tournaments"

    @operation("Read the content of a tournament", gives=ContentOut)
    def get(self, request: Request, slug: str) -> Response:
        """Return the cards, heroes and other data of the game as this tournament plays it."""
        return self._content(self.here(slug)[0])

    @operation("Choose the content of a tournament", takes=ContentIn, gives=ContentOut, needs="manage", refuses=(409,))
    def put(self, request: Request, slug: str) -> Response:
        """Play on a content from now on, until a match is made. A bad one is refused with all its `problems`."""
        tournament, actor = self.here(slug)
        given: dict[str, Any] = {**self.given}
        about: dict[str, Any] = {"tournament_id": tournament.pk, "by": actor}
        if "ref" in given:
            services.tournament_content_set(**about, ref=given["ref"])
        elif "data" in given:
            services.tournament_content_add(**about, name=given["name"], data=given["data"])
        else:
            services.tournament_content_upload(**about, name=given["name"], text=given["yaml"].encode())
        tournament.refresh_from_db()
        return self._content(tournament)

    def _content(self, tournament: Tournament) -> Response:
        game = GAMES[tournament.game]
        contents.with_contents(game)
        return self.answer(contents.content_in(game, tournament.options))


class EntryDeck(EntryView):
    """The deck with which an entry plays. Its own players alone may read it."""

    @operation("Read the deck of your entry", gives=BroughtOut, closed=True)
    def get(self, request: Request, entry_id: str) -> Response:
        """Return what your entry brings to its next match."""
        entry, _actor = self._own(entry_id)
        chosen = DeckChoice.objects.filter(entry=entry).first()
        return self._brought(entry.tournament, chosen.deck if chosen else None)

    @operation("Choose the deck of your entry", takes=SeatDeckIn, gives=BroughtOut, needs="play", refuses=(409,))
    def put(self, request: Request, entry_id: str) -> Response:
        """Play with a deck from now on, in the match that waits, too, until your seat is ready."""
        entry, actor = self._own(entry_id)
        deck = services.deck_choose(entry_id=entry.pk, by=actor, deck=self.given["deck"])
        return self._brought(entry.tournament, deck)

    def _own(self, entry_id: str) -> tuple[Any, Actor]:
        found = self.found(entry_id)
        if found.row.pk not in found.actor.entries:
            raise NotAllowedError
        return found.row, found.actor

    def _brought(self, tournament: Tournament, deck: JsonObject | None) -> Response:
        with_decks(GAMES[tournament.game])
        return self.answer({"deck": deck, "choice": deck_choice(options_of(tournament))})
