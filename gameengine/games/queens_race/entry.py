"""How a person enters an action: squares of the board, and a labelled choice where squares do not tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Text
from gameengine.games.queens_race.movement import uses
from gameengine.games.queens_race.notation import DECLINE_TEXT, DRAW_TEXT, FREES, Action, action_of
from gameengine.games.queens_race.setting import NOWHERE, Setting
from gameengine.games.queens_race.sight import see

_BONUS: Final = {
    DRAW_TEXT: (Pick(choice="draw", label=Text("Draw a bonus card", "Bonuskarte ziehen")),),
    DECLINE_TEXT: (Pick(choice="decline", label=Text("Draw none", "Keine ziehen")),),
}
_FREE_ITSELF: Final = Pick(choice="free", label=Text("Free itself", "Sich selbst befreien"))


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the picks of an action: piece, target, and the symbol where several lead from the one to the other."""
    if action in _BONUS:
        return _BONUS[action]
    if action.startswith("pick "):
        return _card_picks(action)
    state = see(view)
    found = _use_picks(state.setting, state.board, state.turn, state.roll, state.zone_active)
    return found.get(action) or _refused_picks(state.setting, action)


def _refused_picks(setting: Setting, text: str) -> tuple[Pick, ...]:
    """Return the squares of an action that is not legal: rule pages show such ones too."""
    action = action_of(setting, text)
    if action is None:
        return ()
    return tuple(_pick(setting, square) for square in (action.origin, action.target) if square != NOWHERE)


@lru_cache(maxsize=256)
def _use_picks(
    setting: Setting, board: bytes, seat: int, roll: str, zone_active: bool
) -> Mapping[str, tuple[Pick, ...]]:
    found = uses(setting, board, seat, roll, zone_active)
    ways = Counter((action.origin, action.target) for action in found.values())
    return {text: _picks_of(setting, action, ways[action.origin, action.target] > 1) for text, action in found.items()}


def _picks_of(setting: Setting, action: Action, is_ambiguous: bool) -> tuple[Pick, ...]:
    origin = _pick(setting, action.origin)
    if action.kind == FREES and action.origin == action.target:
        return origin, _FREE_ITSELF
    both = origin, _pick(setting, action.target)
    return (*both, _symbol_pick(setting, action.symbol)) if is_ambiguous else both


def _card_picks(action: str) -> tuple[Pick, ...]:
    """Return the squares picked for a card; a messenger and a guard that change places may come in any order."""
    is_pair = "+" in action
    names = action.removeprefix("pick ").split("+" if is_pair else "-")
    return tuple(Pick(f"cell-{name}", loose=is_pair) for name in names)


@lru_cache(maxsize=1024)
def _pick(setting: Setting, square: int) -> Pick:
    return Pick(f"cell-{setting.names[square]}")


@lru_cache(maxsize=256)
def _symbol_pick(setting: Setting, symbol: str) -> Pick:
    name = setting.content.symbol_names[symbol]
    return Pick(choice=symbol, label=Text(f"{symbol}: {name.en}", f"{symbol}: {name.de}"))
