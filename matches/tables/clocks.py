"""The clocks that a free table offers: those of the game's rules, some usual ones, or any in the short form."""

from __future__ import annotations

from typing import Any, Final

from gameengine.clock import TimeControl, control_from_json, control_from_notation, limits_of
from gameengine.clock.limits import NO_LIMITS, limited
from gameengine.core.game import Game

PRESETS: Final = ("3+2", "5+5", "10+5", "20+10", "30s/move", "120s/move", "1d/move")
USUAL: Final = "usual"
UNTIMED: Final = "none"


def is_untimed(control: TimeControl) -> bool:
    """Tell whether nobody's flag can ever fall."""
    return control.kind == UNTIMED


def clock_of(game: Game[Any], notation: str) -> TimeControl:
    """Return the clock of a short form; `USUAL` is that of the rules. Raises Refusal BAD_CONTROL.

    What the rules limit beside a clock (reactions, decisions that no clock times) is limited with any clock alike.
    """
    usual = control_from_json(game.default_control)
    if notation == USUAL:
        return usual
    control = control_from_notation(notation)
    if is_untimed(control) or limits_of(control) != NO_LIMITS or limits_of(usual) == NO_LIMITS:
        return control
    return limited(control, limits_of(usual))


def presets(game: Game[Any]) -> list[tuple[str, TimeControl]]:
    """Return the clocks to choose from by their short forms, the usual one of the rules first."""
    usual = clock_of(game, USUAL)
    others = [(notation, clock_of(game, notation)) for notation in PRESETS]
    return [(USUAL, usual), *((notation, control) for notation, control in others if control != usual)]
