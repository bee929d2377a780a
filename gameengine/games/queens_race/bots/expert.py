"""The expert: looks at every answer of the opponent, weighed over all 216 rolls.

The three dice need not be rolled together. Which actions a die opens depends on its own symbol alone, so the best
answer to a roll is the best of three answers, one per die, and some fifteen symbols stand for all rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.queens_race.bots.normal import action_worth, best_of
from gameengine.games.queens_race.bots.worth import worth
from gameengine.games.queens_race.movement import NO_SYMBOL, uses
from gameengine.games.queens_race.rules import apply
from gameengine.games.queens_race.setting import Setting
from gameengine.games.queens_race.sight import see
from gameengine.games.queens_race.state import ACT, BONUS, ROLL, State

NOTHING: Final = float("-inf")


class Expert:
    """Takes the action with the best expectation after the opponent's answer."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the best action of those that the budget let it think about, the most promising ones first."""
        state, budget = see(view), Budget(budget_ms)
        promise = {text: action_worth(state, seat, text, worth) for text in actions}
        if state.phase == BONUS:
            # A dozen cards, each with its targets, are too many positions to look beyond.
            return best_of(actions, [promise[text] for text in actions], random)
        found: dict[str, float] = {}
        for text in sorted(actions, key=lambda text: -promise[text]):
            if found and budget.is_spent():
                break
            found[text] = action_worth(state, seat, text, expectation)
        return best_of(list(found), list(found.values()), random)


def expectation(state: State, seat: Seat) -> float:
    """Return the worth of a position for a seat after the roll and the action that come next."""
    if state.phase != ROLL or state.ending is not None:
        return worth(state, seat)
    mover = state.turn
    answers = [
        [(count, _best(state, mover, die, symbol)) for symbol, count in faces.items()]
        for die, faces in enumerate(_faces(state.setting))
    ]
    wasted = worth(state._replace(turn=1 - mover), mover)
    total, rolls = 0.0, 0
    for (n, one), (m, two), (k, three) in _rolls(answers):
        best = max(one, two, three)
        total += n * m * k * (wasted if best == NOTHING else best)
        rolls += n * m * k
    mean = total / rolls
    return mean if mover == seat else -mean


def _rolls(answers: list[list[tuple[int, float]]]) -> list[tuple[tuple[int, float], ...]]:
    green, orange, blue = answers
    return [(one, two, three) for one in green for two in orange for three in blue]


@lru_cache(maxsize=64)
def _faces(setting: Setting) -> tuple[Counter[str], ...]:
    return tuple(Counter(faces) for faces in setting.content.faces)


def _best(state: State, mover: Seat, die: int, symbol: str) -> float:
    """Return the worth of the best action that a symbol on one die opens, for the seat that rolls."""
    shown = [NO_SYMBOL] * 3
    shown[die] = symbol
    acting = state._replace(phase=ACT, roll="/".join(shown))
    texts = uses(state.setting, state.board, mover, acting.roll, state.zone_active)
    return max((worth(apply(acting, mover, text).state, mover) for text in texts), default=NOTHING)
