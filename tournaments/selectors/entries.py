"""One entry of a tournament, and its boards that everybody may see."""

from __future__ import annotations

from django.db.models import Q

from tournaments.errors import NotFoundError
from tournaments.models import Entry, Pairing, Round, Stage, StageEntry, Tournament
from tournaments.selectors.pairings import pairing_rows


def entry_in(tournament: Tournament, entry_id: str) -> Entry:
    """Return an entry of a tournament with its players. Raises NotFoundError `no_such_entry`."""
    found = tournament.entries.prefetch_related("players").filter(pk=entry_id).first()
    if found is None:
        raise NotFoundError("no_such_entry")
    return found


def free_place(tournament: Tournament) -> Entry | None:
    """Return a place that anybody may take over now, if there is one."""
    if tournament.state == Tournament.State.FINISHED:
        return None
    return tournament.entries.filter(free=True, status=Entry.Status.CONFIRMED).order_by("seed", "pk").first()


def stages_with(entry: Entry) -> frozenset[str]:
    """Return the ids of the stages in which an entry has a seed."""
    return frozenset(StageEntry.objects.filter(entry=entry).values_list("stage_id", flat=True))


def boards_of(stage: Stage, entry: Entry) -> list[Pairing]:
    """Return the boards of an entry in public rounds of a stage, with results and matches, in order of rounds."""
    mine = pairing_rows().filter(Q(entry_0=entry) | Q(entry_1=entry), stage=stage)
    found = list(mine.exclude(round__state=Round.State.DRAFT).select_related("round", "entry_0", "entry_1", "result"))
    for pairing in found:
        pairing.round.stage = stage
    return found
