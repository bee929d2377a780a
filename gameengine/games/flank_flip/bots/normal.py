"""The normal bot: looks through every whole turn, and not at what the opponents may answer."""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flank_flip.bots.choice import any_of, best_of
from gameengine.games.flank_flip.bots.turns import turns_from
from gameengine.games.flank_flip.sight import see


class Normal:
    """Takes the turn with most cards after it."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return how the turn with most cards after it begins; equals are drawn."""
        turns = turns_from(see(view), actions)
        if not turns:
            return any_of(actions, random)
        return best_of([turn.text for turn in turns], [turn.held for turn in turns], random)
