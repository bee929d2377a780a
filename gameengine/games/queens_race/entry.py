"""How a person enters an action: squares of the board, and a labelled choice where squares do not tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Text
from gameengine.games.queens_race.content import MESSENGER, kind_of
from gameengine.games.queens_race.movement import uses
from gameengine.games.queens_race.notation import DECLINE_TEXT, DRAW_TEXT, FREES, Action
from gameengine.games.queens_race.setting import Setting
from gameengine.games.queens_race.sight import see
from gameengine.games.queens_race.state import State

_BONUS: Final = {
    DRAW_TEXT: (Pick(choice="draw", label=Text("Draw a bonus card", "Bonuskarte ziehen")),),
    DECLINE_TEXT: (Pick(choice="decline", label=Text("Draw none", "Keine ziehen")),),
}
_FREE_ITSELF: Final = Pick(choice="free", label=Text("Free itself", "Sich selbst befreien"))


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the picks of an action: piece, target, and the symbol where several lead from the one to the other."""
    if action in _BONUS:
        return _BONUS[action]
    state = see(view)
    if action.startswith("pick "):
        return _card_picks(state, action)
    return _use_picks(state.setting, state.board, state.turn, state.roll, state.zone_active)[action]


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


def _card_picks(state: State, action: str) -> tuple[Pick, ...]:
    """Return the squares picked for a card; of a messenger and a guard that change places, the messenger's first."""
    places, names = action.removeprefix("pick "), state.setting.index
    if "+" not in places:
        return tuple(Pick(f"cell-{name}") for name in places.split("-"))
    pair = sorted(places.split("+"), key=lambda name: kind_of(state.board[names[name]]) != MESSENGER)
    return tuple(Pick(f"cell-{name}") for name in pair)


@lru_cache(maxsize=1024)
def _pick(setting: Setting, square: int) -> Pick:
    return Pick(f"cell-{setting.names[square]}")


@lru_cache(maxsize=256)
def _symbol_pick(setting: Setting, symbol: str) -> Pick:
    name = setting.content.symbol_names[symbol]
    return Pick(choice=symbol, label=Text(f"{symbol}: {name.en}", f"{symbol}: {name.de}"))
