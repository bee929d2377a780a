"""Addresses of games, matches, replays and practice."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.views import games

urlpatterns: list[URLPattern] = [
    path("games/", games.game_list, name="games"),
    path("games/<slug:key>/", games.game_page, name="game"),
    path("games/<slug:key>/rules/", games.game_rules, name="game-rules"),
    path("games/<slug:key>/how/", games.game_how, name="game-how"),
]
