"""Three players made of code; they see a view and nothing more."""

from collections.abc import Mapping
from typing import Final

from gameengine.core.game import Bot
from gameengine.games.flank_flip.bots.beginner import Beginner
from gameengine.games.flank_flip.bots.expert import Expert
from gameengine.games.flank_flip.bots.normal import Normal

BOTS: Final[Mapping[str, Bot]] = {"beginner": Beginner(), "normal": Normal(), "expert": Expert()}
