"""The normal bot: looks at everything that it can do in this turn, and not at what others may do after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import CHANCE, JsonObject, Seat
from gameengine.games.tile_flight.bots.plain import Plain
from gameengine.games.tile_flight.bots.worth import Judge, worth
from gameengine.games.tile_flight.listing import legal_actions
from gameengine.games.tile_flight.rules import apply
from gameengine.games.tile_flight.sight import see
from gameengine.games.tile_flight.state import DIE, FOLLOWER, LAND, State

ALIKE: Final = 1e-9


class Normal:
    """Takes the placement and the follower with the best worth after them."""

    judge = Plain()

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the action with the best worth after it; equals are drawn."""
        state = see(view)
        return best_of(actions, [outlook(state, seat, text, self.judge) for text in actions], random)


def outlook(state: State, seat: Seat, text: str, judge: Judge) -> float:
    """Return what an action is worth if the rest of the turn is played as well as can be."""
    return prospect(apply(state, seat, text).state, seat, judge)


def prospect(state: State, seat: Seat, judge: Judge) -> float:
    """Return the worth of a position after the best end of the turn, over all three distances of a flight."""
    if state.phase == DIE:
        # 8.2: each distance is equally likely.
        return sum(prospect(apply(state, CHANCE, face).state, seat, judge) for face in "123") / 3
    if state.mover == seat and state.phase in {FOLLOWER, LAND}:
        return max(outlook(state, seat, text, judge) for text in legal_actions(state, seat))
    return worth(state, seat, judge)


def best_of(actions: Sequence[str], values: Sequence[float], random: Random) -> str:
    """Return one of the actions with the highest value."""
    best = max(values)
    choice = [text for text, value in zip(actions, values, strict=True) if value >= best - ALIKE]
    return choice[random.below(len(choice))]
