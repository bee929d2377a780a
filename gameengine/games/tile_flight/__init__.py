"""Tile Flight, game key `tile_flight`."""

from gameengine.games.tile_flight.game import game

__all__ = ["game"]
