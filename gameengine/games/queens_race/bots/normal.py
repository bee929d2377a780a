"""The normal bot: looks at what each action leads to, and not at what the opponent may answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.queens_race.bots.cards import drawn_worth
from gameengine.games.queens_race.bots.worth import worth
from gameengine.games.queens_race.notation import DRAW_TEXT
from gameengine.games.queens_race.rules import apply
from gameengine.games.queens_race.sight import see
from gameengine.games.queens_race.state import State

ALIKE: Final = 1e-9


class Normal:
    """Takes the action with the best worth after it."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the action with the best worth after it; equals are drawn."""
        state = see(view)
        return best_of(actions, [action_worth(state, seat, text, worth) for text in actions], random)


def action_worth(state: State, seat: Seat, text: str, judge: Callable[[State, Seat], float]) -> float:
    """Return what an action is worth, as `judge` sees the position after it; a card's worth is that of all left."""
    if text == DRAW_TEXT:
        return drawn_worth(state, seat, judge)
    return judge(apply(state, seat, text).state, seat)


def best_of(actions: Sequence[str], values: Sequence[float], random: Random) -> str:
    """Return one of the actions with the highest value."""
    best = max(values)
    choice = [text for text, value in zip(actions, values, strict=True) if value >= best - ALIKE]
    return choice[random.below(len(choice))]
