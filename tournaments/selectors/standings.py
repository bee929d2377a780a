"""The standings of a stage for pages and the API. They are worked out by the services, whose snapshots keep them."""

from __future__ import annotations

from tournaments.models import Snapshot, Stage
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
    "snapshot_of",
    "stage_table",
    "standings_in",
    "standings_of",
]


def snapshot_of(stage: Stage, round_number: int, kind: Snapshot.Kind = Snapshot.Kind.STANDINGS) -> Snapshot | None:
    """Return what was published last of a round: its number and time, without what it held."""
    found = Snapshot.objects.filter(stage=stage, kind=kind, round_number=round_number)
    return found.defer("data").order_by("-number").first()
