"""Matches that go on by themselves after a pause, at an instant that an arbiter has announced."""

from __future__ import annotations

from typing import Final

from matches import now
from matches.decide import settle
from matches.errors import MatchError
from matches.models import Match
from matches.rows import Plan, Row
from matches.services.locked import change
from matches.services.quarantine import guarded
from matches.services.recovery import make_good

AT_ONCE: Final = 500


def resume_due() -> int:
    """Let every match go on whose time has come; return how many. Each goes on at its instant, also if this is late."""
    due = Match.objects.filter(status=Match.Status.PAUSED, resumes_at_ms__lte=now.now_ms())
    ids = list(due.values_list("id", flat=True)[:AT_ONCE])
    if ids:
        make_good()
    return sum(_resume(match_id) for match_id in ids)


def _resume(match_id: str) -> bool:
    try:
        return isinstance(guarded(match_id, change, match_id, _going_on, skip_locked=True), Plan)
    except MatchError:
        # Gone, or in the hands of somebody else, who lets it go on as well.
        return False


def _going_on(row: Row) -> Plan | None:
    present = now.now_ms()
    return settle(row, to_ms=0, decided_ms=present) if row.status == Match.Status.PAUSED else None
