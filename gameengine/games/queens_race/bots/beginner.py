"""The beginner: takes what it can take at once, half of the time; else anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.queens_race.content import CAPTURE

GREED_TENTHS: Final = 5
"""In how many turns of ten it looks for a capture."""


class Beginner:
    """Knows that capturing is good, and little more."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return a capture, or any action."""
        captures = [text for text in actions if text.startswith(f"{CAPTURE} ")]
        wanted = captures if captures and random.below(10) < GREED_TENTHS else actions
        return wanted[random.below(len(wanted))]
