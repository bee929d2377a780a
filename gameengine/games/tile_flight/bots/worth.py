"""What a position is worth, in points: what is scored, what may be expected of what is claimed, and followers left.

The frame is the same for both bots that look ahead; how much they expect of a feature, a `Judge` says.
"""

from __future__ import annotations

from typing import Final, Protocol

from gameengine.core.types import Seat
from gameengine.games.tile_flight.land import Feature
from gameengine.games.tile_flight.state import OVER, State

FULL_SUPPLY_UNTIL: Final = 24
"""With fewer tiles left followers are worth less and less, for there is less to claim."""


class Judge(Protocol):
    """Says what may be expected."""

    supply: tuple[float, ...]
    """What so many followers left are worth."""

    def expects(self, state: State, feature: Feature) -> float:
        """Return what a feature is likely to pay in the end, or to be worth to its owners until then."""
        ...


def worth(state: State, seat: Seat, judge: Judge) -> float:
    """Return how far a seat is ahead of the best other one, by what may be expected."""
    totals = list(map(float, state.scores)) if state.phase == OVER else _expected(state, judge)
    rivals = [total for other, total in enumerate(totals) if other != seat and other not in state.out]
    return totals[seat] - max(rivals, default=0.0)


def _expected(state: State, judge: Judge) -> list[float]:
    """Return what each seat may expect to have in the end."""
    land = state.land
    keen = min(1.0, tiles_left(state) / FULL_SUPPLY_UNTIL)
    totals = [score + keen * judge.supply[supply] for score, supply in zip(state.scores, state.supply, strict=True)]
    for id in {land.roots[spot] for spot in land.followers}:
        feature = land.features[id]
        value = judge.expects(state, feature)
        for seat in feature.owners:
            totals[seat] += value
    return totals


def tiles_left(state: State) -> int:
    """Return how many tiles are still to be laid."""
    return sum(state.bag) + bool(state.tile)
