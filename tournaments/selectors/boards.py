"""Matches of a tournament with what a tile shows of them: seats, public clock and last action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from matches.models import Match, MatchEvent, SeatAssignment
from tournaments.models import Entry, Pairing, PairingMatch, Result, Round, Tournament

_ACTIONS: Final = ("action", "auto")


def live_games(tournament: Tournament, *, limit: int | None = None, begun: bool = False) -> list[PairingMatch]:
    """Return the unfinished matches of public rounds, in order of round and board; `begun`: those that have begun."""
    unfinished = _games().filter(pairing__stage__tournament=tournament, end="")
    if begun:
        unfinished = unfinished.filter(match__status__in=[Match.Status.LIVE, Match.Status.PAUSED])
    return list(unfinished.exclude(pairing__round__state=Round.State.DRAFT)[:limit])


def public_games(tournament: Tournament, *, match_id: str) -> list[PairingMatch]:
    """Return a match of a public round, whether it is over or not; nothing if it is none of this tournament's."""
    found = _games().filter(pairing__stage__tournament=tournament, match=match_id)
    return list(found.exclude(pairing__round__state=Round.State.DRAFT))


def games_by_id(ids: Iterable[int]) -> list[PairingMatch]:
    """Return these matches of pairings, in order of round and board."""
    return list(_games().filter(pk__in=list(ids)))


def is_playing(entry: Entry) -> bool:
    """Tell whether a match of the entry has not ended."""
    mine = Q(pairing__entry_0=entry) | Q(pairing__entry_1=entry)
    return PairingMatch.objects.filter(mine, end="").exists()


def _games() -> QuerySet[PairingMatch]:
    actions = MatchEvent.objects.filter(match=OuterRef("pk"), kind__in=_ACTIONS).order_by("-seq")
    matches = (
        Match.objects.annotate(last_public=Subquery(actions.values("public")[:1]))
        .prefetch_related(Prefetch("seats", SeatAssignment.objects.order_by("seat")))
        .defer("options", "control")
    )
    return (
        PairingMatch.objects.select_related("pairing__round__stage__tournament", "pairing__stage__tournament")
        .prefetch_related(Prefetch("match", matches))
        .order_by("pairing__stage__number", "pairing__round__number", "pairing__board", "number")
    )


def latest_results(tournament: Tournament, *, limit: int) -> list[Pairing]:
    """Return the boards of public rounds that were decided last, by play or by a ruling, newest first."""
    decided = Pairing.objects.filter(stage__tournament=tournament, state=Pairing.State.DECIDED).exclude(
        round__state=Round.State.DRAFT
    )
    played = decided.exclude(result__kind__in=[Result.Kind.BYE, Result.Kind.EMPTY])
    chosen = played.select_related("round__stage", "stage", "entry_0", "entry_1", "result").prefetch_related("games")
    return list(chosen.order_by("-result__decided_at_ms", "board")[:limit])
