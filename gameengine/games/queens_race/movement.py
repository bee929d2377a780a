"""Which uses of symbols a roll allows, and why another one is refused (rule page, sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from gameengine.games.queens_race.content import (
    CAPTURE,
    DOUBLE_STEP,
    EMPTY,
    FREEZE,
    FROZEN_BIT,
    GUARD,
    MESSENGER,
    PIECE_BITS,
    QUEEN,
    kind_of,
    owner_of,
)
from gameengine.games.queens_race.notation import CAPTURES, FREES, FREEZES, MOVE, Action, text_of
from gameengine.games.queens_race.setting import NOWHERE, Setting
from gameengine.games.queens_race.state import State

NO_SYMBOL: Final = "-"
_GUARDS: Final = tuple(
    bytes(piece for piece in range(PIECE_BITS) if kind_of(piece) == GUARD and owner_of(piece) == seat)
    for seat in (0, 1)
)


@lru_cache(maxsize=4096)
def symbols_of(setting: Setting, roll: str) -> tuple[tuple[str, ...], ...]:
    """Return for each kind of piece the symbols that it may use, each once, in the order of the dice.

    A die may be left out by "-": bots think about one die at a time.
    """
    shown = roll.split("/")
    return tuple(
        tuple(dict.fromkeys(shown[die] for die in dice if shown[die] != NO_SYMBOL)) for dice in setting.content.dice_of
    )


# The list of a position is asked for again by every viewer and by every action that is played.
@lru_cache(maxsize=32_768)
def uses(setting: Setting, board: bytes, seat: int, roll: str, zone_active: bool) -> Mapping[str, Action]:
    """Return every legal use of a symbol by its text, in the canonical order of section 11."""
    found: dict[str, Action] = {}
    symbols = symbols_of(setting, roll)
    barred = () if zone_active else setting.goal[seat]
    for square, piece in enumerate(board):
        if not piece or piece >> 2 & 1 != seat:
            continue
        kind = piece & 3
        for symbol in symbols[kind - 1]:
            for action in _uses_of(setting, board, square, symbol):
                if kind == QUEEN and barred and action.kind in _ENTERING and barred[action.target]:
                    continue
                found[text_of(setting, action)] = action
    return MappingProxyType(found)


_ENTERING: Final = frozenset({MOVE, CAPTURES})


def _uses_of(setting: Setting, board: bytes, square: int, symbol: str) -> Iterator[Action]:
    """Yield what the piece on a square can do with a symbol, its queen's restriction aside."""
    if symbol == FREEZE:
        return _freezing(setting, board, square)
    if board[square] & FROZEN_BIT:
        return iter(())
    if symbol == CAPTURE:
        return _capturing(setting, board, square)
    if symbol == DOUBLE_STEP:
        return _doubling(setting, board, square)
    return _stepping(setting, board, square, symbol)


def _stepping(setting: Setting, board: bytes, square: int, symbol: str) -> Iterator[Action]:
    for target in setting.ways[owner_of(board[square])][symbol][square]:
        if not board[target]:
            yield Action(MOVE, symbol, square, target)


def _doubling(setting: Setting, board: bytes, square: int) -> Iterator[Action]:
    ahead = setting.ways[owner_of(board[square])]["F"]
    for middle in ahead[square]:
        for target in ahead[middle]:
            if not board[middle] and not board[target]:
                yield Action(MOVE, DOUBLE_STEP, square, target)


def _capturing(setting: Setting, board: bytes, square: int) -> Iterator[Action]:
    if kind_of(board[square]) == MESSENGER:
        return
    seat = owner_of(board[square])
    for target in setting.front[seat][square]:
        if board[target] and owner_of(board[target]) != seat:
            yield Action(CAPTURES, CAPTURE, square, target)


