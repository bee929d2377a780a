"""Flank Flip, game key `flank_flip`."""

from gameengine.games.flank_flip.game import game

__all__ = ["game"]
