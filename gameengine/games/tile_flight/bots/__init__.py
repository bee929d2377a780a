"""Bots of Tile Flight at three levels."""

from collections.abc import Mapping

from gameengine.core.game import Bot
from gameengine.games.tile_flight.bots.beginner import Beginner

BOTS: Mapping[str, Bot] = {"beginner": Beginner(), "normal": Beginner(), "expert": Beginner()}
