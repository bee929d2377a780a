"""What tournaments hear from matches."""

from __future__ import annotations

from typing import Any

from matches.models import Call, Look, Match, Ruling
from tournaments.services.corrections import game_reopen
from tournaments.services.games import OWNER, game_record
from tournaments.services.holds import call_hold
from tournaments.services.rulings import call_record, look_record, ruling_record


def match_is_over(match: Match, **_kwargs: Any) -> None:
    """Record the end of a match in the transaction that ends it; matches of nobody's tournament are ignored."""
    if (match.owner_ref or "").startswith(OWNER):
        game_record(match=match)


def match_is_reopened(match: Match, **_kwargs: Any) -> None:
    """Take back what the end of a match has brought, in the transaction in which a ruling lets it go on."""
    if (match.owner_ref or "").startswith(OWNER):
        game_reopen(match=match)


def match_is_ruled(ruling: Ruling, **_kwargs: Any) -> None:
    """Put a ruling into the audit trail in the transaction that keeps it, wherever the arbiter has made it."""
    ruling_record(ruling=ruling)


def match_is_looked_into(look: Look, **_kwargs: Any) -> None:
    """Put a look behind the screen into the audit trail in the transaction that keeps it."""
    look_record(look=look)


def call_is_taken(call: Call, by_user: Any, **_kwargs: Any) -> None:
    """Keep a call from colleagues in the queue, wherever it was taken."""
    call_hold(call=call, by_user=by_user)


def call_is_decided(call: Call, by_user: Any, **_kwargs: Any) -> None:
    """Put the decision of a call into the audit trail in the transaction that closes it."""
    call_record(call=call, by_user=by_user)
