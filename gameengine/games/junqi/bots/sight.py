"""What a bot knows: a viewer's view of a running match as numbers. Nothing else reaches a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gameengine.core.types import JsonObject, Seat
from gameengine.games.junqi.content import COLOUR_KEYS, DOWN_BIT, INDEX, LETTERS, MOVER, NODES, PIECES
from gameengine.games.junqi.document import MASK
from gameengine.games.junqi.state import Variant

UNKNOWN_PIECE: Final = DOWN_BIT
"""A face-down piece on a bot's board: a kind 0 that blocks and belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A view in numbers. `mine` is the bot's colour, None while the colours are open.

    `hidden[piece]` counts the face-down pieces by what they are (the piece overview), `quiet_limit` is 0 for none.
    """

    board: tuple[int, ...]
    mine: int | None
    hidden: Mapping[int, int]
    quiet: int
    quiet_limit: int
    variant: Variant

    @property
    def hidden_total(self) -> int:
        """Return how many pieces lie face-down."""
        return sum(self.hidden.values())

    def on_board(self, piece: int) -> int:
        """Return how many of a piece are left, face-up or face-down."""
        return self.board.count(piece) + self.hidden.get(piece, 0)

    def mines(self, colour: int) -> int:
        """Return how many mines of a colour are left."""
        return self.on_board(PIECES["Mm"[colour]])

    def movers(self, colour: int) -> int:
        """Return how many movable pieces of a colour are left, face-up or face-down."""
        return sum(self.on_board(piece) for piece in PIECES.values() if MOVER[piece] == colour)

    def turned_up(self, node: int, piece: int) -> Sight:
        """Return what would be known if the face-down piece on `node` turned out to be `piece`."""
        board = (*self.board[:node], piece, *self.board[node + 1 :])
        hidden = {**self.hidden, piece: self.hidden[piece] - 1}
        return replace(self, board=board, hidden=hidden, quiet=0)


def see(view: JsonObject, seat: Seat) -> Sight:
    """Return what a view tells the bot of `seat`."""
    known: Mapping[str, Any] = view
    limit = known.get("quiet_limit", known["options"]["quiet_limit"])
    return Sight(
        board=read_board(known["board"]),
        mine=_colour(known["colours"], seat),
        hidden=_hidden(known["overview"]["face_down"]),
        quiet=known["quiet"],
        quiet_limit=limit or 0,
        variant=Variant.of(known["options"]),
    )


def read_board(texts: Mapping[str, str]) -> tuple[int, ...]:
    """Return the board of a view, face-down pieces as UNKNOWN_PIECE."""
    board = [0] * len(NODES)
    for name, text in texts.items():
        if text != ".":
            board[INDEX[name]] = UNKNOWN_PIECE if text == MASK else PIECES[text]
    return tuple(board)


def _colour(colours: Sequence[str | None], seat: Seat) -> int | None:
    colour = colours[seat]
    return None if colour is None else COLOUR_KEYS.index(colour)


def _hidden(face_down: Mapping[str, Mapping[str, int]]) -> dict[int, int]:
    counts = {
        PIECES[letter if key == "red" else letter.lower()]: face_down[key][letter]
        for key in COLOUR_KEYS
        for letter in LETTERS
    }
    return {piece: count for piece, count in counts.items() if count}
