"""The beginner: any start action that attacks something, and any hit."""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flank_flip.rules import apply
from gameengine.games.flank_flip.sight import see
from gameengine.games.flank_flip.state import ATTACK, START


class Beginner:
    """Sees what a card points at, and not what follows."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return a start action with a target, if there is one; else anything."""
        state = see(view)
        attacks = [text for text in actions if apply(state, seat, text).state.phase == ATTACK]
        wanted = attacks if attacks and state.phase == START else actions
        return wanted[random.below(len(wanted))]
