"""Text forms: actions, the position line and lines of the game record (rule page, section 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.junqi.content import (
    COLUMNS,
    DOWN_BIT,
    EMPTY,
    FULL_SET,
    IS_CAMP,
    MINE,
    NODES,
    PIECES,
    ROWS,
    kind_of,
)
from gameengine.games.junqi.state import NO_PIECES, UNKNOWN, State, Variant


class Action(NamedTuple):
    """A parsed action; a flip has its node in both places."""

    type: Literal["flip", "move", "attack"]
    origin: int
    target: int


FLIP_TEXT: Final = tuple(f"flip {node}" for node in NODES)
MOVE_TEXT: Final = tuple(tuple(f"{a}-{b}" for b in NODES) for a in NODES)
ATTACK_TEXT: Final = tuple(tuple(f"{a}x{b}" for b in NODES) for a in NODES)
ACTIONS: Final[Mapping[str, Action]] = {
    **{FLIP_TEXT[node]: Action("flip", node, node) for node in range(len(NODES))},
    **{text: Action("move", a, b) for a, row in enumerate(MOVE_TEXT) for b, text in enumerate(row)},
    **{text: Action("attack", a, b) for a, row in enumerate(ATTACK_TEXT) for b, text in enumerate(row)},
}
"""Every text that has the form of an action, legal or not."""
NODE_TEXT: Final[Mapping[int, str]] = {
    EMPTY: ".",
    **{piece: letter for letter, piece in PIECES.items()},
    **{piece | DOWN_BIT: f"~{letter}" for letter, piece in PIECES.items()},
}
"""What the state shows on a node: ".", a letter, or "~" and a letter for a face-down piece."""

_COLOUR_MARKS: Final = {UNKNOWN: "-", 0: "r", 1: "b"}
_COLOURS: Final = {mark: colour for colour, mark in _COLOUR_MARKS.items()}
_POSITION: Final = re.compile(
    r"(?P<board>\S+) (?P<to_move>[01-]) (?P<colour>[rb-]) (?P<last>[rb-]{2})"
    r" (?P<quiet>0|[1-9][0-9]{0,8}) (?P<ply>0|[1-9][0-9]{0,8})"
)
_ROW: Final = re.compile(r"~?[A-Za-z]|[1-5]")


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_SYNTAX.

    >>> action_text({"type": "attack", "from": "a2", "to": "a7"})
    'a2xa7'
    """
    match dict(data):
        case {"type": "flip", "node": str(node), **rest} if not rest:
            text = f"flip {node}"
        case {"type": "move", "from": str(origin), "to": str(target), **rest} if not rest:
            text = f"{origin}-{target}"
        case {"type": "attack", "from": str(origin), "to": str(target), **rest} if not rest:
            text = f"{origin}x{target}"
        case {"type": "resume" | "resign" | "leave" as word, **rest} if not rest:
            return str(word)
        case _:
            raise Refusal("BAD_SYNTAX", str(data))
    if text not in ACTIONS:
        raise Refusal("BAD_SYNTAX", text)
    return text


def write(state: State) -> str:
    """Return the position text.

    Before the starter is drawn its place holds "-"; the page knows no text for that moment, which no player sees.
    """
    last = "".join(_COLOUR_MARKS[colour] for colour in state.last)
    to_move = "-" if state.to_move == UNKNOWN else state.to_move
    return f"{_write_board(state.board)} {to_move} {_COLOUR_MARKS[state.colour]} {last} {state.quiet} {state.ply}"


def _write_board(board: bytes) -> str:
    width = len(COLUMNS)
    texts = [NODE_TEXT[piece] for piece in board]
    written = "/".join("".join(texts[row : row + width]) for row in range(len(board) - width, -1, -width))
    # The longest runs of empty nodes first: a shorter one is part of them.
    for run in range(width, 0, -1):
        written = written.replace("." * run, str(run))
    return written


def read(text: str, options: JsonObject) -> State:
    """Return the state of a position text, its ending not worked out yet. Raises Refusal BAD_POSITION."""
    fields = _POSITION.fullmatch(text)
    if fields is None:
        raise Refusal("BAD_POSITION", text)
    state = State(
        options=options,
        variant=Variant.of(options),
        board=_read_board(fields["board"], text),
        to_move=UNKNOWN if fields["to_move"] == "-" else int(fields["to_move"]),
        colour=_COLOURS[fields["colour"]],
        last=(_COLOURS[fields["last"][0]], _COLOURS[fields["last"][1]]),
        quiet=int(fields["quiet"]),
        ply=int(fields["ply"]),
    )
    # Writing again catches what is readable but not canonical, such as the row "11111" instead of "5".
    if not _is_possible(state) or write(state) != text:
        raise Refusal("BAD_POSITION", text)
    return state


def _read_board(rows_text: str, text: str) -> bytes:
    rows = rows_text.split("/")
    if len(rows) != ROWS:
        raise Refusal("BAD_POSITION", text)
    board = [piece for row in reversed(rows) for piece in _read_row(row, text)]
    return bytes(board)


def _read_row(row: str, text: str) -> list[int]:
    tokens = _ROW.findall(row)
    pieces: list[int] = []
    for token in tokens:
        if token.isdecimal():
            pieces += [EMPTY] * int(token)
        elif token[-1] in PIECES:
            pieces.append(PIECES[token[-1]] | (DOWN_BIT if token[0] == "~" else 0))
    if "".join(tokens) != row or len(pieces) != len(COLUMNS):
        raise Refusal("BAD_POSITION", text)
    return pieces


def _is_possible(state: State) -> bool:
    if state.to_move == UNKNOWN:
        return _is_setting_up(state)
    up = [piece & ~DOWN_BIT for piece in state.board if piece]
    in_camps = [piece for node, piece in enumerate(state.board) if piece and IS_CAMP[node]]
    return (
        all(up.count(piece) <= FULL_SET.count(piece) for piece in set(up))
        and not any(piece & DOWN_BIT or kind_of(piece) >= MINE for piece in in_camps)
        and (state.last == (UNKNOWN, UNKNOWN) if state.colour != UNKNOWN else bool(up) and not in_camps)
    )


def _is_setting_up(state: State) -> bool:
    """Tell whether a position without a seat to move is one of the two moments of the set-up (section 4)."""
    untouched = (state.colour, state.last, state.quiet, state.ply) == (UNKNOWN, (UNKNOWN, UNKNOWN), 0, 0)
    return untouched and (state.board == NO_PIECES or is_deal(state.board))


def is_deal(board: Sequence[int]) -> bool:
    """Tell whether all 50 pieces lie face-down on the nodes that are not camps."""
    return sorted(board) == [EMPTY] * sum(IS_CAMP) + sorted(piece | DOWN_BIT for piece in FULL_SET) and not any(
        piece and IS_CAMP[node] for node, piece in enumerate(board)
    )


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: the action, what became known, and "*" after an automatic move.

    >>> record("flip a5", [{"type": "revealed", "piece": "E"}])
    'flip a5 (E)'
    >>> record("a2xa7", [{"type": "attacked", "attacker": "X", "defender": "m", "outcome": "both"}])
    'a2xa7 (X=m)'
    """
    known = "".join(f" ({_known(event)})" for event in events if event["type"] in {"revealed", "attacked"})
    return text + known + ("*" if any(event["type"] == "auto" for event in events) else "")


def _known(event: JsonObject) -> str:
    if event["type"] == "revealed":
        return str(event["piece"])
    return f"{event['attacker']}{'>' if event['outcome'] == 'win' else '='}{event['defender']}"
