"""The standings of a stage for pages and the API. They are worked out by the services, whose snapshots keep them."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import ResultRevision, Snapshot, Stage
from tournaments.services.standings import (
    Column,
    Line,
    StageStandings,
    StageTable,
    Worked,
    stage_table,
    standings_in,
    standings_of,
)

__all__ = [
    "Column",
    "Line",
    "StageStandings",
    "StageTable",
    "Worked",
    "late_corrections",
    "snapshot_of",
    "stage_table",
    "standings_in",
    "standings_of",
]


def snapshot_of(stage: Stage, round_number: int) -> Snapshot | None:
    """Return the last published standings after a round: their number and time, without what they held."""
    found = Snapshot.objects.filter(stage=stage, kind=Snapshot.Kind.STANDINGS, round_number=round_number)
    return found.defer("data").order_by("-number").first()


def late_corrections(stage: Stage, after: int) -> Sequence[ResultRevision]:
    """Return the corrections of results up to a round that came after a later round had been paired, oldest first."""
    found = ResultRevision.objects.filter(pairing__stage=stage, undone=False, pairing__round__number__lte=after)
    late = found.filter(undoes=None, paired_through__gt=0)
    return list(late.select_related("pairing__round", "pairing__entry_0", "pairing__entry_1").order_by("at_ms"))
