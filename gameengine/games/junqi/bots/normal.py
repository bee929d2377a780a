"""The normal bot: looks one action ahead, with the worth of pieces and the average worth of a reveal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.junqi.bots.reveal import gain, reveal_value
from gameengine.games.junqi.bots.sight import Sight, see
from gameengine.games.junqi.content import (
    BATTLE,
    BOMB,
    BOTH,
    ENGINEER,
    IS_CAMP,
    KINDS,
    MOVER,
    TAKES_FLAG,
    kind_of,
)
from gameengine.games.junqi.movement import reach
from gameengine.games.junqi.notation import ACTIONS, Action

VALUE: Final[tuple[float, ...]] = tuple(
    float(KINDS[kind_of(code) - 1].value) if 0 < kind_of(code) <= len(KINDS) else 0.0 for code in range(64)
)
"""Worth of a piece by its number, as the board file has it."""
BOMB_RANK: Final = 7
"""Bombs are for this rank and above (section 12)."""
CARE: Final = 0.9
"""Share of a piece's worth that a threat costs."""
REVEAL_BONUS: Final = 4.0
"""A reveal brings the match on."""


class Normal:
    """Section 12, normal."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the action with the best worth after one look ahead; equals are drawn."""
        sight = see(view, seat)
        if sight.mine is None:
            return actions[random.below(len(actions))]
        worth = [action_value(sight, sight.mine, ACTIONS[text]) for text in actions]
        best = max(worth)
        choice = [text for text, value in zip(actions, worth, strict=True) if value >= best - 1e-9]
        return choice[random.below(len(choice))]


def action_value(sight: Sight, mine: int, action: Action) -> float:
    """Return what an action wins at once, less what it puts at risk."""
    if action.type == "flip":
        return REVEAL_BONUS + reveal_value(sight, mine, VALUE, action.origin)
    piece = sight.board[action.origin]
    relief = CARE * VALUE[piece] if is_threatened(sight, mine, sight.board, action.origin) else 0.0
    if action.type == "move":
        after = _after(sight.board, action, piece)
        risk = CARE * VALUE[piece] if is_threatened(sight, mine, after, action.target) else 0.0
        return relief - risk
    return _attack_value(sight, mine, action, relief)


def _attack_value(sight: Sight, mine: int, action: Action, relief: float) -> float:
    piece, there = sight.board[action.origin], sight.board[action.target]
    battle = BATTLE[piece][there]
    if battle == TAKES_FLAG:
        return VALUE[there]
    if battle == BOTH:
        return VALUE[there] - _cost(sight, mine, piece, there) + relief
    after = _after(sight.board, action, piece)
    risk = CARE * VALUE[piece] if is_threatened(sight, mine, after, action.target) else 0.0
    return VALUE[there] + relief - risk


def _cost(sight: Sight, mine: int, piece: int, there: int) -> float:
    """Return what an even exchange costs: bombs wait for high ranks, engineers for mines."""
    rank = KINDS[kind_of(there) - 1].rank or 0
    if kind_of(piece) == BOMB and rank < BOMB_RANK and kind_of(there) != BOMB:
        return 2 * VALUE[piece]
    if kind_of(piece) == ENGINEER and sight.mines(1 - mine):
        return 2 * VALUE[piece]
    return VALUE[piece]


def _after(board: Sequence[int], action: Action, piece: int) -> list[int]:
    after = list(board)
    after[action.origin], after[action.target] = 0, piece
    return after


def is_threatened(sight: Sight, mine: int, board: Sequence[int], node: int) -> bool:
    """Tell whether an enemy's face-up piece can attack the piece on `node` and gain by it."""
    if IS_CAMP[node]:
        return False
    turning = reach(board, node, turns=sight.variant.engineer_turns)
    straight = set(reach(board, node, turns=False))
    for other in turning:
        enemy = board[other]
        if MOVER[enemy] != 1 - mine or not (other in straight or kind_of(enemy) == ENGINEER):
            continue
        if gain(VALUE, enemy, board[node]) > 0:
            return True
    return False
