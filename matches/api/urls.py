"""Addresses of games and matches in the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api import games, matches

urlpatterns: list[URLPattern] = [
    path("games/", games.GameList.as_view(), name="api-games"),
    path("games/<slug:key>/", games.GameDetail.as_view(), name="api-game"),
    path("matches/<slug:match_id>/", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<slug:match_id>/plies/", matches.MatchPlies.as_view(), name="api-plies"),
    path("matches/<slug:match_id>/log/", matches.MatchLog.as_view(), name="api-log"),
    path("matches/<slug:match_id>/calls/", matches.MatchCalls.as_view(), name="api-match-calls"),
]
