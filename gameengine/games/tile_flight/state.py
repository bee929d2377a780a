"""The state of a match by its rules: an immutable value."""

from __future__ import annotations

from typing import Final, NamedTuple

from gameengine.core.types import Seat
from gameengine.games.tile_flight.land import Land
from gameengine.games.tile_flight.setting import Setting

DRAW: Final = "draw"
"""A tile must be drawn: a turn begins."""
PLACE: Final = "place"
FOLLOWER: Final = "follower"
DIE: Final = "die"
"""A follower is in the air and the die must be rolled."""
LAND: Final = "land"
CIRCLE: Final = "circle"
CIRCLE_ADD: Final = "circle_add"
CIRCLE_REMOVE: Final = "circle_remove"
OVER: Final = "over"

CHANCE_PHASES: Final = (DRAW, DIE)
"""Moments in which chance acts, which no player sees."""
PHASES: Final = (DRAW, PLACE, FOLLOWER, DIE, LAND, CIRCLE, CIRCLE_ADD, CIRCLE_REMOVE, OVER)

NOWHERE: Final = -1

SCORE: Final = "SCORE"


class State(NamedTuple):
    """A position with its setting. Tuples with one entry per seat have the seats' order.

    `active` is the seat whose turn it is, `mover` the one that must act. `bag` and `aside` count each kind of tile in
    the order of the data. `last` is the cell of the tile placed in this turn, `landing` the cell on which a follower
    lands.
    """

    setting: Setting
    land: Land
    scores: tuple[int, ...]
    supply: tuple[int, ...]
    bag: tuple[int, ...]
    aside: tuple[int, ...]
    active: Seat = 0
    mover: Seat | None = None
    phase: str = DRAW
    tile: str = ""
    last: int = NOWHERE
    landing: int = NOWHERE
    out: tuple[Seat, ...] = ()
    """Seats that have left, in the order in which they did."""
    reason: str = ""
    """Why the game is over."""

    @property
    def seats(self) -> int:
        """Return the number of seats, those included that have left."""
        return len(self.scores)
