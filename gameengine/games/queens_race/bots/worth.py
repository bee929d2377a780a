"""What a position is worth, in points: the higher, the better for the seat that asks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gameengine.core.types import Seat
from gameengine.games.queens_race.content import (
    ARRIVED_BIT,
    FROZEN_BIT,
    GUARD,
    MESSENGER,
    PIECE_BITS,
    QUEEN,
    kind_of,
    owner_of,
)
from gameengine.games.queens_race.setting import Setting
from gameengine.games.queens_race.state import State

WIN: Final = 100.0
QUEEN_LIFE: Final = 3.0
"""What the first capture of a queen costs."""
STANDING: Final = {MESSENGER: 0.3, GUARD: 1.3, QUEEN: 0.0}
"""What a piece is worth where it stands at the start, beside the point for capturing it."""
COMING: Final = {MESSENGER: 0.5, GUARD: 0.4, QUEEN: 0.2}
"""What the whole way to the enemy start line adds, beside the point for arriving."""
ARRIVED: Final = {MESSENGER: 0.35, GUARD: 1.1, QUEEN: 0.0}
"""What is left of a piece that has scored."""
FROZEN: Final = {MESSENGER: 0.35, GUARD: 0.8, QUEEN: 0.9}
"""What freezing takes away."""
ENTERING: Final = 5.0
"""What a queen's whole way is worth while entering the zone would win."""
CHANCE_OF_CARD: Final = 0.25
"""What the choice of a bonus card is worth."""
TURN: Final = 0.5
"""What a turn more, or one less, is worth."""
EARLY_LEAD: Final = 0.6
"""The share of a point that counts at once; the rest comes with the zone, without which points decide nothing."""

NO_ZONE, WINS, LOSES = 0, 1, 2


def worth(state: State, seat: Seat) -> float:
    """Return the worth of a position for a seat."""
    if state.ending is not None:
        winner = state.ending.winner
        return 0.0 if winner is None else WIN if winner == seat else -WIN
    table = _table(state.setting, _entering(state, 0), _entering(state, 1))
    value = sum([table[piece][square] for square, piece in enumerate(state.board) if piece])
    nearness = _nearness(state)
    value += (state.score[0] - state.score[1]) * (EARLY_LEAD + (1 - EARLY_LEAD) * 2 * nearness)
    value += QUEEN_LIFE * (state.queens[1] - state.queens[0]) + TURN * (state.skips[1] - state.skips[0])
    if state.extra:
        value += TURN if state.turn == 0 else -TURN
    if state.phase in {"bonus", "shuffle"}:
        value += CHANCE_OF_CARD if state.turn == 0 else -CHANCE_OF_CARD
    return value if seat == 0 else -value


def _nearness(state: State) -> float:
    """Return how near the zone is to being active, from 0 to 1."""
    if state.zone_active:
        return 1.0
    counted = state.arrived if state.setting.by_arrivals else state.removed
    return min(1.0, counted / state.setting.threshold)


def _entering(state: State, seat: Seat) -> int:
    """Return what it would mean that the queen of a seat entered the zone now."""
    if not state.zone_active:
        return NO_ZONE
    own, enemy = state.score[seat] + 1, state.score[1 - seat]
    return WINS if own > enemy or (own == enemy and not state.setting.tie_draws) else LOSES


@lru_cache(maxsize=256)
def _table(setting: Setting, light: int, dark: int) -> tuple[tuple[float, ...], ...]:
    """Return the worth of every piece on every square, for seat 0."""
    return tuple(
        tuple(_piece_worth(setting, piece, square, (light, dark)) for square in range(len(setting.names)))
        if kind_of(piece)
        else ()
        for piece in range(PIECE_BITS)
    )


def _piece_worth(setting: Setting, piece: int, square: int, entering: tuple[int, int]) -> float:
    kind, seat = kind_of(piece), owner_of(piece)
    row = square % setting.height
    way = (row if seat == 0 else setting.height - 1 - row) / (setting.height - 1)
    if piece & ARRIVED_BIT:
        value = ARRIVED[kind]
    elif kind == QUEEN and entering[seat] != NO_ZONE:
        value = ENTERING * way**2 if entering[seat] == WINS else -way
    else:
        value = STANDING[kind] + COMING[kind] * way**1.5
    if piece & FROZEN_BIT:
        value -= FROZEN[kind] * (0.4 if piece & ARRIVED_BIT else 1.0)
    return value if seat == 0 else -value
