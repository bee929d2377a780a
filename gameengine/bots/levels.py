"""The one way to ask a bot of any game for an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gameengine.core.game import Game
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat

LEVELS: Final = ("beginner", "normal", "expert")
"""Weakest first."""
DEFAULT_BUDGET_MS: Final = 1000


class UnknownLevelError(LookupError):
    """The game has no bot of this level."""


def choose(  # noqa: PLR0917
    game: Game[Any],
    level: str,
    view: JsonObject,
    seat: Seat,
    actions: Sequence[str],
    random: Random,
    budget_ms: int = DEFAULT_BUDGET_MS,
) -> str:
    """Return the action that the bot of `level` plays; always one of `actions`, of which there must be some.

    The bot gets the view of its seat and nothing else. A single action is returned without asking it.
    """
    try:
        bot = game.bots[level]
    except KeyError:
        raise UnknownLevelError(f"{game.key} has no level {level!r}") from None
    if len(actions) == 1:
        return actions[0]
    action = bot.choose(view, seat, actions, random, budget_ms=budget_ms)
    if action not in actions:
        raise AssertionError(f"{game.key} {level} chose {action!r}, which is not legal")
    return action
