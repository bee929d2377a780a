"""Text forms: actions, the position line and lines of the game record (rule page, section 3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject
from gameengine.games.queens_race.content import (
    ARRIVED_BIT,
    CAPTURE,
    COLOURS,
    DARK_BIT,
    EMPTY,
    FREEZE,
    FROZEN_BIT,
    PIECE_BITS,
    QUEEN,
    SYMBOLS,
    letter_of,
)
from gameengine.games.queens_race.setting import NOWHERE, Setting, setting_of
from gameengine.games.queens_race.state import (
    ACT,
    BONUS,
    OVER,
    PHASES,
    ROLL,
    SETUP,
    SHUFFLE,
    TARGET,
    Ending,
    State,
)
from gameengine.games.queens_race.words import REASONS

MOVE: Final = "move"
CAPTURES: Final = "capture"
FREEZES: Final = "freeze"
FREES: Final = "free"

DRAW_TEXT: Final = "bonus draw"
DECLINE_TEXT: Final = "bonus decline"


class Action(NamedTuple):
    """The use of a symbol: `kind` is one of the four words above; squares beyond the board are NOWHERE."""

    kind: str
    symbol: str
    origin: int
    target: int


_SQUARE: Final = "[A-Z][1-9]"
_USE: Final = re.compile(rf"(?P<symbol>[A-Z]{{1,2}}) (?P<origin>{_SQUARE})(?P<sign>[-x*^])(?P<target>{_SQUARE})")
_PICK: Final = re.compile(rf"pick {_SQUARE}(?:[-+]{_SQUARE})?")
_KIND_OF_SIGN: Final = {"-": MOVE, "x": CAPTURES, "*": FREEZES, "^": FREES}
_SIGN_OF_KIND: Final = {kind: sign for sign, kind in _KIND_OF_SIGN.items()}
_SYMBOL_OF_SIGN: Final = {"x": CAPTURE, "*": FREEZE, "^": FREEZE}
_MOVING: Final = frozenset(SYMBOLS) - {CAPTURE, FREEZE}

PIECE_TEXT: Final[Mapping[int, str]] = {
    piece: letter_of(piece) + ("+" if piece & ARRIVED_BIT else "") + ("*" if piece & FROZEN_BIT else "")
    for piece in range(PIECE_BITS)
    if piece & 3
}
"""How a position shows a piece: its letter, "+" once it has arrived, "*" while it is frozen."""
_PIECES: Final = {text: piece for piece, text in PIECE_TEXT.items()}


@lru_cache(maxsize=16_384)
def action_of(setting: Setting, text: str) -> Action | None:
    """Return what a text of the form "symbol, square, sign, square" means, legal or not; None for any other text."""
    found = _USE.fullmatch(text)
    if found is None:
        return None
    symbol, sign = found["symbol"], found["sign"]
    if _SYMBOL_OF_SIGN.get(sign, symbol) != symbol or (sign == "-" and symbol not in _MOVING):
        return None
    origin, target = (setting.index.get(found[name], NOWHERE) for name in ("origin", "target"))
    return Action(_KIND_OF_SIGN[sign], symbol, origin, target)


def text_of(setting: Setting, action: Action) -> str:
    """Return the text of the use of a symbol."""
    origin, target = setting.names[action.origin], setting.names[action.target]
    return f"{action.symbol} {origin}{_SIGN_OF_KIND[action.kind]}{target}"


def is_pick(text: str) -> bool:
    """Tell whether a text has the form of a target of a bonus card."""
    return _PICK.fullmatch(text) is not None


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_FORMAT.

    >>> action_text({"type": "capture", "symbol": "C", "from": "B3", "to": "C4"})
    'C B3xC4'
    """
    match dict(data):
        case {"type": str(kind), "symbol": str(symbol), "from": str(origin), "to": str(target), **rest} if (
            not rest and kind in _SIGN_OF_KIND
        ):
            text = f"{symbol} {origin}{_SIGN_OF_KIND[kind]}{target}"
        case {"type": "bonus", "choice": "draw" | "decline" as choice, **rest} if not rest:
            text = f"bonus {choice}"
        case {"type": "pick", "square": str(square), **rest} if not rest:
            text = f"pick {square}"
        case {"type": "pick", "from": str(origin), "to": str(target), **rest} if not rest:
            text = f"pick {origin}-{target}"
        case {"type": "pick", "first": str(first), "second": str(second), **rest} if not rest:
            text = f"pick {first}+{second}"
        case {"type": "resume" | "resign" | "leave" as word, **rest} if not rest:
            return str(word)
        case _:
            raise Refusal("BAD_FORMAT", str(data))
    if not (_USE.fullmatch(text) or is_pick(text) or text in {DRAW_TEXT, DECLINE_TEXT}):
        raise Refusal("BAD_FORMAT", text)
    return text


