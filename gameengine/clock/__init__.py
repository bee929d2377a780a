"""Time controls and clocks as values."""

from gameengine.clock.clock import Clock
from gameengine.clock.control import Reading, TimeControl
from gameengine.clock.limits import Limits, Reaction, limits_of, with_credit, with_limits_of
from gameengine.clock.notation import control_from_notation
from gameengine.clock.registry import KINDS, control_from_json

__all__ = [
    "KINDS",
    "Clock",
    "Limits",
    "Reaction",
    "Reading",
    "TimeControl",
    "control_from_json",
    "control_from_notation",
    "limits_of",
    "with_credit",
    "with_limits_of",
]
