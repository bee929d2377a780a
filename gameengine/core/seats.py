"""How many play a game, and who plays together with whom."""

from __future__ import annotations

from typing import Any

from gameengine.core.game import Game, HasTeams, SetsSeats
from gameengine.core.types import JsonObject


def seat_range(game: Game[Any], options: JsonObject) -> tuple[int, int]:
    """Return the least and the largest number of seats that a game has under complete options."""
    if isinstance(game, SetsSeats):
        return game.seat_range(options)
    return game.min_seats, game.max_seats


def teams_of(game: Game[Any], options: JsonObject, seats: int) -> tuple[int, ...]:
    """Return the number of each seat's team under complete options; without teams each seat is one of its own."""
    return game.teams(options, seats) if isinstance(game, HasTeams) else tuple(range(seats))