# positions

_NUMBER: Final = "0|[1-9][0-9]{0,8}"
_CARDS: Final = "-|[a-z0-9_]+(?:,[a-z0-9_]+)*"
_POSITION: Final = re.compile(
    rf"qr1 (?P<board>\S+) t=(?P<turn_no>[1-9][0-9]{{0,8}})\.(?P<turn>[01]) p=(?P<phase>[a-z]+)"
    rf" d=(?P<roll>-|[A-Z]+/[A-Z]+/[A-Z]+) s=(?P<score_0>{_NUMBER})/(?P<score_1>{_NUMBER})"
    rf" q=(?P<queen_0>[0-2])/(?P<queen_1>[0-2]) k=(?P<skip_0>{_NUMBER})/(?P<skip_1>{_NUMBER})"
    rf" r=(?P<removed>{_NUMBER}) a=(?P<arrived>{_NUMBER}) z=(?P<zone>[01]) n=(?P<quiet>{_NUMBER}) f=(?P<flags>-|px?|x)"
    rf" c=(?P<square>-|{_SQUARE})(?::(?P<card>[a-z0-9_]+))? b=(?P<deck>{_CARDS}) j=(?P<discard>{_CARDS})"
    r" o=(?P<ending>-|(?:[01]|draw):[A-Z_]+)"
)
_TOKEN: Final = re.compile(r"[A-Za-z]\+?\*?|[1-9]")


def write(state: State) -> str:
    """Return the position text.

    The moments in which chance acts have phases of their own (`setup`, `roll`, `shuffle`); the page names none.
    """
    setting = state.setting
    square = "-" if state.square == NOWHERE else setting.names[state.square]
    card = f":{state.card}" if state.card else ""
    flags = ("p" if state.progress else "") + ("x" if state.extra else "")
    (s0, s1), (q0, q1), (k0, k1) = state.score, state.queens, state.skips
    return (
        f"qr1 {_write_board(setting, state.board)} t={state.turn_no}.{state.turn} p={state.phase} d={state.roll or '-'}"
        f" s={s0}/{s1} q={q0}/{q1} k={k0}/{k1} r={state.removed} a={state.arrived} z={int(state.zone_active)}"
        f" n={state.quiet} f={flags or '-'} c={square}{card} b={','.join(state.deck) or '-'}"
        f" j={','.join(state.discard) or '-'} o={_write_ending(state.ending)}"
    )


def _write_ending(ending: Ending | None) -> str:
    if ending is None:
        return "-"
    return f"{'draw' if ending.winner is None else ending.winner}:{ending.reason}"


# The rows of a board come again and again, for its height is small.
@lru_cache(maxsize=16_384)
def _write_row(pieces: bytes) -> str:
    text = "".join(PIECE_TEXT.get(piece, ".") for piece in pieces)
    # The longest runs of empty squares first: a shorter one is part of them.
    for run in range(len(pieces), 0, -1):
        text = text.replace("." * run, str(run))
    return text


def _write_board(setting: Setting, board: bytes) -> str:
    height = setting.height
    return "/".join([_write_row(board[row::height]) for row in range(height - 1, -1, -1)])


def read(text: str, options: JsonObject) -> State:
    """Return the state of a position text. Raises Refusal BAD_POSITION."""
    setting, fields = setting_of(options), _POSITION.fullmatch(text)
    if fields is None:
        raise Refusal("BAD_POSITION", text)
    state = State(
        setting=setting,
        board=_read_board(setting, fields["board"], text),
        turn=int(fields["turn"]),
        turn_no=int(fields["turn_no"]),
        phase=fields["phase"],
        roll=fields["roll"].strip("-"),
        score=(int(fields["score_0"]), int(fields["score_1"])),
        queens=(int(fields["queen_0"]), int(fields["queen_1"])),
        skips=(int(fields["skip_0"]), int(fields["skip_1"])),
        removed=int(fields["removed"]),
        arrived=int(fields["arrived"]),
        zone_active=fields["zone"] == "1",
        quiet=int(fields["quiet"]),
        progress="p" in fields["flags"],
        extra="x" in fields["flags"],
        square=setting.index.get(fields["square"], NOWHERE),
        card=fields["card"] or "",
        deck=_read_cards(fields["deck"]),
        discard=_read_cards(fields["discard"]),
        ending=_read_ending(fields["ending"], text),
    )
    # Writing again catches what is readable but not canonical, such as the row "11111" instead of "5".
    if not _is_possible(state) or write(state) != text:
        raise Refusal("BAD_POSITION", text)
    return state


