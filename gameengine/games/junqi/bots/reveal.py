"""What turning up a face-down piece is worth on average, by what lies around it and what the overview leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gameengine.games.junqi.bots.sight import Sight
from gameengine.games.junqi.content import BATTLE, BOTH, ENGINEER, IS_CAMP, MINE, MOVER, WIN, colour_of, kind_of
from gameengine.games.junqi.movement import reach

CHANCE_TO_STRIKE = 0.3
"""Share of a threat's worth: the threatened side moves next and will mostly get away."""
CHANCE_AT_MINE = 0.8
"""The same for a mine, which cannot get away."""


class Around(NamedTuple):
    """Nodes of face-up pieces that see a place: along straight ways, and for engineers round corners too."""

    straight: tuple[int, ...]
    turning: tuple[int, ...]


def around(board: Sequence[int], node: int, *, engineers_turn: bool) -> Around:
    """Return who sees `node` and is seen from it. Ways are the same in both directions."""
    straight = tuple(
        other for other in reach(board, node, turns=False) if MOVER[board[other]] >= 0 or _is_fixed(board, other)
    )
    turning = (
        tuple(other for other in reach(board, node, turns=True) if MOVER[board[other]] >= 0 or _is_fixed(board, other))
        if engineers_turn
        else straight
    )
    return Around(straight, turning)


def _is_fixed(board: Sequence[int], node: int) -> bool:
    return kind_of(board[node]) == MINE


def reveal_value(sight: Sight, mine: int, value: Sequence[float], node: int) -> float:
    """Return the average gain of `mine` when the piece on `node` is turned up and the other side moves next.

    `value` holds the worth of each piece by its number.
    """
    seen = around(sight.board, node, engineers_turn=sight.variant.engineer_turns)
    if not seen.turning:
        return 0.0
    total = sum(count * revealed_as(sight.board, mine, value, piece, seen) for piece, count in sight.hidden.items())
    return total / max(sight.hidden_total, 1)


def revealed_as(board: Sequence[int], mine: int, value: Sequence[float], piece: int, seen: Around) -> float:
    """Return the gain of `mine` when a face-down piece turns out to be `piece`."""
    strikes = _best_strike(board, value, piece, seen)
    struck = _best_hit(board, value, piece, seen)
    if colour_of(piece) == mine:
        return CHANCE_TO_STRIKE * strikes - struck
    return (CHANCE_AT_MINE if kind_of(piece) == MINE else CHANCE_TO_STRIKE) * struck - strikes


def _best_strike(board: Sequence[int], value: Sequence[float], piece: int, seen: Around) -> float:
    """Return the most that `piece` wins by attacking from its place."""
    nodes = seen.turning if kind_of(piece) == ENGINEER else seen.straight
    return max((gain(value, piece, board[node]) for node in nodes if not IS_CAMP[node]), default=0.0)


def _best_hit(board: Sequence[int], value: Sequence[float], piece: int, seen: Around) -> float:
    """Return the most that pieces around win by attacking `piece`."""
    straight = max((gain(value, board[node], piece) for node in seen.straight), default=0.0)
    turning = (gain(value, board[node], piece) for node in seen.turning if kind_of(board[node]) == ENGINEER)
    return max(straight, max(turning, default=0.0))


def gain(value: Sequence[float], attacker: int, defender: int) -> float:
    """Return what an attack wins, 0 where there is none or it would lose."""
    battle = BATTLE[attacker][defender]
    if battle == WIN:
        return value[defender]
    return max(value[defender] - value[attacker], 0.0) if battle == BOTH else 0.0
