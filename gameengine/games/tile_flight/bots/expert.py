"""The expert: counts the tiles in the bag, and looks at what the next player makes of tiles drawn from it.

Of the actions that look best at once, those are compared further by the answers to tiles drawn at random. The same
tiles are drawn for each of them, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, JsonObject, Seat
from gameengine.games.tile_flight.bots.counting import Counting
from gameengine.games.tile_flight.bots.normal import best_of, outlook
from gameengine.games.tile_flight.bots.worth import worth
from gameengine.games.tile_flight.listing import legal_actions
from gameengine.games.tile_flight.rules import apply, draw
from gameengine.games.tile_flight.sight import see
from gameengine.games.tile_flight.state import DRAW, FOLLOWER, PLACE, State

PROMISING: Final = 4
"""So many of the best actions are looked at further."""
NEAR: Final = 1.5
"""What is worse by so many points at once is not looked at further."""
SAMPLES: Final = 12


class Expert:
    """Takes the action with the best expectation after the next player's answer."""

    judge = Counting()

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the best action of those that the budget let it think about, the most promising ones first."""
        budget, state = Budget(budget_ms), see(view)
        promise = {text: outlook(state, seat, text, self.judge) for text in actions}
        best = max(promise.values())
        ranked = sorted((text for text in promise if promise[text] > best - NEAR), key=lambda text: -promise[text])
        found = {text: promise[text] for text in ranked[:PROMISING]}
        if len(found) > 1 and state.phase in {PLACE, FOLLOWER}:
            self._look_further(state, seat, found, random, budget)
        return best_of(list(found), list(found.values()), random)

    def _look_further(self, state: State, seat: Seat, found: dict[str, float], random: Random, budget: Budget) -> None:
        """Subtract from each value what the answers cost, over as many drawn tiles as the budget allows."""
        after = {text: self._turn_over(apply(state, seat, text).state, seat) for text in found}
        position = next(iter(after.values()))
        if any(one.phase != DRAW for one in after.values()):
            return
        costs = dict.fromkeys(found, 0.0)
        samples = 0
        while samples < SAMPLES and not budget.is_spent():
            tile = draw(position, random)
            for text, one in after.items():
                costs[text] += self._answer(one, seat, tile)
            samples += 1
        for text in found:
            found[text] -= costs[text] / max(1, samples)

    def _turn_over(self, state: State, seat: Seat) -> State:
        """Return the position after the best end of the turn, flights left aside."""
        while state.mover == seat and state.phase == FOLLOWER:
            texts = [text for text in legal_actions(state, seat) if text != "^"]
            state = apply(state, seat, max(texts, key=lambda text: outlook(state, seat, text, self.judge))).state
        return state

    def _answer(self, position: State, seat: Seat, tile: str) -> float:
        """Return how much the next player's best placement of a tile takes from a seat."""
        drawn = apply(position, CHANCE, tile).state
        if drawn.phase != PLACE or drawn.active == seat:
            return 0.0
        before = worth(position, seat, self.judge)
        after = (
            worth(drawn._replace(land=drawn.land.placed(cell, tile, rotation)), seat, self.judge)
            for cell, rotations in drawn.land.placements(tile)
            for rotation in rotations
        )
        return before - min(after)
