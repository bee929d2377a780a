"""Actions and their texts (rule page, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.flank_flip.content import ARMIES, DIRECTIONS
from gameengine.games.flank_flip.grid import NOWHERE, grid_of
from gameengine.games.flank_flip.state import FIRST, GIVE

SWAP: Final = "swap"
FLIP: Final = "flip"
TURN: Final = "turn"
HIT: Final = "hit"
STOP: Final = "stop"

STOP_TEXT: Final = STOP
FIRST_TEXTS: Final = tuple(f"{FIRST} {army}" for army in ARMIES)


class Action(NamedTuple):
    """An action, read: `kind` is the first word of its text; what does not belong to it is NOWHERE.

    `other` is the second square of a swap, a direction, or an army.
    """

    kind: str
    square: int = NOWHERE
    other: int = NOWHERE


class Vocabulary(NamedTuple):
    """The action texts of a grid, read and written."""

    actions: Mapping[str, Action]
    swap: tuple[tuple[str, ...], ...]
    along: Mapping[str, tuple[tuple[str, ...], ...]]
    """`along[kind][square][direction]` for give, flip and hit."""
    turn: tuple[str, ...]


@lru_cache(maxsize=4)
def vocabulary(size: int) -> Vocabulary:
    """Return the action texts of a grid of so many rows."""
    names = grid_of(size).names
    swap = tuple(tuple(f"{SWAP} {one} {other}" for other in names) for one in names)
    along = {kind: tuple(tuple(f"{kind} {name} {way}" for way in DIRECTIONS) for name in names) for kind in _ALONG}
    turn = tuple(f"{TURN} {name}" for name in names)
    actions = {
        **{text: Action(SWAP, one, other) for one, row in enumerate(swap) for other, text in enumerate(row)},
        **{
            text: Action(kind, square, way)
            for kind, rows in along.items()
            for square, row in enumerate(rows)
            for way, text in enumerate(row)
        },
        **{text: Action(TURN, square) for square, text in enumerate(turn)},
        **{text: Action(FIRST, other=army) for army, text in enumerate(FIRST_TEXTS)},
        STOP_TEXT: Action(STOP),
    }
    return Vocabulary(actions, swap, along, turn)


_ALONG: Final = (GIVE, FLIP, HIT)


def is_step(text: str) -> bool:
    """Tell whether an action goes on with a turn instead of beginning one."""
    return text.partition(" ")[0] in _STEPS


_STEPS: Final = frozenset({HIT, STOP})


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_SYNTAX.

    >>> action_text({"type": "swap", "from": "b1", "to": "c3"})
    'swap b1 c3'
    """
    match dict(data):
        case {"type": "swap", "from": str(one), "to": str(other), **rest} if not rest:
            text = f"{SWAP} {one} {other}"
        case {"type": "give" | "flip" | "hit" as kind, "square": str(square), "dir": str(way), **rest} if not rest:
            text = f"{kind} {square} {way}"
        case {"type": "turn", "square": str(square), **rest} if not rest:
            text = f"{TURN} {square}"
        case {"type": "first", "army": str(army), **rest} if not rest:
            text = f"{FIRST} {army}"
        case {"type": "resume" | "resign" | "leave" as word, **rest} if not rest:
            return str(word)
        case {"type": "stop", **rest} if not rest:
            text = STOP_TEXT
        case _:
            raise Refusal("BAD_SYNTAX", str(data))
    # The larger grid has all squares of the smaller one.
    if text not in vocabulary(4).actions:
        raise Refusal("BAD_SYNTAX", text)
    return text
