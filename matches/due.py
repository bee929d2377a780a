"""Which matches are due, for everybody who keeps time."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from matches.models import Match
from matches.settling import SETTLING_MS


def due_by(until_ms: int) -> QuerySet[Any]:
    """Return the matches for which timers act at an instant or before, each with `due_ms`, the instant for it.

    The first condition says nothing new; it is the one that the partial index serves.
    """
    return (
        Match.objects.filter(status__in=["waiting", "live"], deadline_ms__lte=until_ms - SETTLING_MS)
        .annotate(due_ms=F("deadline_ms") + F("grace_ms") + SETTLING_MS)
        .filter(due_ms__lte=until_ms)
    )
