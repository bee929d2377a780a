"""How many play a game, and who plays together with whom."""

from __future__ import annotations

from typing import Any, TypeAlias

from gameengine.core.abilities import HasTeams, SetsSeats
from gameengine.core.game import Game
from gameengine.core.types import JsonObject, Seat

Sides: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...]]
"""The seats of two sides that meet, each in the order of its roster."""


def seat_range(game: Game[Any], options: JsonObject) -> tuple[int, int]:
    """Return the least and the largest number of seats that a game has under complete options."""
    if isinstance(game, SetsSeats):
        return game.seat_range(options)
    return game.min_seats, game.max_seats


def teams_of(game: Game[Any], options: JsonObject, seats: int) -> tuple[int, ...]:
    """Return the number of each seat's team under complete options; without teams each seat is one of its own."""
    return game.teams(options, seats) if isinstance(game, HasTeams) else tuple(range(seats))


def sides_of(game: Game[Any], options: JsonObject) -> Sides | None:
    """Return the seats of both sides if two equal sides can meet under complete options, with as few seats as possible.

    The side of seat 0 comes first. None tells that so many sit down that they are no pair.
    """
    least, most = seat_range(game, options)
    return next((sides for seats in range(least, most + 1) if (sides := _sides(teams_of(game, options, seats)))), None)


def _sides(team: tuple[int, ...]) -> Sides | None:
    """Return the seats of two teams of the same size.

    >>> _sides((0, 1, 0, 1)), _sides((0, 1, 2)), _sides((0, 1, 0))
    (((0, 2), (1, 3)), None, None)
    """
    members = [tuple(seat for seat, other in enumerate(team) if other == number) for number in dict.fromkeys(team)]
    if len(members) != 2 or len(members[0]) != len(members[1]):
        return None
    return members[0], members[1]
