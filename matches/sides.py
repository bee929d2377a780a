"""Who plays together in a match, and what that side is called. A seat without partners is a side of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gameengine.core.seats import teams_of
from gameengine.core.types import Seat
from gameengine.games.registry import GAMES
from matches.models import Match


class Sitter(Protocol):
    """Who sits at a seat: a name, and that of the team if the team has one."""

    @property
    def seat(self) -> Seat:
        """The seat."""
        ...

    @property
    def name(self) -> str:
        """Who sits there."""
        ...

    @property
    def team(self) -> str:
        """What the team is called; empty where it has no name of its own."""
        ...


@dataclass(frozen=True, slots=True)
class Side:
    """The seats that win and lose together, and their name. `many` tells that the name is those of several people."""

    seats: tuple[Seat, ...]
    name: str
    many: bool = False


def sides(team: Sequence[int], sitters: Sequence[Sitter]) -> tuple[Side, ...]:
    """Return the sides in the order of their first seats; `team` has the number of each seat's team."""
    return tuple(
        _side([one for one, its in zip(sitters, team, strict=True) if its == number]) for number in dict.fromkeys(team)
    )


def _side(members: Sequence[Sitter]) -> Side:
    seats = tuple(one.seat for one in members)
    named = next((one.team for one in members if one.team), "")
    return Side(seats, named or " & ".join(one.name for one in members), many=len(seats) > 1 and not named)


def versus(found: Sequence[Side]) -> str:
    """Return the names of all sides as a list of pairings has them."""
    return (" : " if len(found) == 2 else " · ").join(side.name for side in found)


def sides_of(match: Match, sitters: Sequence[Sitter]) -> tuple[Side, ...]:
    """Return the sides of a match without reading its table."""
    return sides(teams_of(GAMES[match.game], match.options, len(sitters)), sitters)