def _freezing(setting: Setting, board: bytes, square: int) -> Iterator[Action]:
    """Yield what `Z` does: freezing before freeing (5.4, 5.5)."""
    piece = board[square]
    seat, kind = owner_of(piece), kind_of(piece)
    if piece & FROZEN_BIT:
        if kind == GUARD or (kind == QUEEN and not has_guard(board, seat)):
            yield Action(FREES, FREEZE, square, square)
    elif kind == GUARD:
        for target in setting.front[seat][square]:
            if _can_be_frozen(board[target], seat):
                yield Action(FREEZES, FREEZE, square, target)
        for target, other in enumerate(board):
            if other & FROZEN_BIT and owner_of(other) == seat:
                yield Action(FREES, FREEZE, square, target)


def has_guard(board: bytes, seat: int) -> bool:
    """Tell whether a seat has a guard on the board, frozen or not."""
    return len(board.translate(None, _GUARDS[seat])) < len(board)


def _can_be_frozen(piece: int, seat: int) -> bool:
    return piece != EMPTY and owner_of(piece) != seat and not piece & FROZEN_BIT


# refusals, in the order of section 4


def refusal(state: State, action: Action) -> str:
    """Return the first failing check of a use of a symbol by the seat to move, or "" for a legal one."""
    return _piece_refusal(state, action) or _REFUSALS[action.kind](state, action)


def _piece_refusal(state: State, action: Action) -> str:
    piece = EMPTY if action.origin == NOWHERE else state.board[action.origin]
    if piece == EMPTY:
        return "NO_PIECE"
    if owner_of(piece) != state.turn:
        return "NOT_YOUR_PIECE"
    if action.symbol not in symbols_of(state.setting, state.roll)[kind_of(piece) - 1]:
        return "SYMBOL_NOT_AVAILABLE"
    frees_itself = action.kind == FREES and action.origin == action.target
    if piece & FROZEN_BIT and not frees_itself:
        return "PIECE_FROZEN"
    return "OFF_BOARD" if action.target == NOWHERE else ""


def _free_refusal(state: State, action: Action) -> str:
    piece, target = state.board[action.origin], state.board[action.target]
    queen_may = kind_of(piece) == QUEEN and piece & FROZEN_BIT and not has_guard(state.board, state.turn)
    if kind_of(piece) != GUARD and not queen_may:
        return "CANNOT_FREE"
    return "" if target & FROZEN_BIT and owner_of(target) == state.turn else "BAD_TARGET"


def _freeze_refusal(state: State, action: Action) -> str:
    if kind_of(state.board[action.origin]) != GUARD:
        return "CANNOT_FREEZE"
    can_be = _is_in_front(state, action) and _can_be_frozen(state.board[action.target], state.turn)
    return "" if can_be else "BAD_TARGET"


def _capture_refusal(state: State, action: Action) -> str:
    if kind_of(state.board[action.origin]) == MESSENGER:
        return "CANNOT_CAPTURE"
    target = state.board[action.target]
    if not (_is_in_front(state, action) and target and owner_of(target) != state.turn):
        return "BAD_TARGET"
    return "ZONE_INACTIVE" if _is_barred(state, action) else ""


def _move_refusal(state: State, action: Action) -> str:
    if state.board[action.target]:
        return "SQUARE_OCCUPIED"
    if _is_barred(state, action):
        return "ZONE_INACTIVE"
    ways = state.setting.ways[state.turn]
    if action.symbol != DOUBLE_STEP:
        return "" if action.target in ways[action.symbol][action.origin] else "WRONG_DIRECTION"
    for middle in ways["F"][action.origin]:
        if action.target in ways["F"][middle]:
            return "PATH_BLOCKED" if state.board[middle] else ""
    return "WRONG_DIRECTION"


def _is_in_front(state: State, action: Action) -> bool:
    return action.target in state.setting.front[state.turn][action.origin]


def _is_barred(state: State, action: Action) -> bool:
    """Tell whether a queen would enter the enemy start line too early (5.6)."""
    is_queen = kind_of(state.board[action.origin]) == QUEEN
    return is_queen and not state.zone_active and state.setting.goal[state.turn][action.target]


_REFUSALS: Final[Mapping[str, Callable[[State, Action], str]]] = {
    MOVE: _move_refusal,
    CAPTURES: _capture_refusal,
    FREEZES: _freeze_refusal,
    FREES: _free_refusal,
}
