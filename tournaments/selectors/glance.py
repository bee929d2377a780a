"""Boards as arbiters see them at a glance: who is there, and what is the matter, beside the public's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gameengine.core.types import Seat
from matches.models import Call, Match
from matches.presence import Away, away_from_each
from matches.selectors import quiet_left
from tournaments.models import PENDING, Dispute, PairingMatch
from tournaments.selectors.queue import NEAR_QUIET


@dataclass(frozen=True, slots=True)
class Watched:
    """A match of a tournament. `quiet_left` is None unless the limit of quiet moves is near."""

    game: PairingMatch
    away: Away
    bots: frozenset[Seat]
    calls: int = 0
    disputes: int = 0
    quiet_left: int | None = None


def watched(games: Iterable[PairingMatch]) -> list[Watched]:
    """Return these matches as arbiters see them, in their order."""
    found = list(games)
    away = away_from_each([game.match_id for game in found])
    near = {match_id: left for match_id, left in quiet_left(game.match for game in found).items() if left <= NEAR_QUIET}
    matches = [game.match for game in found]
    calls, disputes = Counter(_open_calls(matches)), Counter(_open_disputes(matches))
    return [
        Watched(
            game,
            away[game.match_id],
            _bots(game.match),
            calls=calls[game.match_id],
            disputes=disputes[game.match_id],
            quiet_left=near.get(game.match_id),
        )
        for game in found
    ]


def _open_calls(matches: list[Match]) -> Iterable[str]:
    calls = Call.objects.filter(match__in=matches).exclude(state=Call.State.CLOSED)
    return calls.values_list("match_id", flat=True)


def _open_disputes(matches: list[Match]) -> Iterable[str]:
    return Dispute.objects.filter(match__in=matches, state__in=PENDING).values_list("match_id", flat=True)


def _bots(match: Match) -> frozenset[Seat]:
    return frozenset(one.seat for one in match.seats.all() if one.bot_level)
