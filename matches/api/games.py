"""The catalogue of games."""

from __future__ import annotations

from django.urls import reverse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from gameengine.games.registry import GAMES
from matches.api.operation import operation
from matches.api.serializers import GameOut
from matches.api.views import ApiView


class _Games(ApiView):
    tag = "games"
    fresh_s = 5

    def rules_url(self, key: str) -> str:
        """Return the address of a game's rule page."""
        return self.request.build_absolute_uri(reverse("game-rules", args=[key]))


class GameList(_Games):
    """Every game that is played here."""

    @operation("List the games", gives=GameOut, many=True)
    def get(self, request: Request) -> Response:
        """Return the catalogue, with what each game lets an organizer choose."""
        return self.all_of(GAMES.values())


class GameDetail(_Games):
    """One game."""

    @operation("Read a game", gives=GameOut)
    def get(self, request: Request, key: str) -> Response:
        """Return one game of the catalogue."""
        if key not in GAMES:
            raise NotFound
        return self.answer(GAMES[key])
