"""The state of a Junqi match by its rules: an immutable value with the chosen options inside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from gameengine.core.game import Outcome
from gameengine.core.types import JsonObject, Seat
from gameengine.games.junqi.content import DOWN_BIT, NODES, colour_of, kind_of

UNKNOWN: Final = -1
"""A colour or seat that is not drawn yet."""

_DOWN: Final = bytes(range(DOWN_BIT, 64))
_UP_OR_EMPTY: Final = bytes(range(DOWN_BIT)) + bytes(range(64, 256))
_NOT_MOVABLE: Final = tuple(
    bytes(code for code in range(256) if code >= 64 or colour_of(code) != colour or not 0 < kind_of(code) < 11)
    for colour in (0, 1)
)


@dataclass(frozen=True, slots=True)
class Variant:
    """The options that change the rules (rule page, section 11)."""

    table_pair: bool = False
    engineer_turns: bool = True
    flag_rule: str = "mines_and_all_revealed"
    mover_wins: bool = False
    hq_traps: bool = False

    @classmethod
    def of(cls, options: JsonObject) -> Variant:
        """Return the variant that complete options ask for."""
        return cls(
            table_pair=options["color_rule"] == "table_pair",
            engineer_turns=bool(options["engineer_turns"]),
            flag_rule=str(options["flag_rule"]),
            mover_wins=options["both_exhausted"] == "mover_wins",
            hq_traps=bool(options["hq_traps"]),
        )


@dataclass(frozen=True, slots=True)
class State:
    """A position with its options.

    `board` has one number per node (see `content`). `to_move` is UNKNOWN until the starter is drawn, `colour` (of
    seat 0) until the colours are fixed. `last` holds the colour of each seat's latest reveal in the colour phase.
    """

    options: JsonObject
    variant: Variant
    board: bytes
    to_move: Seat
    colour: int
    last: tuple[int, int]
    quiet: int
    ply: int
    ending: Outcome | None = field(default=None, compare=False)
    """The end by checks 1 to 4 of 8.1: a function of the rest, worked out once by `rules.settled`."""

    @property
    def dealt(self) -> bool:
        """Whether the layout is on the board."""
        return self.to_move != UNKNOWN or any(self.board)

    @property
    def lot_due(self) -> bool:
        """Whether the colours must be drawn: all pieces are up and nobody had a pair (5.2)."""
        return self.colour == UNKNOWN and self.to_move != UNKNOWN and not has_face_down(self.board)

    def colour_of_seat(self, seat: Seat) -> int:
        """Return the colour that a seat plays, or UNKNOWN."""
        return self.colour if self.colour == UNKNOWN else self.colour ^ seat

    def seat_of_colour(self, colour: int) -> Seat:
        """Return the seat that plays a colour, or UNKNOWN."""
        return self.colour if self.colour == UNKNOWN else self.colour ^ colour


NO_PIECES: Final = bytes(len(NODES))


def has_face_down(board: bytes) -> bool:
    """Tell whether any piece lies face-down."""
    return len(board.translate(None, _DOWN)) < len(NODES)


def face_down(board: bytes) -> bytes:
    """Return the face-down pieces alone, in node order."""
    return board.translate(None, _UP_OR_EMPTY)


def movable(board: bytes, colour: int) -> int:
    """Return how many movable pieces a colour has, face-up or face-down (section 2)."""
    return len(board.translate(None, _NOT_MOVABLE[colour]))
