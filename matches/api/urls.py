"""Addresses of games and matches in the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api import decks, games, matches

urlpatterns: list[URLPattern] = [
    path("games/", games.GameList.as_view(), name="api-games"),
    path("games/<slug:key>/", games.GameDetail.as_view(), name="api-game"),
    path("games/<slug:key>/contents/", decks.ContentList.as_view(), name="api-contents"),
    path("games/<slug:key>/contents/<slug:ref>/", decks.ContentDetail.as_view(), name="api-content"),
    path("games/<slug:key>/catalogue/", decks.CatalogueDetail.as_view(), name="api-catalogue"),
    path("decks/", decks.DeckList.as_view(), name="api-decks"),
    path("decks/<slug:deck_id>/", decks.DeckDetail.as_view(), name="api-deck"),
    path("matches/<slug:match_id>/deck/", decks.SeatDeck.as_view(), name="api-match-deck"),
    path("matches/<slug:match_id>/", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<slug:match_id>/plies/", matches.MatchPlies.as_view(), name="api-plies"),
    path("matches/<slug:match_id>/clock/", matches.MatchClock.as_view(), name="api-clock"),
    path("matches/<slug:match_id>/log/", matches.MatchLog.as_view(), name="api-log"),
    path("matches/<slug:match_id>/result/", matches.MatchResult.as_view(), name="api-match-result"),
    path("matches/<slug:match_id>/claims/", matches.MatchClaims.as_view(), name="api-match-claims"),
    path("matches/<slug:match_id>/attempts/", matches.MatchAttempts.as_view(), name="api-match-attempts"),
    path("matches/<slug:match_id>/calls/", matches.MatchCalls.as_view(), name="api-match-calls"),
]
