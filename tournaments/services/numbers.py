"""Pairing numbers after the draw: late entries take the place they would have had, and mistakes are put right."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.models import Bye, Entry, Round, Stage, StageEntry, Tournament
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_stage, require, tell
from tournaments.services.entry_checks import drawn
from tournaments.services.lots import seed_lot
from tournaments.services.record import plan_of

LAST_CHANGE: Final = 4
"""Numbers may change until this round has been paired, not later (C.04.2, 3.5)."""

_ASIDE: Final = 1_000_000
"""Added to seeds while they move, because no two may be equal in between."""


def late_stage(tournament: Tournament) -> Stage | None:
    """Return the stage that somebody can still enter after the draw: the first one, if it pairs round by round."""
    stage = tournament.stages.first()
    if stage is None or stage.state not in (Stage.State.DRAWN, Stage.State.RUNNING):
        return None
    if format_of(stage.format).pairer is None:
        return None
    public = stage.rounds.exclude(state=Round.State.DRAFT).count()
    return stage if public < len(plan_of(stage)) else None


def locked_late_stage(tournament: Tournament) -> Stage | None:
    """Return the stage that an entry must join because its seeds are fixed, locked; None before the draw.

    Raises TournamentError `already_drawn` if nobody can enter any more.
    """
    if not drawn(tournament):
        return None
    stage = late_stage(tournament)
    if stage is None:
        raise TournamentError("already_drawn")
    return lock_stage(stage.pk)


def join_late(stage: Stage, entry: Entry, wanted: int | None = None) -> StageEntry:
    """Put a late entry into the field where it would have stood, or at the number `wanted`; the others shift.

    Once round 4 is paired no number changes any more, and late entries come last. Rounds that were missed bring
    nothing, or half a point each if the stage says so. The stage is locked.
    """
    size = stage.field.count()
    number = size + 1 if numbers_fixed(stage) else wanted or _place(stage, entry)
    number = min(max(number, 1), size + 1)
    _shift(stage, number, size, 1)
    place = StageEntry.objects.create(stage=stage, entry=entry, seed=number)
    if stage.settings.get("late_rounds") == "half":
        public = stage.rounds.exclude(state=Round.State.DRAFT).values_list("number", flat=True)
        Bye.objects.bulk_create(
            Bye(
                stage=stage,
                entry=entry,
                round_number=missed,
                kind=Bye.Kind.HALF,
                state=Bye.State.GRANTED,
                asked_at_ms=now_ms(),
                decided_at_ms=now_ms(),
            )
            for missed in public
        )
    return place


@transaction.atomic
def stage_number_set(*, stage_id: str, entry_id: str, number: int, by: Actor, reason: str) -> StageEntry:
    """Give an entry another pairing number; those between shift by one. Rounds keep the numbers they were paired with.

    Raises TournamentError `numbers_fixed` once round 4 is paired, `not_by_round`, `not_drawn`, `bad_value`.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR, reason=reason)
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if stage.state not in (Stage.State.DRAWN, Stage.State.RUNNING):
        raise TournamentError("not_drawn")
    if numbers_fixed(stage):
        raise TournamentError("numbers_fixed", LAST_CHANGE)
    place = stage.field.select_related("entry").filter(entry=entry_id).first()
    if place is None:
        raise NotFoundError("no_such_entry")
    size = stage.field.count()
    if not 1 <= number <= size:
        raise TournamentError("bad_value", "number")
    before = place.seed
    StageEntry.objects.filter(pk=place.pk).update(seed=2 * _ASIDE)
    if number < before:
        _shift(stage, number, before - 1, 1)
    else:
        _shift(stage, before + 1, number, -1)
    StageEntry.objects.filter(pk=place.pk).update(seed=number)
    place.seed = number
    audit(
        stage.tournament,
        by,
        "stage_number_set",
        subject=place.entry,
        reason=reason,
        before={"number": before},
        after={"number": number},
    )
    tell(stage.tournament, "entries", "console")
    return place


def numbers_fixed(stage: Stage) -> bool:
    """Tell whether round 4 has been paired and shown."""
    return stage.rounds.filter(number__gte=LAST_CHANGE).exclude(state=Round.State.DRAFT).exists()


def _shift(stage: Stage, first: int, last: int, by: int) -> None:
    """Move the seeds from first to last by one; nobody is at the place that becomes taken."""
    moved = stage.field.filter(seed__range=(first, last))
    moved.update(seed=F("seed") + _ASIDE)
    stage.field.filter(seed__range=(first + _ASIDE, last + _ASIDE)).update(seed=F("seed") - _ASIDE + by)


def _place(stage: Stage, entry: Entry) -> int:
    """Return the number that an entry would have had in the draw."""
    field = stage.field.select_related("entry")
    if stage.seeding == "rating" and entry.rating is not None:
        return 1 + sum((place.entry.rating or -1) >= entry.rating for place in field)
    if stage.seeding == "lot":
        own = seed_lot(stage.rng_seed, entry.pk)
        return 1 + sum(seed_lot(stage.rng_seed, place.entry_id) < own for place in field)
    return field.count() + 1
