"""The sweep: whatever is due is settled, one match per transaction."""

from __future__ import annotations

import logging
import time
from collections import deque
from typing import Final

from django.db import InterfaceError, OperationalError
from django.db.models import F, Min, QuerySet

from matches import now
from matches.decide import SETTLING_MS
from matches.errors import MatchError
from matches.models import Match
from matches.rows import Plan
from matches.services.acting import due
from matches.services.locked import change
from matches.services.quarantine import guarded
from matches.services.recovery import make_good

log = logging.getLogger(__name__)

PERIOD_MS: Final = 250
AT_ONCE: Final = 200

_lateness: deque[int] = deque(maxlen=1000)


def sweep(*, ahead_ms: int = 0, limit: int = AT_ONCE) -> int:
    """Settle every match that is due, or becomes due within `ahead_ms`, each at its instant; return how many.

    Looking a period ahead makes the sweep as precise as an alarm clock: a deadline that is set meanwhile lies at least
    the settling time away, so the next sweep finds it in time.
    """
    soon = _upcoming(now.now_ms() + ahead_ms).order_by("deadline_ms").annotate(at=F("deadline_ms") + SETTLING_MS)
    settled = 0
    for count, (match_id, at_ms) in enumerate(soon.values_list("id", "at")[:limit]):
        time.sleep(max(0, at_ms - now.now_ms()) / 1000)
        if count == 0:
            make_good()
        settled += settle_one(match_id)
    return settled


def settle_if_due(match_id: str) -> bool:
    """Do what `settle_one` does if a look without a lock says that there is something to do: for alarm clocks."""
    return _upcoming(now.now_ms()).filter(pk=match_id).exists() and settle_one(match_id)


def settle_one(match_id: str) -> bool:
    """Let what is due of one match fall; tell whether anything was. Steps over a row that somebody else holds."""
    try:
        plan = guarded(match_id, change, match_id, due, skip_locked=True)
    except MatchError:
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # Not even quarantine was possible. The others must not wait behind it.
        log.exception("match %s can be neither settled nor taken out of play", match_id)
        return False
    if not isinstance(plan, Plan):
        return False
    if plan.before.deadline_ms is not None:
        _lateness.append(max(0, plan.events[0].decided_at_ms - plan.before.deadline_ms - SETTLING_MS))
    return True


def lag_ms() -> int:
    """Return how late the latest of the last thousand settlements of this process was."""
    return max(_lateness, default=0)


def overdue_ms() -> int:
    """Return how long ago the oldest due match should have been settled, by whomever; 0 if none is due."""
    present = now.now_ms()
    oldest = _upcoming(present).aggregate(oldest=Min("deadline_ms"))["oldest"]
    return 0 if oldest is None else max(0, present - oldest - SETTLING_MS)


def _upcoming(until_ms: int) -> QuerySet[Match]:
    """Return the matches that are due at an instant, by the conditions of the partial index."""
    return Match.objects.filter(
        status__in=["waiting", "live"], deadline_ms__isnull=False, deadline_ms__lte=until_ms - SETTLING_MS
    )
