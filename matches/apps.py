"""Matches: one sitting at one board."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Loads, guards and stores tables, and tells the world."""

    name = "matches"
