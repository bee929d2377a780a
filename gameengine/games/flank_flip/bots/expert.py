"""The expert: two turns deep over whole turns; it also thinks before the first one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flank_flip.bots.choice import best_of
from gameengine.games.flank_flip.bots.turns import Turn, next_mover, turns_from, whole_turns
from gameengine.games.flank_flip.content import ARMIES
from gameengine.games.flank_flip.rules import apply
from gameengine.games.flank_flip.setting import Setting
from gameengine.games.flank_flip.sight import see
from gameengine.games.flank_flip.state import FIRST, GIVE, State

WIN: Final = 100.0
NOTHING: Final = float("-inf")


class Expert:
    """Takes the turn after which the best answer is worst."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return how the best turn begins, of those that the budget let it think about, those with most cards first."""
        state = see(view)
        if state.phase == GIVE:
            return best_of(actions, [-_danger(state, apply(state, seat, text).state) for text in actions], random)
        if state.phase == FIRST:
            return best_of(actions, [_most(state, ARMIES.index(text[-1])) for text in actions], random)
        return _best_turn(state, actions, random, Budget(budget_ms))


def _most(state: State, mover: int) -> int:
    """Return the most cards that a mover can hold after a turn."""
    return max(turn.held for turn in whole_turns(state.setting, state.board, mover))


def _danger(before: State, after: State) -> int:
    """Return the most cards that the other team can hold after its first turn, should it begin."""
    other = 1 - before.team
    movers = [len(ARMIES) + other] if after.setting.is_duel else [other, other + 2]
    return max(_most(after, mover) for mover in movers)


def _best_turn(state: State, actions: Sequence[str], random: Random, budget: Budget) -> str:
    turns = sorted(turns_from(state, actions), key=lambda turn: -turn.held)
    values: list[float] = []
    for turn in turns:
        if values and budget.is_spent():
            break
        values.append(_worth(state.setting, turn, state.mover, max(values, default=NOTHING)))
    return best_of([turn.text for turn in turns[: len(values)]], values, random)


def _worth(setting: Setting, turn: Turn, mover: int, enough: float) -> float:
    """Return what a turn is worth after the best answer; at most `enough` if it is not better than that."""
    if turn.held >= setting.goal:
        return WIN
    worst = WIN
    answering = next_mover(setting, turn.board, mover)
    for answer in whole_turns(setting, turn.board, answering):
        mine = len(turn.board) - answer.held
        worst = min(worst, -WIN if answer.held >= setting.goal else mine + turn.held / 100)
        if worst < enough:
            break
    return worst
