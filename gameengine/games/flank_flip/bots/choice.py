"""What bots of all levels do where no turn is played, and how they choose among equals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.random import Random

ALIKE: Final = 1e-9


def any_of(actions: Sequence[str], random: Random) -> str:
    """Return any of the actions."""
    return actions[random.below(len(actions))]


def best_of(actions: Sequence[str], values: Sequence[float], random: Random) -> str:
    """Return one of the actions with the highest value."""
    best = max(values)
    return any_of([text for text, value in zip(actions, values, strict=True) if value >= best - ALIKE], random)
