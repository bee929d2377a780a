"""Which matches are due, for everybody who keeps time."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F, QuerySet

from matches.models import Match

SETTLING_MS: Final = 250
"""How long timers wait after a deadline and its grace, so that an action that was received in time is judged before."""


def due_ms(at_ms: int, grace_ms: int) -> int:
    """Return the instant from which timers act on a deadline of the instant `at_ms`."""
    return at_ms + grace_ms + SETTLING_MS


def late_ms(at_ms: int, decided_at_ms: int, grace_ms: int) -> int:
    """Return how late a deadline of the instant `at_ms` was decided: after its grace and the settling time."""
    return max(0, decided_at_ms - due_ms(at_ms, grace_ms))


def due_by(until_ms: int) -> QuerySet[Any]:
    """Return the matches for which timers act at an instant or before, each with `due_ms`, the instant for it.

    The first condition says nothing new; it is the one that the partial index serves.
    """
    return (
        Match.objects.filter(status__in=["waiting", "live"], deadline_ms__lte=until_ms - SETTLING_MS)
        .annotate(due_ms=F("deadline_ms") + F("grace_ms") + SETTLING_MS)
        .filter(due_ms__lte=until_ms)
    )
