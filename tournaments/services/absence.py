"""Telling the arbiters' desk that a match waits for somebody who is away."""

from __future__ import annotations

from typing import Final

from matches import announce
from matches.models import Match
from matches.now import now_ms
from matches.selectors import long_absences

_TOLD_MS: Final = 10_000
"""For so long after the limit the desk is told; it is looked for every five seconds."""


def absences_tell() -> int:
    """Tell the desks of all tournaments in which a match has just waited for too long; return of how many matches."""
    live = Match.objects.filter(status=Match.Status.LIVE, tell_away_ms__isnull=False, practice=False)
    matches = {match.pk: match for match in live.only("pk", "status", "room", "tell_away_ms")}
    present = now_ms()
    fresh = {
        match_id
        for match_id, _seat, since_ms in long_absences(matches.values())
        if present - since_ms < (matches[match_id].tell_away_ms or 0) + _TOLD_MS
    }
    for room in {matches[match_id].room for match_id in fresh}:
        announce.announce_room(room, ["queue"])
    return len(fresh)
