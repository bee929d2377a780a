"""Bots of Tile Flight at three levels."""

from collections.abc import Mapping

from gameengine.core.game import Bot
from gameengine.games.tile_flight.bots.beginner import Beginner
from gameengine.games.tile_flight.bots.expert import Expert
from gameengine.games.tile_flight.bots.normal import Normal

BOTS: Mapping[str, Bot] = {"beginner": Beginner(), "normal": Normal(), "expert": Expert()}
