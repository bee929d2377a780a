"""Pairing a round from what has happened: asked for by people, worked out in Celery, written once.

The work is done outside of any transaction, from a record that is compared again before the answer is written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.base import FormatError, PairedRound, Pairer, Record
from tournaments.formats.registry import format_of
from tournaments.models import Pairing, PairingJob, Round, Stage
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.common import ROUND_PAIR, Localized, audit, later, lock_stage, require, tell, user_row
from tournaments.services.record import fingerprint, pairing_record, plan_of

MOST_ATTEMPTS: Final = 3
"""How often a job is begun before it counts as failed: a worker that dies over it must not do so for ever."""

_HEARD_EVERY_S: Final = 0.25

Heard = Callable[[str, int, int], None]


@transaction.atomic
def round_pair(
    *,
    stage_id: str,
    by: Actor,
    count_open_as_draw: Sequence[str] = (),
    rematches: Sequence[tuple[str, str]] = (),
) -> PairingJob:
    """Ask for the pairing of the next round, or of the one that is a draft once more; Celery does it.

    Boards without a result stand against it: the default is to refuse. Those named in `count_open_as_draw`, by id,
    count as drawn for this pairing alone. `rematches` are pairs of entries that may meet again. While a job is open it
    is returned as it is. Raises TournamentError `not_drawn`, `round_not_started`, `boards_unsettled` with the boards,
    `being_edited`, `over`, `not_by_round`.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR)
    open_job = stage.jobs.filter(state__in=[PairingJob.State.QUEUED, PairingJob.State.RUNNING]).first()
    if open_job is not None:
        return open_job
    number = _number_to_pair(stage)
    _settled(stage, number, count_open_as_draw)
    job = PairingJob.objects.create(
        stage=stage,
        round_number=number,
        open_as_draw=list(count_open_as_draw),
        rematches=_checked_rematches(stage, rematches),
        asked_at_ms=now_ms(),
        asked_by=user_row(by),
    )
    after = {"round": number, **_named_exceptions(stage, count_open_as_draw, rematches)}
    audit(stage.tournament, by, "round_pair", subject=stage, after=after)
    later(ROUND_PAIR, job.pk)
    tell(stage.tournament, "console")
    return job


@transaction.atomic
def pairing_job_cancel(*, job_id: str, by: Actor) -> PairingJob:
    """Call off a job that is not done; what it works out is not written. A closed job stays as it is."""
    stage = lock_stage(_job(job_id).stage_id)
    require(by, Capability.PAIR)
    job = _job(job_id)
    if job.open:
        _finish(job, PairingJob.State.CANCELLED)
        audit(stage.tournament, by, "round_pair_cancel", subject=stage, after={"round": job.round_number})
    return job


def round_pair_run(*, job_id: str) -> PairingJob:
    """Do what a job asks for; a job that is closed is left alone, so the same message may come twice.

    A round that cannot be paired is stored as a failure with its reason in both languages. Nothing tries again by
    itself: the organizer decides (C.04.3, 1.9.3).
    """
    job = _begin(job_id)
    if not job.open:
        return job
    heard = _reporter(job)
    try:
        while job.open:
            heard("reading", 0, 0)
            record = _record(job)
            heard("pairing", 0, 0)
            paired = _paired(job.stage, record, heard)
            heard("saving", 0, 0)
            job = _write_if_unchanged(job, record, paired)
    except TournamentError as error:
        return _fail(job, error)
    except Exception:
        _fail(job, TournamentError("internal"))
        raise
    return job


def pairing_jobs_catch_up(*, older_than_ms: int = 10_000) -> int:
    """Run jobs whose message was lost, and those of a worker that died; return how many. Called by the tending task."""
    late = PairingJob.objects.filter(state=PairingJob.State.QUEUED, asked_at_ms__lt=now_ms() - older_than_ms)
    dead = PairingJob.objects.filter(state=PairingJob.State.RUNNING, started_at_ms__lt=now_ms() - 60 * older_than_ms)
    found = [*late.values_list("pk", flat=True), *dead.values_list("pk", flat=True)]
    for job_id in found:
        round_pair_run(job_id=job_id)
    return len(found)


