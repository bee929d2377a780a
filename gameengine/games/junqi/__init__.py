"""Junqi (flip Luzhanqi), game key `junqi`."""

from gameengine.games.junqi.game import game

__all__ = ["game"]
