"""The state in its documented JSON form, for the server and masked for viewers (rule page, sections 7 and 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gameengine.board.same import Same
from gameengine.core.random import Random
from gameengine.core.types import Json
from gameengine.games.junqi.content import (
    BLUE_BIT,
    COLOUR_KEYS,
    DOWN_BIT,
    FULL_SET,
    LETTERS,
    MINE,
    NODES,
    PIECES,
    RULES_VERSION,
)
from gameengine.games.junqi.movement import flag_is_open
from gameengine.games.junqi.notation import NODE_TEXT
from gameengine.games.junqi.rules import settled, to_act
from gameengine.games.junqi.state import UNKNOWN, State, face_down

MASK: Final = "?"

_MASKED: Final = {piece: MASK if piece & DOWN_BIT else text for piece, text in NODE_TEXT.items()}
_COUNT: Final = {letter: FULL_SET.count(piece) for letter, piece in PIECES.items()}


def state_json(state: State) -> dict[str, Json]:
    """Return the whole state; autopilot, clock and result are the table's to add.

    Beside the documented keys it has `options`, so that a viewer (a bot, for one) knows the rules in force.
    """
    return _document(state, [NODE_TEXT[piece] for piece in state.board])


def view(state: State, *, over: bool) -> dict[str, Json]:
    """Return what everybody may know; all viewers see the same (7)."""
    return dict(_view(Same(state), over))


# Several viewers look at a position, one after the other. Nobody may write in what is inside.
@lru_cache(maxsize=32)
def _view(state: Same[State], over: bool) -> Mapping[str, Json]:
    texts = NODE_TEXT if over and state.it.options["reveal_all_at_end"] else _MASKED
    return _document(state.it, [texts[piece] for piece in state.it.board])


def hidden_paths(state: State, *, over: bool) -> frozenset[str]:
    """Return the paths of the state that are masked in everybody's view (7)."""
    if over and state.options["reveal_all_at_end"]:
        return frozenset()
    return frozenset(f"board.{NODES[node]}" for node, piece in enumerate(state.board) if piece & DOWN_BIT)


def mirrored(state: State) -> State:
    """Return the position with the seats exchanged: the board has no sides, so only turn and colours change places."""
    return settled(
        replace(
            state,
            to_move=state.to_move if state.to_move == UNKNOWN else 1 - state.to_move,
            colour=state.colour if state.colour == UNKNOWN else 1 - state.colour,
            last=state.last[::-1],
        )
    )


def _document(state: State, texts: list[str]) -> dict[str, Json]:
    turn = to_act(state)
    return {
        "rules_version": RULES_VERSION,
        "options": dict(state.options),
        "phase": turn.phase,
        "to_move": turn.seats[0] if turn.seats else None,
        "starter": None if state.to_move == UNKNOWN else state.to_move ^ state.ply & 1,
        "colours": [_colour_key(state.colour_of_seat(seat)) for seat in (0, 1)],
        "last_reveal": [_colour_key(colour) for colour in state.last],
        "board": dict(zip(NODES, texts, strict=True)),
        "quiet": state.quiet,
        "ply": state.ply,
        "overview": _overview(state.board),
        "mines_left": {key: mines_left(state.board, colour) for colour, key in enumerate(COLOUR_KEYS)},
        "flag_open": {
            key: flag_is_open(state.board, colour, state.variant.flag_rule) for colour, key in enumerate(COLOUR_KEYS)
        },
    }


def _colour_key(colour: int) -> str | None:
    return None if colour == UNKNOWN else COLOUR_KEYS[colour]


def mines_left(board: bytes, colour: int) -> int:
    """Return how many mines of a colour are on the board, face-up or face-down."""
    mine = MINE | colour * BLUE_BIT
    return board.count(mine) + board.count(mine | DOWN_BIT)


def _overview(board: bytes) -> dict[str, Json]:
    """Return the piece overview: what is missing on the board has fallen, but nothing before the deal."""
    down = {letter: board.count(piece | DOWN_BIT) for letter, piece in PIECES.items()}
    dealt = any(board)
    fallen = {
        letter: _COUNT[letter] - down[letter] - board.count(piece) if dealt else 0 for letter, piece in PIECES.items()
    }
    return {
        "fallen": _by_colour(fallen),
        "face_down": _by_colour(down),
        "face_down_total": sum(down.values()),
    }


def _by_colour(counts: Mapping[str, int]) -> dict[str, Json]:
    """Return counts by letter of the piece as the page has them: by colour, then by the letter of the kind."""
    red, blue = COLOUR_KEYS
    return {
        red: {letter: counts[letter] for letter in LETTERS},
        blue: {letter: counts[letter.lower()] for letter in LETTERS},
    }


def redeal(state: State, random: Random) -> State:
    """Return the state with the face-down pieces shuffled among their places."""
    down = face_down(state.board)
    shuffled = iter([down[place] for place in random.permutation(len(down))])
    board = bytes(next(shuffled) if piece & DOWN_BIT else piece for piece in state.board)
    return replace(state, board=board)
