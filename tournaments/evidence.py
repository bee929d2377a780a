"""Disputes of a match as its evidence tells them."""

from __future__ import annotations

from django.db.models import Q

from gameengine.core.types import JsonObject
from matches.models import Match
from tournaments.models import Appeal, Dispute


def disputes_told(match: Match, whole: bool) -> list[JsonObject]:
    """Return the disputes of a match and of its board, oldest first.

    What was said in them, who decided, and those about a person are only for those who rule (`whole`).
    """
    about = Q(match=match) | Q(match=None, pairing__games__match=match)
    rows = Dispute.objects.filter(about).select_related("decided_by").prefetch_related("appeals__decided_by").distinct()
    shown = rows if whole else rows.exclude(about=Dispute.About.PERSON)
    return [_dispute(row, whole) for row in shown.order_by("opened_at_ms", "id")]


def _dispute(row: Dispute, whole: bool) -> JsonObject:
    appeal = row.appeal
    return {
        "id": row.pk,
        "about": row.about,
        "ply": row.ply,
        "seat": row.seat,
        "reason": row.reason,
        "state": row.state,
        "appeal_until_ms": row.appeal_until_ms,
        "withdrawn_at_ms": row.withdrawn_at_ms,
        **_instance(row, whole),
        "appeal": None if appeal is None else _instance(appeal, whole),
    }


def _instance(row: Dispute | Appeal, whole: bool) -> dict[str, str | int | None]:
    """Return what a dispute and its appeal have in common: who asked, and what was decided."""
    told: dict[str, str | int | None] = {
        "by": row.by_name,
        "opened_at_ms": row.opened_at_ms,
        "outcome": row.outcome,
        "decision": row.decision,
        "decided_at_ms": row.decided_at_ms,
        "ruling_seq": row.ruling_line,
    }
    return {**told, "text": row.text, "decided_by": str(row.decided_by or "")} if whole else told
