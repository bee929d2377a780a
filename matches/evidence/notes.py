"""What is told of a match besides its log: rulings, connections, disputes, as canonical JSON."""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.types import JsonObject
from matches.evidence.port import disputes_of
from matches.models import Connection, Match, Ruling


def notes_of(match: Match, *, whole: bool) -> dict[str, Sequence[JsonObject]]:
    """Return by name what evidence has besides the log; names of staff and connections only as a `whole`."""
    notes: dict[str, Sequence[JsonObject]] = {"rulings": [_ruling(ruling, whole) for ruling in _rulings(match)]}
    disputes = disputes_of(match, whole=whole)
    if disputes is not None:
        notes["disputes"] = disputes
    if whole:
        notes["connections"] = [_connection(one) for one in match.connections.order_by("opened_at_ms", "pk")]
    return notes


def _rulings(match: Match) -> Sequence[Ruling]:
    return list(match.rulings.select_related("by_user"))


def _ruling(ruling: Ruling, whole: bool) -> JsonObject:
    told = {
        "seq": ruling.seq,
        "text": ruling.text,
        "reason": ruling.reason,
        "at_ms": ruling.at_ms,
        "role": ruling.role,
        "before": ruling.before,
        "after": ruling.after,
        "reverses": ruling.reverses,
    }
    return {**told, "by": str(ruling.by_user) if ruling.by_user else ""} if whole else told


def _connection(connection: Connection) -> JsonObject:
    """Return when a socket was open; from where stays with the service."""
    return {
        "seat": connection.seat,
        "opened_at_ms": connection.opened_at_ms,
        "closed_at_ms": connection.closed_at_ms,
    }
