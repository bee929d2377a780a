"""Queens' Race, game key `queens_race`."""

from gameengine.games.queens_race.game import game

__all__ = ["game"]
