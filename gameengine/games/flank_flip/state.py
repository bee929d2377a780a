"""The state of a match by its rules: an immutable value."""

from __future__ import annotations

from typing import Final, NamedTuple

from gameengine.games.flank_flip.content import ARMIES, SYMBOLS
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.setting import Setting

SIDES: Final = "sides"
DRAWN: Final = "armies"
DEAL: Final = "deal"
LOT: Final = "lot"
"""In these four phases chance acts; no player sees them. In the last one the lot says which army begins."""
GIVE: Final = "give"
FIRST: Final = "first"
START: Final = "start"
ATTACK: Final = "attack"
OVER: Final = "over"

MOVERS: Final = ARMIES + SYMBOLS
"""Who may be to move, by number: four armies, and the two sides of the duel (of a team, in `give` and `first`)."""
NOBODY: Final = -1
"""No mover: nothing lies on the table yet."""


class Ending(NamedTuple):
    """How the match ended: `team` has won, None for a draw."""

    team: int | None
    reason: str


class State(NamedTuple):
    """A position with its setting.

    `board` has the code of the card on each square (see `content`), and is empty before the deal. `seats` is who plays
    what, as in a position text. `attacker` is the square of the attack card. Pairs have one entry per team.
    """

    setting: Setting
    phase: str
    seats: str = ""
    cards: tuple[int, ...] = ()
    """The numbers that were drawn and are to be dealt."""
    board: bytes = b""
    mover: int = NOBODY
    attacker: int = NOWHERE
    quiet: int = 0
    best: tuple[int, int] = (0, 0)
    turn_no: int = 0
    history: bytes = b""
    """The positions at the start of every turn so far, one after the other: the board and the mover (8.3)."""
    ending: Ending | None = None

    @property
    def team(self) -> int:
        """The team that is to move."""
        return self.mover & 1

    @property
    def repetitions(self) -> int:
        """How often the position at the start of this turn has occurred, as far as that counts."""
        width = len(self.board) + 1
        return occurrences(self.history, self.history[-width:]) if self.history else 0

    def control(self) -> tuple[int, int]:
        """Return how many cards each team controls."""
        noughts = len(self.board.translate(None, self.setting.crosses))
        return noughts, len(self.board) - noughts


def occurrences(history: bytes, position: bytes) -> int:
    """Return how often a position is in a history.

    >>> occurrences(b"abcabcxab", b"abc"), occurrences(b"aab", b"ab")
    (2, 0)
    """
    width, place, count = len(position), history.find(position), 0
    while place >= 0:
        # A position may also be found across the border of two others.
        aligned = place % width == 0
        count += aligned
        place = history.find(position, place + (width if aligned else 1))
    return count
