"""Time controls as short texts: "30s/move", "75+0", "5+3", "none", with limits "75+0 react 2/15 untimed 120"."""

from __future__ import annotations

from gameengine.clock.control import TimeControl, refused
from gameengine.clock.limits import limited, split_notation
from gameengine.clock.registry import KINDS


def control_from_notation(text: str) -> TimeControl:
    """Return the control of a short text, the inverse of `control.notation()`. Raises Refusal BAD_CONTROL.

    >>> control_from_notation("5+3").sentence().en
    '5 minutes plus 3 seconds per turn'
    """
    inner, limits = split_notation(text)
    for kind in KINDS.values():
        control = kind.from_notation(inner)
        if control is not None:
            return limited(control, limits)
    raise refused(text)
