"""Looking behind the screen: an arbiter sees what is hidden in a running match, and all can read that it was so."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from matches import now
from matches.errors import MatchError
from matches.looking import why_not
from matches.models import Look, Match
from matches.signals import match_looked

_LONGEST_REASON: Final = 500


@transaction.atomic
def look_open(*, match_id: str, by_user: Any, role: str, reason: str) -> Look:
    """Record that an arbiter looks behind the screen of a match; return the look, or the one made before.

    The caller has checked that `by_user` may look here; `role` is what the arbiter is at present. Raises MatchError
    `reason_missing`, `no_such_match`, `look_never` where the rules let nobody look, `look_needless` where nothing is
    hidden.
    """
    reason = " ".join(reason.split())[:_LONGEST_REASON]
    if not reason:
        raise MatchError("reason_missing")
    # Locked: two looks of one arbiter at once are one.
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise MatchError("no_such_match")
    refused = why_not(match)
    if refused:
        raise MatchError(refused)
    look, made = Look.objects.get_or_create(
        match=match, user=by_user, defaults={"role": role, "reason": reason, "at_ms": now.now_ms()}
    )
    if made:
        match_looked.send(sender=Look, look=look)
    return look
