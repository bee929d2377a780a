"""Whether those who run a tournament should know that its clocks are not watched."""

from __future__ import annotations

from typing import Final, Literal

from matches.enforcement import keepers
from matches.enforcement.sweep import overdue_ms
from matches.models import Match

LATE_MS: Final = 2_000

Trouble = Literal["", "nobody", "late"]


def trouble() -> Trouble:
    """Return "nobody" if clocks run and nobody keeps time, "late" if flags fall too late, else nothing."""
    if overdue_ms() > LATE_MS:
        return "late"
    if keepers.seen():
        return ""
    running = Match.objects.filter(status__in=["waiting", "live"], deadline_ms__isnull=False)
    return "nobody" if running.exists() else ""
