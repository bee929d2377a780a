"""Giving the time of an outage back."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db.models import Q

from gameengine.core.types import ARBITER
from matches import now, outages
from matches.decide import Intent, decide
from matches.models import Match, Outage
from matches.rows import Ack, Plan, Row
from matches.services.locked import change
from matches.services.quarantine import guarded
from matches.store import find_command

log = logging.getLogger(__name__)


def make_good() -> None:
    """Give back every outage that is still owed. Whoever lets a deadline fall calls this first."""
    if not outages.is_pending():
        return
    outages.beat()
    for outage in Outage.objects.filter(closed=False).order_by("from_ms"):
        _give_back(outage)


def _give_back(outage: Outage) -> None:
    """Credit every match that was running. Several processes may do so at once; a match takes each credit once."""
    owed = Match.objects.filter(_concerned(), created_at_ms__lte=outage.to_ms)
    for match_id in owed.values_list("id", flat=True):
        guarded(match_id, change, match_id, _credit(outage))
    Outage.objects.filter(pk=outage.pk).update(closed=True)
    log.info("the outage of %d ms was credited", outage.to_ms - outage.from_ms)


def _concerned() -> Q:
    """Return the matches in which something happens by itself: a deadline, or play goes on after a pause."""
    runs = Q(status__in=("live", "waiting"), deadline_ms__isnull=False)
    return runs | Q(status="paused", resumes_at_ms__isnull=False)


def _credit(outage: Outage) -> Callable[[Row], Plan | Ack | None]:
    # Dated at the beginning of the outage: what fell before it has fallen.
    text, cmd = f"outage {outage.to_ms - outage.from_ms}", f"outage/{outage.pk}"
    intent = Intent(ARBITER, text, outage.from_ms, cmd)

    def decision(row: Row) -> Plan | Ack | None:
        goes_on = row.status == "paused" and row.table.resumes_at_ms is not None
        if not goes_on and (row.status not in ("live", "waiting") or row.deadline_ms is None):
            return None
        return find_command(row.id, cmd) or decide(row, intent, decided_ms=now.now_ms())

    return decision
