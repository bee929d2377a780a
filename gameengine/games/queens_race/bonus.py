"""Bonus cards: what they do at once, what may be picked for them, and what the pick does (rule page, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from gameengine.games.queens_race.content import (
    FROZEN_BIT,
    GUARD,
    MESSENGER,
    NO_TARGET,
    QUEEN,
    Effect,
    kind_of,
    owner_of,
)
from gameengine.games.queens_race.draft import Draft
from gameengine.games.queens_race.setting import NOWHERE, Setting

Squares = tuple[int, ...]
"""What is picked for a card: one square, or two."""


@lru_cache(maxsize=4096)
def picks_of(setting: Setting, board: bytes, seat: int, args: str) -> Mapping[str, Squares]:
    """Return what may be picked for a card, by text, in alphabetical order."""
    found = {_text(setting, args, squares): squares for squares in _TARGETS[args](setting, board, seat)}
    return {text: found[text] for text in sorted(found)}


def _text(setting: Setting, args: str, squares: Squares) -> str:
    sign = "+" if args == "two_own_pieces" else "-"
    return f"pick {sign.join(setting.names[square] for square in squares)}"


def _frozen_own(_setting: Setting, board: bytes, seat: int) -> Iterator[Squares]:
    return ((at,) for at, piece in enumerate(board) if piece & FROZEN_BIT and owner_of(piece) == seat)


def _enemy_messengers(_setting: Setting, board: bytes, seat: int) -> Iterator[Squares]:
    for square, piece in enumerate(board):
        if kind_of(piece) == MESSENGER and owner_of(piece) != seat and not piece & FROZEN_BIT:
            yield (square,)


def _sideways(setting: Setting, board: bytes, seat: int) -> Iterator[Squares]:
    for square, piece in enumerate(board):
        if piece and owner_of(piece) == seat and not piece & FROZEN_BIT:
            yield from ((square, target) for target in setting.beside[square] if not board[target])


def _pairs(setting: Setting, board: bytes, seat: int) -> Iterator[Squares]:
    able = [
        square
        for square, piece in enumerate(board)
        if piece and owner_of(piece) == seat and not piece & FROZEN_BIT and not setting.goal[seat][square]
    ]
    for one in (square for square in able if kind_of(board[square]) == MESSENGER):
        for other in (square for square in able if kind_of(board[square]) == GUARD):
            yield min(one, other), max(one, other)


_TARGETS: Final[Mapping[str, Callable[[Setting, bytes, int], Iterator[Squares]]]] = {
    "own_frozen_piece": _frozen_own,
    "enemy_messenger": _enemy_messengers,
    "own_piece_sideways": _sideways,
    "two_own_pieces": _pairs,
}


def play_card(draft: Draft, card_id: str) -> bool:
    """Let a drawn card take effect. Returns whether a target must be picked for it now (7.2)."""
    card = draft.state.setting.content.cards[card_id]
    done = [
        _AT_ONCE[effect.op](draft, effect) for effect in card.effects if effect.op in _AT_ONCE and not draft.is_over
    ]
    if card.args != NO_TARGET and not draft.is_over:
        if picks_of(draft.state.setting, bytes(draft.board), draft.seat, card.args):
            return True
        done.append(False)
    # What can be carried out is, what cannot lapses; the event is for a card of which nothing came.
    if not any(done):
        draft.tell("BONUS_LAPSED", seat=draft.seat, card=card_id)
    return False


def play_pick(draft: Draft, card_id: str, squares: Squares) -> None:
    """Carry out what a card does with the squares that were picked."""
    for effect in draft.state.setting.content.cards[card_id].effects:
        if effect.op in _ON_PICK:
            _ON_PICK[effect.op](draft, squares)


def _extra_turn(draft: Draft, _effect: Effect) -> bool:
    draft.changes["extra"] = True
    return True


def _move_lander(draft: Draft, effect: Effect) -> bool:
    """Move the piece that landed straight on or back, if it can and may go there."""
    setting, square, seat = draft.state.setting, draft.lander, draft.seat
    if square == NOWHERE:
        return False
    piece = draft.board[square]
    for target in setting.ways[seat]["F" if effect.forward else "B"][square]:
        is_barred = kind_of(piece) == QUEEN and setting.goal[seat][target] and not draft.now("zone_active")
        if not draft.board[target] and not piece & FROZEN_BIT and not is_barred:
            draft.move(square, target)
            return True
    return False


def _freeze_lander(draft: Draft, _effect: Effect) -> bool:
    if draft.lander == NOWHERE or draft.board[draft.lander] & FROZEN_BIT:
        return False
    draft.freeze(draft.lander)
    return True


def _add_point(draft: Draft, effect: Effect) -> bool:
    draft.add_for("score", draft.seat, effect.number)
    return True


def _skip_own_turn(draft: Draft, effect: Effect) -> bool:
    draft.add_for("skips", draft.seat, effect.number)
    return True


_AT_ONCE: Final[Mapping[str, Callable[[Draft, Effect], bool]]] = {
    "extra_turn": _extra_turn,
    "move_lander": _move_lander,
    "freeze_lander": _freeze_lander,
    "add_point": _add_point,
    "skip_own_turn": _skip_own_turn,
}

_ON_PICK: Final[Mapping[str, Callable[[Draft, Squares], None]]] = {
    "free": lambda draft, squares: draft.free(squares[0]),
    "freeze": lambda draft, squares: draft.freeze(squares[0]),
    "move_sideways": lambda draft, squares: draft.move(squares[0], squares[1]),
    "swap": lambda draft, squares: draft.exchange(squares[0], squares[1]),
}
AT_ONCE: Final = frozenset(_AT_ONCE)
"""The effects that need no target."""
