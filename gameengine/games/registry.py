"""The one list of games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from gameengine.core.abilities import TrustsDevice
from gameengine.core.game import Game
from gameengine.games.flagged import game as flagged
from gameengine.games.flank_flip import game as flank_flip
from gameengine.games.junqi import game as junqi
from gameengine.games.over_the_board import game as over_the_board
from gameengine.games.queens_race import game as queens_race
from gameengine.games.tile_flight import game as tile_flight


class UnknownGameError(LookupError):
    """No game of this name is known here."""

    def __init__(self, key: str) -> None:
        super().__init__(f"unknown game: {key!r}")
        self.key = key


_ALL: Final[tuple[Game[Any], ...]] = (junqi, flagged, queens_race, flank_flip, tile_flight, over_the_board)

GAMES: Final[Mapping[str, Game[Any]]] = MappingProxyType({game.key: game for game in _ALL})
"""Every game by its key, in the order in which lists show them."""

HOSTED: Final[Mapping[str, Game[Any]]] = MappingProxyType(
    {key: game for key, game in GAMES.items() if not isinstance(game, TrustsDevice)}
)
"""The games that are played here, by the rules that the service knows; the others are played on a real board."""

ON_BOARD: Final[Game[Any]] = over_the_board
"""What stands in for a game for two that is played on a real board: its clock, its moves, its result."""


def game(key: str) -> Game[Any]:
    """Return the game of a key. Raises UnknownGameError."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGameError(key) from None
