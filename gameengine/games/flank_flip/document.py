"""The state in its documented JSON form; everything is public, so that every viewer sees all of it (7, 13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gameengine.board.same import Same
from gameengine.core.types import Json
from gameengine.games.flank_flip.content import ARMIES, DIRECTIONS, RULES_VERSION, SYMBOLS
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.rules import to_act
from gameengine.games.flank_flip.state import MOVERS, NOBODY, State


def state_json(state: State) -> dict[str, Json]:
    """Return the whole state; clock and result are the table's to add.

    Beside the documented keys it has `options`, so that a viewer (a bot, for one) knows the rules in force.
    """
    return dict(_json(Same(state)))


# Several viewers look at a position, one after the other. Nobody may write in what is inside.
@lru_cache(maxsize=32)
def _json(of: Same[State]) -> Mapping[str, Json]:
    state, turn = of.it, to_act(of.it)
    setting, names = state.setting, state.setting.grid.names
    return {
        "rules_version": RULES_VERSION,
        "options": setting.options,
        "mode": setting.mode,
        "phase": turn.phase,
        "to_move": turn.seats[0] if turn.seats else None,
        "army": None if state.mover == NOBODY else MOVERS[state.mover],
        "seats": state.seats.split(".") if state.seats else [],
        "board": {names[square]: setting.texts[code] for square, code in enumerate(state.board)},
        "arrows": {names[square]: _arrows(setting.arrows[code]) for square, code in enumerate(state.board)},
        "armies": {names[square]: ARMIES[setting.army[code]] for square, code in enumerate(state.board)},
        "control": dict(zip(SYMBOLS, state.control(), strict=True)),
        "army_control": _army_control(state),
        "attacker": None if state.attacker == NOWHERE else names[state.attacker],
        "quiet": state.quiet,
        "best": dict(zip(SYMBOLS, state.best, strict=True)),
        "turn_no": state.turn_no,
        "repetitions": state.repetitions,
    }


@lru_cache(maxsize=16)
def _arrows(ways: tuple[int, ...]) -> str:
    return "".join(DIRECTIONS[way] for way in ways)


def _army_control(state: State) -> Mapping[str, Json]:
    shown = [state.setting.army[code] for code in state.board]
    return {code: shown.count(army) for army, code in enumerate(ARMIES)}
