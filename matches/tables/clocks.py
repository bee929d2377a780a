"""The clock of a free table: that of the game's rules, or any in the short form."""

from __future__ import annotations

from typing import Any, Final

from gameengine.clock import TimeControl, control_from_json, control_from_notation, with_limits_of
from gameengine.clock.limits import split_notation
from gameengine.core.game import Game

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
    return usual if notation == USUAL else with_limits_of(control_from_notation(notation), usual)


def usual(game: Game[Any]) -> str:
    """Return the short form of the clock of the rules, without what is limited beside it."""
    return split_notation(control_from_json(game.default_control).notation())[0]
