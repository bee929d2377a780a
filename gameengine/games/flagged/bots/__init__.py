"""Three players made of code; they see a view and nothing more."""

from collections.abc import Mapping
from typing import Final

from gameengine.core.game import Bot
from gameengine.games.flagged.bots.beginner import Beginner
from gameengine.games.flagged.bots.expert import Expert
from gameengine.games.flagged.bots.normal import Normal

BOTS: Final[Mapping[str, Bot]] = {"beginner": Beginner(), "normal": Normal(), "expert": Expert()}
