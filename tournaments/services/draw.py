"""Fixing the seeds of a stage, and making its pairings from them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from django.db import transaction

from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.base import Pairing as Planned
from tournaments.formats.base import Source
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, Round, Stage, StageEntry
from tournaments.permissions import Actor, Capability
from tournaments.services.advance import seat_sides
from tournaments.services.common import audit, lock_stage, lock_tournament, require, tell
from tournaments.services.drafts import next_wanted, pair_here
from tournaments.services.lots import seed_lot
from tournaments.services.record import plan_of, record_of

Seeding: TypeAlias = Literal["given", "rating", "lot"]


@transaction.atomic
def stage_draw(*, stage_id: str, by: Actor, seeding: Seeding = "given", only_checked_in: bool | None = None) -> Stage:
    """Fix who plays and with which seed: as given, by rating, or by lot (the same lot whenever it is asked again).

    Entries without a seed, or without a rating, come last in the order of entering. With check-in only those who are
    here are drawn, unless `only_checked_in` says otherwise. Pairings that were drafted before are made anew.
    Raises TournamentError `round_public`, `too_few_entries`, `too_many_entries`, `fed_stage` for one that takes its
    seeds from another.
    """
    stage = _lock_with_entries(stage_id)
    require(by, Capability.PAIR)
    if stage.source_stage_id is not None:
        raise TournamentError("fed_stage")
    _not_public(stage)
    present = stage.tournament.check_in if only_checked_in is None else only_checked_in
    entries = in_seed_order(stage, seeding, only_checked_in=present)
    plan_of(stage, len(entries))
    stage.rounds.all().delete()
    stage.field.all().delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(entries, start=1)
    )
    stage.state = Stage.State.DRAWN
    stage.seeding = seeding
    stage.save(update_fields=["state", "seeding"])
    seeds = [entry.name for entry in entries]
    audit(stage.tournament, by, "stage_draw", subject=stage, after={"seeding": seeding, "order": seeds})
    tell(stage.tournament, "entries", "console")
    return stage


@transaction.atomic
def stage_undraw(*, stage_id: str, by: Actor) -> Stage:
    """Take the draw back, so that entries may change again. Raises TournamentError `round_public`, `not_drawn`."""
    stage = _lock_with_entries(stage_id)
    require(by, Capability.PAIR)
    _not_public(stage)
    if stage.state != Stage.State.DRAWN:
        raise TournamentError("not_drawn")
    stage.rounds.all().delete()
    stage.field.all().delete()
    stage.state = Stage.State.DRAFT
    stage.save(update_fields=["state"])
    audit(stage.tournament, by, "stage_undraw", subject=stage)
    tell(stage.tournament, "entries", "console")
    return stage


def _lock_with_entries(stage_id: str) -> Stage:
    """Return the stage, locked together with its tournament, so that nobody enters while seeds are fixed."""
    tournament_id = Stage.objects.filter(pk=stage_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFoundError("no_such_stage")
    lock_tournament(tournament_id)
    return lock_stage(stage_id)


def in_seed_order(stage: Stage, seeding: Seeding, *, only_checked_in: bool) -> list[Entry]:
    """Return the entries that would be drawn, best seed first."""
    entries = list(stage.tournament.entries.filter(status=Entry.Status.CONFIRMED))
    if only_checked_in:
        entries = [entry for entry in entries if entry.checked_in_at_ms is not None]
    if seeding == "lot":
        return sorted(entries, key=lambda entry: seed_lot(stage.rng_seed, entry.pk))
    if seeding == "rating":
        # The sort is stable: equal ratings stay in the order of entering.
        return sorted(entries, key=lambda entry: -(entry.rating if entry.rating is not None else -1))
    return sorted(entries, key=lambda entry: (entry.seed is None, entry.seed or 0))


@transaction.atomic
def round_draft(*, stage_id: str, by: Actor) -> Round:
    """Make the pairings that can be named now, as drafts that only staff see; return the first round that is a draft.

    A knockout has its whole tree at once. Where rounds are paired one by one, the next one is paired here and now once
    all before it are closed; `round_pair` asks Celery for it. Asked again, it makes nothing twice. Raises
    TournamentError `not_drawn`, or a code for why the round cannot be paired.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR)
    if stage.state == Stage.State.DRAFT:
        raise TournamentError("not_drawn")
    if format_of(stage.format).pairer is None:
        _make_rounds(stage, by)
    elif next_wanted(stage):
        pair_here(stage, by)
    drafts = stage.rounds.filter(state=Round.State.DRAFT)
    draft = drafts.first() or stage.rounds.last()
    if draft is None:
        raise TournamentError("no_such_round")
    return draft


def _make_rounds(stage: Stage, by: Actor) -> None:
    """Create the rounds and pairings that the format names and that do not exist yet."""
    planned = format_of(stage.format).next(record_of(stage))
    kinds = {plan.number: plan.kind for plan in plan_of(stage)}
    known = {round_.number: round_ for round_ in stage.rounds.all()}
    missing = sorted({plan.round for plan in planned} - known.keys())
    for number in missing:
        known[number] = Round.objects.create(stage=stage, number=number, kind=kinds[number])
    existing = set(stage.pairings.values_list("key", flat=True))
    Pairing.objects.bulk_create(_row(stage, known[plan.round], plan) for plan in planned if plan.key not in existing)
    if missing:
        audit(stage.tournament, by, "round_draft", subject=stage, after={"rounds": len(missing)})
        tell(stage.tournament, "console")


def _row(stage: Stage, round_: Round, plan: Planned) -> Pairing:
    """Return the row of a planned pairing. Byes get their result when the round starts, not in a draft."""
    row = Pairing(stage=stage, round=round_, board=plan.board, key=plan.key, after=list(plan.after))
    row.source_0, row.source_1 = (source_text(side.source) for side in plan.sides)
    # A tree seats later rounds when they begin.
    if plan.round == 1:
        seat_sides(row, plan.sides)
        row.state = Pairing.State.READY if plan.playable else Pairing.State.WAITING
    return row


def source_text(source: Source | None) -> str:
    """Return a source as it is kept, "winner:R1-1"."""
    return f"{source.kind}:{source.of}" if source else ""


def _not_public(stage: Stage) -> None:
    """Raise if somebody may have seen the pairings."""
    if stage.rounds.exclude(state=Round.State.DRAFT).exists():
        raise TournamentError("round_public")
