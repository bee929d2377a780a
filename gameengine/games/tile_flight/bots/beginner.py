"""The beginner: lays the tile anywhere, and puts followers down as long as there are any."""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat


class Beginner:
    """Plays anything that is legal."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return any action."""
        return actions[random.below(len(actions))]
