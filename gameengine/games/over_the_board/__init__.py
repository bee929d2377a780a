"""Games on a real board: clock, move counter and result, without rules."""

from gameengine.games.over_the_board.game import game

__all__ = ["game"]
