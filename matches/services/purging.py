"""The only way to delete a match: with a name and a reason, which stay."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches import now
from matches.errors import MatchError
from matches.models import (
    Attempt,
    Call,
    Command,
    Connection,
    Look,
    Match,
    MatchEvent,
    MatchSeed,
    Purge,
    ResultSignature,
    Ruling,
    SeatAssignment,
)

_PARTS = (MatchEvent, Command, Ruling, Call, Connection, Look, Attempt, ResultSignature, MatchSeed, SeatAssignment)


@transaction.atomic
def match_purge(*, match_id: str, by_user: Any, reason: str) -> Purge:
    """Delete a match with its log and everything that belongs to it; return the audit line that remains.

    Raises MatchError `no_such_match` or `reason_missing`. Whoever refers to the match must let go of it before.
    """
    if not reason.strip():
        raise MatchError("reason_missing")
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise MatchError("no_such_match")
    purge = Purge.objects.create(
        match_id=match_id, label=match.label, reason=reason.strip(), by_user=by_user, at_ms=now.now_ms()
    )
    for part in _PARTS:
        part._default_manager.filter(match_id=match_id).delete()
    match.delete()
    purge.open = False
    purge.save(update_fields=["open"])
    return purge
