"""Three players made of code; they see a view and nothing more."""

from collections.abc import Mapping, Sequence
from typing import Final

from gameengine.core.game import Bot
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat


class Beginner:
    """Plays anything."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return any action."""
        return actions[random.below(len(actions))]


BOTS: Final[Mapping[str, Bot]] = {"beginner": Beginner(), "normal": Beginner(), "expert": Beginner()}
