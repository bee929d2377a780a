"""What an entry brings to its next matches. Nobody but its players may read it."""

from __future__ import annotations

from django.db import models

from tournaments.models.people import Entry


class DeckChoice(models.Model):
    """The deck with which an entry's matches are made until it chooses another, in the game's JSON form."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="deck_choice")
    deck = models.JSONField()
    at_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"deck of {self.entry}"