@transaction.atomic
def round_by_hand(*, stage_id: str, by: Actor, reason: str) -> Round:
    """Return a draft of the next round with no boards, being edited: for a round that no rule can pair.

    Raises TournamentError as `round_pair` does.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR, reason=reason)
    number = _number_to_pair(stage)
    if stage.rounds.filter(number=number).exists():
        raise TournamentError("round_paired")
    _settled(stage, number, ())
    _close_failed(stage)
    round_ = _write(stage, number, PairedRound((), _numbers(stage), {}, ()), "", ())
    round_.editing_since_ms, round_.editing_by = now_ms(), user_row(by)
    round_.save(update_fields=["editing_since_ms", "editing_by"])
    audit(stage.tournament, by, "round_by_hand", subject=round_, reason=reason)
    tell(stage.tournament, "console")
    return round_


def pair_here(stage: Stage, by: Actor) -> Round:
    """Pair the next round in this transaction; the stage is locked. Raises TournamentError for why it cannot be."""
    number = _number_to_pair(stage)
    _settled(stage, number, ())
    record = pairing_record(stage, number)
    paired = _paired(stage, record, lambda _step, _done, _total: None)
    round_ = _write(stage, number, paired, fingerprint(record), ())
    audit(stage.tournament, by, "round_draft", subject=stage, after={"rounds": 1})
    tell(stage.tournament, "console")
    return round_


def next_wanted(stage: Stage) -> bool:
    """Tell whether a further round may be paired: every one so far is closed, and it is not the last."""
    if stage.rounds.exclude(state=Round.State.CLOSED).exists():
        return False
    return stage.rounds.count() < len(plan_of(stage))


def open_boards(stage: Stage, number: int) -> QuerySet[Pairing]:
    """Return the boards before a round that have no result."""
    return stage.pairings.filter(round__number__lt=number).exclude(state=Pairing.State.DECIDED).select_related("round")


# ---- what may be asked for


def _number_to_pair(stage: Stage) -> int:
    """Return the round to pair: the draft again, or the one after the last."""
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if stage.state == Stage.State.DRAFT:
        raise TournamentError("not_drawn")
    last = stage.rounds.last()
    if last is None:
        return 1
    if last.editing:
        raise TournamentError("being_edited")
    if last.state == Round.State.DRAFT:
        return last.number
    if last.state == Round.State.PUBLISHED:
        raise TournamentError("round_not_started")
    declared = len(plan_of(stage))
    if last.number >= declared:
        raise TournamentError("over", declared)
    return last.number + 1


def _settled(stage: Stage, number: int, as_draw: Collection[str]) -> None:
    """Raise `boards_unsettled` if a board without a result is not among those that count as drawn."""
    unsettled = [board for board in open_boards(stage, number) if board.pk not in as_draw]
    if unsettled:
        what = ", ".join(f"{board.round.number}.{board.board}" for board in unsettled)
        raise TournamentError("boards_unsettled", what, boards=[board.pk for board in unsettled])


def _checked_rematches(stage: Stage, rematches: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Return the pairs if each is of two entries of the stage."""
    known = set(stage.field.values_list("entry_id", flat=True))
    for pair in rematches:
        if len(set(pair)) != 2 or not known.issuperset(pair):
            raise TournamentError("bad_value", "rematches")
    return [list(pair) for pair in rematches]


def _named_exceptions(
    stage: Stage, as_draw: Collection[str], rematches: Sequence[tuple[str, str]]
) -> dict[str, list[str]]:
    """Return what was allowed by name, for the audit trail: boards that count as drawn, pairs that may meet again."""
    names = dict(stage.field.values_list("entry_id", "entry__name"))
    boards = stage.pairings.filter(pk__in=as_draw).select_related("round")
    said = {
        "as_draw": [f"{board.round.number}.{board.board}" for board in boards],
        "rematches": [f"{names[one]} / {names[other]}" for one, other in rematches],
    }
    return {key: value for key, value in said.items() if value}


# ---- the work


def _job(job_id: str) -> PairingJob:
    """Return a job with its stage."""
    job = PairingJob.objects.select_related("stage__tournament").filter(pk=job_id).first()
    if job is None:
        raise NotFoundError("no_such_job")
    return job


@transaction.atomic
def _begin(job_id: str) -> PairingJob:
    """Note that somebody works on a job, unless it is closed or has been begun too often."""
    lock_stage(_job(job_id).stage_id)
    job = _job(job_id)
    if job.open and job.attempts >= MOST_ATTEMPTS:
        return _fail(job, TournamentError("gave_up", job.attempts))
    if job.open:
        job.state, job.step = PairingJob.State.RUNNING, "reading"
        job.attempts += 1
        job.started_at_ms = now_ms()
        job.save(update_fields=["state", "step", "attempts", "started_at_ms"])
    return job


def _record(job: PairingJob) -> Record:
    """Return what the round is to be paired from."""
    keys = set(job.stage.pairings.filter(pk__in=job.open_as_draw).values_list("key", flat=True))
    return pairing_record(job.stage, job.round_number, as_drawn=keys, rematches=job.rematches)


