"""The beginner: mostly the policy of the autopilot, else anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.junqi.bots.sight import read_board
from gameengine.games.junqi.rules import automatic_choice

POLICY_TENTHS: Final = 6
"""In how many turns of ten the policy of 10.2 decides."""


class Beginner:
    """Section 12, beginner."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return an action of the autopilot's list, or any."""
        known: Mapping[str, Any] = view
        wanted = automatic_choice(read_board(known["board"]), actions) if random.below(10) < POLICY_TENTHS else actions
        return wanted[random.below(len(wanted))]
