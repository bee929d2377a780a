"""The beginner: lays the tile where it comes first, and puts followers down as long as there are any."""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat


class Beginner:
    """Lays the tile on the first cell, in any rotation, and plays anything else that is legal."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return a placement on the first cell, or any other action."""
        if view["phase"] != "place":
            return actions[random.below(len(actions))]
        cell = actions[0].partition("/")[0]
        first = [text for text in actions if text.partition("/")[0] == cell]
        return first[random.below(len(first))]
