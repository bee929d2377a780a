"""What is told of a match besides its log: rulings, disputes, looks, attempts, connections, as canonical JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameengine.core.types import Json, JsonObject
from matches.desk.attempts import Tried, attempts_of
from matches.evidence.port import disputes_of
from matches.looking import looks_of, looks_told
from matches.models import Connection, Look, Match, Ruling


def notes_of(match: Match, *, whole: bool, user_id: int | None = None) -> dict[str, Sequence[JsonObject]]:
    """Return by name what evidence has besides the log; names of staff, attempts and connections only as a `whole`.

    `user_id` is whose looks behind the screen count. Of looks everybody learns after the end.
    """
    notes: dict[str, Sequence[JsonObject]] = {"rulings": [_ruling(ruling, whole) for ruling in _rulings(match)]}
    disputes = disputes_of(match, whole=whole)
    if disputes is not None:
        notes["disputes"] = disputes
    notes["looks"] = [_look(look, whole) for look in (looks_of(match) if whole else looks_told(match))]
    if whole:
        notes["attempts"] = [_attempt(tried) for tried in attempts_of(match, user_id)]
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
    return {**told, "by": _name(ruling.by_user)} if whole else told


def _look(look: Look, whole: bool) -> JsonObject:
    told: dict[str, Json] = {"at_ms": look.at_ms, "role": look.role, "reason": look.reason}
    return {**told, "by": _name(look.user)} if whole else told


def _name(user: Any) -> str:
    return str(user) if user else ""


def _attempt(tried: Tried) -> JsonObject:
    """Return a refused attempt; its text is empty while it would give away what is hidden."""
    return {"seat": tried.seat, "ply": tried.ply, "at_ms": tried.at_ms, "text": tried.text, "code": tried.code}


def _connection(connection: Connection) -> JsonObject:
    """Return when a socket was open; from where stays with the service."""
    return {
        "seat": connection.seat,
        "opened_at_ms": connection.opened_at_ms,
        "closed_at_ms": connection.closed_at_ms,
    }
