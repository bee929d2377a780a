"""Time controls as short texts: "30s/move", "75+0", "5+3", "none"."""

from __future__ import annotations

from gameengine.clock.control import TimeControl, refused
from gameengine.clock.registry import KINDS


def control_from_notation(text: str) -> TimeControl:
    """Return the control of a short text, the inverse of `control.notation()`. Raises Refusal BAD_CONTROL.

    >>> control_from_notation("5+3").sentence().en
    '5 minutes plus 3 seconds per turn'
    """
    for kind in KINDS.values():
        control = kind.from_notation(text)
        if control is not None:
            return control
    raise refused(text)
