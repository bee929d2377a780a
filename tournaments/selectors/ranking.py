"""The ranking of a stage, worked out from the record whenever it is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.registry import format_of
from tournaments.models import Entry, Stage
from tournaments.services.record import record_of


@dataclass(frozen=True, slots=True)
class Place:
    """A settled place; `to_rank` is higher when it is shared. Without an entry it is not awarded."""

    rank: int
    to_rank: int
    entry: Entry | None
    seed: int | None


def ranking_of(stage: Stage) -> tuple[Place, ...]:
    """Return the places that are settled, best first; nothing before the draw."""
    field = {place.entry_id: place for place in stage.field.select_related("entry")}
    if not field:
        return ()
    placings = format_of(stage.format).ranking(record_of(stage))
    found = ((placing, field.get(placing.entry or "")) for placing in placings)
    return tuple(
        Place(placing.rank, placing.to_rank, place.entry if place else None, place.seed if place else None)
        for placing, place in found
    )
