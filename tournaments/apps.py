"""Tournaments: entries, stages, rounds, pairings, results."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Competitions made of matches."""

    name = "tournaments"
