"""Who sits where: the seats of both sides of a pairing, and the players of their rosters at them.

How many players an entry needs follows from the game and its options. The first of a roster sits at the first seat of
its side, the second at the next; from game to game of a pairing the sides change places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from gameengine.core.game import Game
from gameengine.core.seats import Sides, sides_of
from gameengine.core.types import JsonObject, Seat
from gameengine.games.registry import GAMES
from gameengine.table.options import complete_options
from matches.models import Match, SeatAssignment
from tournaments.models import Entry, Pairing, PairingMatch, Player, Tournament


def options_of(tournament: Tournament) -> JsonObject:
    """Return the complete options of a tournament's game; older rows may lack one that came later."""
    return complete_options(GAMES[tournament.game], tournament.options)


def roster_size_of(game: Game[Any], options: JsonObject) -> int | None:
    """Return how many players an entry needs under complete options; None if two entries cannot fill the seats."""
    sides = sides_of(game, options)
    return None if sides is None else len(sides[0])


def seated(tournament: Tournament, first: Entry, second: Entry) -> list[tuple[Entry, Player]]:
    """Return who sits at each seat, in the order of the seats, when `first` has the side of seat 0."""
    sides = two_sides(GAMES[tournament.game], options_of(tournament))
    at_seat = {
        seat: (entry, player)
        for seats, entry in zip(sides, (first, second), strict=True)
        # A hall may have had larger rosters than the game has seats.
        for seat, player in zip(seats, entry.players.all(), strict=False)
    }
    return [at_seat[seat] for seat in range(len(sides[0]) + len(sides[1]))]


def seats_of(game: PairingMatch, side: int) -> tuple[Seat, ...]:
    """Return the seats of a side of a pairing in one of its matches."""
    return sides_in(game.match)[1 - side if game.swapped else side]


def side_at(game: PairingMatch, seat: Seat) -> int:
    """Return which side of the pairing sits at a seat of its match."""
    return 0 if seat in seats_of(game, 0) else 1


def sides_in(match: Match) -> Sides:
    """Return the seats of both sides of a match; that of seat 0 comes first."""
    return two_sides(GAMES[match.game], match.options)


def two_sides(game: Game[Any], options: JsonObject) -> Sides:
    """Return the seats of both sides of a tournament's match; that of seat 0 comes first."""
    sides = sides_of(game, options)
    if sides is None:
        raise RuntimeError(f"{game.key} with these options is no game of two sides")
    return sides


def own_seat(players: Collection[str], entries: Collection[str], seats: Iterable[SeatAssignment]) -> Seat | None:
    """Return the seat at which one of these players sits.

    Matches that were made before entries could have partners name the entry instead of its only player.
    """
    return next((one.seat for one in seats if one.player_ref in players or one.player_ref in entries), None)


def side_of(entries: Iterable[str], pairing: Pairing) -> int | None:
    """Return which side of a pairing one of these entries is."""
    own = set(entries)
    for side, entry_id in enumerate((pairing.entry_0_id, pairing.entry_1_id)):
        if entry_id in own:
            return side
    return None
