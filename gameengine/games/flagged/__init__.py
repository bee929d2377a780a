"""Flagged, game key `flagged`."""

from gameengine.games.flagged.game import game

__all__ = ["game"]
