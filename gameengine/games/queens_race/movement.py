"""Which uses of symbols a roll allows, and why another one is refused (rule page, sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from gameengine.games.queens_race.content import (
    CAPTURE,
    DARK_BIT,
    DOUBLE_STEP,
    EMPTY,
    FREEZE,
    FROZEN_BIT,
    GUARD,
    MESSENGER,
    PIECE_BITS,
    QUEEN,
    SYMBOLS,
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


Way = tuple[int, str, Action]
"""Where a symbol leads from a square: the target, and the action as text and value."""


Ways = Mapping[str, tuple[tuple[Way, ...], ...]]
"""For each symbol and square where it leads, whatever stands there; nothing for freezing and freeing."""


# Made once: the same few hundred ways come again and again in every list.
@lru_cache(maxsize=128)
def _ways(setting: Setting, seat: int) -> Ways:
    return {symbol: _ways_of(setting, seat, symbol) for symbol in SYMBOLS if symbol != FREEZE}


def _ways_of(setting: Setting, seat: int, symbol: str) -> tuple[tuple[Way, ...], ...]:
    kind = CAPTURES if symbol == CAPTURE else MOVE
    found = []
    for square, targets in enumerate(_targets(setting, seat, symbol)):
        actions = [Action(kind, symbol, square, target) for target in targets]
        found.append(tuple((action.target, text_of(setting, action), action) for action in actions))
    return tuple(found)


def _targets(setting: Setting, seat: int, symbol: str) -> tuple[tuple[int, ...], ...]:
    ways = setting.ways[seat]
    if symbol == CAPTURE:
        return setting.front[seat]
    if symbol == DOUBLE_STEP:
        return tuple(tuple(target for middle in ahead for target in ways["F"][middle]) for ahead in ways["F"])
    return ways[symbol]


# The list of a position is asked for again by every viewer and by every action that is played.
@lru_cache(maxsize=32_768)
def uses(setting: Setting, board: bytes, seat: int, roll: str, zone_active: bool) -> Mapping[str, Action]:
    """Return every legal use of a symbol by its text, in the canonical order of section 11."""
    found: dict[str, Action] = {}
    symbols, ways = symbols_of(setting, roll), _ways(setting, seat)
    for square, piece in enumerate(board):
        if not piece or piece >> 2 & 1 != seat:
            continue
        kind = piece & 3
        # 5.6: no symbol carries a queen onto the enemy start line too early.
        barred = setting.goal[seat] if kind == QUEEN and not zone_active else None
        for symbol in symbols[kind - 1]:
            for target, text, action in _open_ways(setting, board, square, symbol, ways):
                if barred is None or action.kind == FREES or not barred[target]:
                    found[text] = action
    return MappingProxyType(found)


def _open_ways(setting: Setting, board: bytes, square: int, symbol: str, ways: Ways) -> list[Way]:
    """Return what the piece on a square can do with a symbol, its queen's restriction aside."""
    if symbol == FREEZE:
        return [(use.target, text_of(setting, use), use) for use in _freezing(setting, board, square)]
    piece = board[square]
    if piece & FROZEN_BIT or (symbol == CAPTURE and piece & 3 == MESSENGER):
        return []
    leading = ways[symbol][square]
    if symbol == CAPTURE:
        return [way for way in leading if board[way[0]] and (board[way[0]] ^ piece) & DARK_BIT]
    if symbol == DOUBLE_STEP:
        # The square between stands halfway also in the numbering, which goes along the columns.
        return [way for way in leading if not board[way[0]] and not board[(square + way[0]) // 2]]
    return [way for way in leading if not board[way[0]]]


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