def _read_cards(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _read_ending(text: str, position: str) -> Ending | None:
    if text == "-":
        return None
    winner, reason = text.split(":")
    if reason not in REASONS:
        raise Refusal("BAD_POSITION", position)
    return Ending(None if winner == "draw" else int(winner), reason)


def _read_board(setting: Setting, rows_text: str, text: str) -> bytes:
    rows = rows_text.split("/")
    if len(rows) != setting.height:
        raise Refusal("BAD_POSITION", text)
    board = bytearray(len(setting.names))
    for row, row_text in enumerate(reversed(rows)):
        pieces = _read_row(row_text)
        if len(pieces) != setting.width:
            raise Refusal("BAD_POSITION", text)
        board[row :: setting.height] = pieces
    return bytes(board)


@lru_cache(maxsize=16_384)
def _read_row(text: str) -> bytes:
    """Return the pieces of a row; nothing for a row that cannot be read."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text or any(not token.isdecimal() and token not in _PIECES for token in tokens):
        return b""
    return b"".join(bytes(int(token)) if token.isdecimal() else bytes((_PIECES[token],)) for token in tokens)


def _is_possible(state: State) -> bool:
    return _pieces_fit(state) and _cards_fit(state) and (not state.roll or is_roll(state.roll)) and _phase_fits(state)


def _pieces_fit(state: State) -> bool:
    """Tell whether nobody has two queens, and no queen counts as arrived; of the rest there may be more."""
    queens = [piece for piece in state.board if piece & QUEEN == QUEEN]
    owners = [piece & DARK_BIT for piece in queens]
    return len(set(owners)) == len(owners) and not any(piece & ARRIVED_BIT for piece in queens)


def _cards_fit(state: State) -> bool:
    cards = state.setting.content.cards
    counts = Counter([*state.deck, *state.discard, *([state.card] if state.card else [])])
    return all(key in cards and count <= cards[key].count for key, count in counts.items())


def is_roll(text: str) -> bool:
    """Tell whether a text names a symbol of the game for each die.

    Whether that die has such a face does not matter here: contents differ, and draws are proved elsewhere.
    """
    symbols = text.split("/")
    return len(symbols) == len(COLOURS) and all(symbol in SYMBOLS for symbol in symbols)


_NEEDS: Final[Mapping[str, tuple[bool, bool, bool]]] = {
    SETUP: (False, False, False),
    ROLL: (False, False, False),
    ACT: (True, False, False),
    BONUS: (True, True, False),
    SHUFFLE: (True, True, False),
    TARGET: (True, True, True),
}
"""Whether a phase has an open roll, a bonus square and a card that waits."""


def _phase_fits(state: State) -> bool:
    """Tell whether the phase has what it needs, and a piece that landed on the bonus square."""
    if state.phase not in PHASES or (state.phase == OVER) != (state.ending is not None):
        return False
    if state.phase == OVER:
        # The card that ended the game may have put another piece on its square.
        return True
    if state.square != NOWHERE and not _is_own(state, state.board[state.square]):
        return False
    has = (bool(state.roll), state.square != NOWHERE, bool(state.card))
    return has == _NEEDS[state.phase]


def _is_own(state: State, piece: int) -> bool:
    return piece != EMPTY and bool(piece & DARK_BIT) == bool(state.turn)


# the game record


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: the action, what became known, and "~" after an automatic one.

    >>> record("bonus draw", [{"type": "BONUS_DRAWN", "card": "point"}])
    'bonus draw (point)'
    """
    known = "".join(f" ({part})" for event in events if (part := _known(event)))
    return text + known + ("~" if any(event["type"] == "AUTOPILOT" for event in events) else "")


def _known(event: JsonObject) -> Json:
    match event["type"]:
        case "BONUS_DRAWN":
            return event["card"]
        case "CAPTURED":
            return event["kind"]
        case "QUEEN_CAPTURED":
            return f"Q {event['count']}"
        case _:
            return None
