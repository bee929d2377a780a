"""The state of a match by its rules: an immutable value."""

from __future__ import annotations

from typing import Final, NamedTuple

from gameengine.core.types import Seat
from gameengine.games.queens_race.setting import NOWHERE, Setting

SETUP: Final = "setup"
"""The bonus cards must be shuffled before the first turn."""
ROLL: Final = "roll"
"""The dice must be rolled: a turn begins."""
ACT: Final = "act"
BONUS: Final = "bonus"
SHUFFLE: Final = "shuffle"
"""A card was asked for and the deck is empty: the discard pile must be shuffled."""
TARGET: Final = "target"
OVER: Final = "over"
PHASES: Final = (SETUP, ROLL, ACT, BONUS, SHUFFLE, TARGET, OVER)
"""Those of section 4, and three in which chance acts, which no player sees."""


class Ending(NamedTuple):
    """How the match ended: `winner` is None for a draw."""

    winner: Seat | None
    reason: str


class State(NamedTuple):
    """A position with its setting.

    `board` has one number per square (see `content`). `roll` is the open roll, such as "F/C/J", or "". Pairs have one
    entry per seat. `progress` and `extra` tell of this turn: something was captured or arrived, there is another one.
    `square` is the bonus square of the choice that is open, `card` the drawn card that waits for a target.
    """

    setting: Setting
    board: bytes
    turn: Seat
    turn_no: int
    phase: str
    roll: str = ""
    score: tuple[int, int] = (0, 0)
    queens: tuple[int, int] = (0, 0)
    """How often each seat's queen was captured."""
    skips: tuple[int, int] = (0, 0)
    removed: int = 0
    arrived: int = 0
    zone_active: bool = False
    quiet: int = 0
    progress: bool = False
    extra: bool = False
    square: int = NOWHERE
    card: str = ""
    deck: tuple[str, ...] = ()
    """Top card first."""
    discard: tuple[str, ...] = ()
    """Oldest card first."""
    ending: Ending | None = None
