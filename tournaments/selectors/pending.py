"""What waits for a second arbiter."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import PendingRuling, Tournament


def pending_of(tournament: Tournament) -> QuerySet[PendingRuling]:
    """Return what waits, oldest first."""
    return rulings_proposed(tournament).filter(state=PendingRuling.State.WAITING)


def rulings_proposed(tournament: Tournament) -> QuerySet[PendingRuling]:
    """Return everything that has waited for a second arbiter or does, oldest first."""
    boards = ("pairing__round", "pairing__stage", "pairing__entry_0", "pairing__entry_1", "by_user", "decided_by")
    return tournament.pending_rulings.select_related(*boards)
