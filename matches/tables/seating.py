"""Who sits where from one game to the next: pure."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

One = TypeVar("One")


def rotation(teams: Sequence[int]) -> int:
    """Return by how many seats everybody moves on for the next game: the least number that keeps partners together.

    >>> rotation((0, 1)), rotation((0, 1, 0, 1)), rotation((0, 0, 1, 1)), rotation((0, 1, 2))
    (1, 1, 2, 1)
    """
    seats = len(teams)
    return next((step for step in range(1, seats) if _keeps_partners(teams, step)), 0)


def _keeps_partners(teams: Sequence[int], step: int) -> bool:
    seats = len(teams)
    return all(
        (teams[one] == teams[other]) == (teams[(one + step) % seats] == teams[(other + step) % seats])
        for one, other in combinations(range(seats), 2)
    )


def rotated(sitters: Sequence[One], step: int) -> list[One]:
    """Return who sits where after everybody has moved on by `step` seats: the last come first.

    >>> rotated(["Ana", "Ben", "Cy"], 1)
    ['Cy', 'Ana', 'Ben']
    """
    return [sitters[(seat - step) % len(sitters)] for seat in range(len(sitters))]


def drawn(sitters: Sequence[One]) -> list[One]:
    """Return who sits where by lot."""
    return secrets.SystemRandom().sample(sitters, len(sitters))


def partners(teams: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return the other seats of a seat's team.

    >>> partners((0, 1, 0, 1), 0)
    (2,)
    """
    return tuple(other for other, team in enumerate(teams) if team == teams[seat] and other != seat)