def _paired(stage: Stage, record: Record, heard: Heard) -> PairedRound:
    """Return the round as the format pairs it. Raises TournamentError with the format's code and reason."""
    try:
        return _pairer(stage).paired(record, heard)
    except FormatError as error:
        raise TournamentError(error.code, Localized(error.text), text=error.text, entries=error.entries) from error


def _pairer(stage: Stage) -> Pairer:
    """Return what pairs the rounds of a stage. Raises TournamentError `not_by_round`."""
    pairer = format_of(stage.format).pairer
    if pairer is None:
        raise TournamentError("not_by_round")
    return pairer


def _reporter(job: PairingJob) -> Heard:
    """Return how progress is noted: each new step, and inside a step from time to time."""
    last_step, said_at = job.step, time.monotonic()

    def heard(step: str, done: int, total: int) -> None:
        nonlocal last_step, said_at
        now = time.monotonic()
        if step == last_step and now - said_at < _HEARD_EVERY_S:
            return
        last_step, said_at = step, now
        PairingJob.objects.filter(pk=job.pk).update(step=step, done=done, total=total)
        tell(job.stage.tournament, "console")

    return heard


@transaction.atomic
def _write_if_unchanged(job: PairingJob, record: Record, paired: PairedRound) -> PairingJob:
    """Write the answer if it still fits; return the job, open still if something has changed meanwhile."""
    stage = lock_stage(job.stage_id)
    job = _job(job.pk)
    if not job.open:
        return job
    if _number_to_pair(stage) != job.round_number:
        raise TournamentError("round_paired")
    _settled(stage, job.round_number, job.open_as_draw)
    seal = fingerprint(record)
    if fingerprint(_record(job)) != seal:
        return job
    round_ = _write(stage, job.round_number, paired, seal, sorted(record.as_drawn))
    audit(stage.tournament, SYSTEM, "round_paired", subject=round_, after={"boards": len(paired.pairings)})
    return _finish(job, PairingJob.State.DONE)


def _write(stage: Stage, number: int, paired: PairedRound, seal: str, assumed: Sequence[str]) -> Round:
    """Write a draft with its boards in place of the one before; the address of the round stays."""
    kinds = {plan.number: plan.kind for plan in plan_of(stage)}
    round_ = stage.rounds.filter(number=number).first() or Round(stage=stage, number=number, kind=kinds[number])
    round_.numbers, round_.assumed = dict(paired.numbers), list(assumed)
    round_.computed = [[side.entry for side in pairing.sides] for pairing in paired.pairings]
    round_.trace = {
        "record": seal,
        "boards": [
            [
                {"kind": reason.kind, "en": reason.text.en, "de": reason.text.de}
                for reason in paired.reasons[pairing.key]
            ]
            for pairing in paired.pairings
        ],
        "lines": [{"en": line.en, "de": line.de} for line in paired.trace],
    }
    round_.edited, round_.edit_reason = [], ""
    round_.save()
    seat(round_, round_.computed)
    return round_


def seat(round_: Round, boards: Sequence[Sequence[str | None]]) -> None:
    """Put these boards in place of those that a draft has."""
    round_.pairings.all().delete()
    Pairing.objects.bulk_create(
        Pairing(
            stage=round_.stage,
            round=round_,
            board=place,
            key=f"R{round_.number}-{place}",
            entry_0_id=first,
            entry_1_id=second,
            open_0=False,
            open_1=False,
            state=Pairing.State.READY if first and second else Pairing.State.WAITING,
        )
        for place, (first, second) in enumerate(boards, start=1)
    )


def _numbers(stage: Stage) -> dict[str, int]:
    """Return the pairing numbers as they are."""
    return dict(stage.field.values_list("entry_id", "seed"))


# ---- the end of a job


def _finish(job: PairingJob, state: PairingJob.State) -> PairingJob:
    """Close a job."""
    job.state, job.finished_at_ms = state, now_ms()
    job.save()
    tell(job.stage.tournament, "console")
    return job


def _fail(job: PairingJob, error: TournamentError) -> PairingJob:
    """Close a job with the reason in both languages, unless somebody closed it meanwhile."""
    job = _job(job.pk)
    if not job.open:
        return job
    text = error.data.get("text")
    job.code = error.code
    job.detail_en, job.detail_de = (text.en, text.de) if text else (str(error.what), str(error.what))
    job.entries = list(error.data.get("entries", ()))
    return _finish(job, PairingJob.State.FAILED)


def _close_failed(stage: Stage) -> None:
    """Close an open job of a stage whose round is made by hand."""
    for job in stage.jobs.filter(state__in=[PairingJob.State.QUEUED, PairingJob.State.RUNNING]):
        _finish(job, PairingJob.State.CANCELLED)
