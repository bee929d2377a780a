"""How a player decides: a bot on the view that the socket gave, with pauses and lapses of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flagfall.simulation.plan import Character, Mood
from gameengine.bots import DEFAULT_BUDGET_MS, LEVELS, choose
from gameengine.games.registry import game as game_by_key
from gameengine.randomness import SeededRandom
from matches import bots

FAST_LEVELS: Final = LEVELS[:2]
"""Bots that answer within milliseconds, and so may think in the program itself."""

_PAUSE_MS: Final = (300, 2_000)
_LAPSE_AFTER: Final = (3, 12)
"""Within how many own turns of a match an unreliable player lapses."""
_LINE_BREAKS: Final = 150
"""One of so many commands is followed by a broken line."""


class VanishedError(Exception):
    """The player has closed the page for good."""


@dataclass(frozen=True, slots=True)
class Style:
    """What all players of a simulation have in common."""

    game: str
    fast: bool


class Mind:
    """One player in one match."""

    def __init__(self, character: Character, style: Style, match_id: str, seat: int) -> None:
        self._character, self._style, self._seat = character, style, seat
        self._random = SeededRandom(f"{character.seed}/{match_id}")
        self._turns = 0
        self._lapse = _LAPSE_AFTER[0] + self._random.below(_LAPSE_AFTER[1] - _LAPSE_AFTER[0])
        self._moves_first = self._random.below(2) == 0

    @property
    def instant(self) -> bool:
        """Tell whether decisions take no time worth speaking of."""
        return self._style.fast

    def nonce(self) -> str:
        """Return the player's share of the match's randomness, as hex text."""
        return "".join(f"{self._random.below(256):02x}" for _ in range(16))

    def sleeps_now(self) -> bool:
        """Tell whether this turn is one in which the player lets the clock run out. Raises VanishedError."""
        self._turns += 1
        if self._vanishes and not self._moves_first:
            raise VanishedError
        return self._turns == self._lapse and self._character.mood is Mood.SLOW

    def has_moved(self) -> None:
        """Note that a move is on its way. Raises VanishedError if it was the last thing the player did."""
        if self._vanishes:
            raise VanishedError

    @property
    def _vanishes(self) -> bool:
        return self._turns == self._lapse and self._character.mood is Mood.VANISHES

    def line_breaks_now(self) -> bool:
        """Tell whether the connection fails right after this command."""
        return self._random.below(_LINE_BREAKS) == 0

    async def choose(self, view: Mapping[str, Any], actions: list[str]) -> str:
        """Return the action to play, after a pause if the player is no machine."""
        level, game = self._character.level, self._style.game
        if not self._style.fast:
            await asyncio.sleep((_PAUSE_MS[0] + self._random.below(_PAUSE_MS[1] - _PAUSE_MS[0])) / 1000)
        if level in FAST_LEVELS:
            return choose(game_by_key(game), level, view, self._seat, actions, self._random)
        # Whoever thinks long does so in another process, so that sockets are read meanwhile.
        return await asyncio.to_thread(
            bots.chosen, game, level, view, self._seat, actions, budget_ms=DEFAULT_BUDGET_MS // 2
        )
