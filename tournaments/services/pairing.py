"""Pairing a round from what has happened: asked for by people, worked out in Celery, written once.

The work is done outside of any transaction, from a record that is compared again before the answer is written.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Final

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.base import PairedRound, Record
from tournaments.models import PairingJob, Round, Stage
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.common import ROUND_PAIR, audit, later, lock_stage, require, tell, user_row
from tournaments.services.drafts import Heard, number_to_pair, numbers_of, paired_round, settled, write_draft
from tournaments.services.record import fingerprint, pairing_record

MOST_ATTEMPTS: Final = 3
"""How often a job is begun before it counts as failed: a worker that dies over it must not do so for ever."""

DEAD_MS: Final = 5 * 60_000
"""How long a worker may need for a round before it is taken for dead."""

_LOST_MS: Final = 10_000
_MOST_CHANGES: Final = 5
"""How often a round is worked out anew because something has changed meanwhile."""

_HEARD_EVERY_S: Final = 0.25


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
    number = number_to_pair(stage)
    settled(stage, number, count_open_as_draw)
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
    job, mine = _begin(job_id)
    if not mine:
        return job
    try:
        return _done(job)
    except TournamentError as error:
        return _fail(job, error)
    except Exception:
        _fail(job, TournamentError("internal"))
        raise


def _done(job: PairingJob) -> PairingJob:
    """Return the job once its round is written. Raises TournamentError for why it cannot be."""
    heard = _reporter(job)
    for _ in range(_MOST_CHANGES):
        heard("reading", 0, 0)
        record = _record(job)
        heard("pairing", 0, 0)
        paired = paired_round(job.stage, record, heard)
        heard("saving", 0, 0)
        job = _write_if_unchanged(job, record, paired)
        if not job.open:
            return job
    raise TournamentError("keeps_changing")


def pairing_jobs_catch_up() -> int:
    """Run jobs whose message was lost, and those of a worker that died; return how many. Called by the tending task."""
    late = PairingJob.objects.filter(state=PairingJob.State.QUEUED, asked_at_ms__lt=now_ms() - _LOST_MS)
    dead = PairingJob.objects.filter(state=PairingJob.State.RUNNING, started_at_ms__lt=now_ms() - DEAD_MS)
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
    number = number_to_pair(stage)
    if stage.rounds.filter(number=number).exists():
        raise TournamentError("round_paired")
    settled(stage, number, ())
    _close_failed(stage)
    round_ = write_draft(stage, number, PairedRound((), numbers_of(stage), {}, ()), "", ())
    round_.editing_since_ms, round_.editing_by = now_ms(), user_row(by)
    round_.save(update_fields=["editing_since_ms", "editing_by"])
    audit(stage.tournament, by, "round_by_hand", subject=round_, reason=reason)
    tell(stage.tournament, "console")
    return round_


# ---- what may be asked for


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
def _begin(job_id: str) -> tuple[PairingJob, bool]:
    """Note that the caller works on a job; return it, and whether there is something to do.

    Several workers may work on the same one: the first answer is written. Begun too often it is left to those who are
    at it, and has failed once none of them can be.
    """
    lock_stage(_job(job_id).stage_id)
    job = _job(job_id)
    if job.open and job.attempts >= MOST_ATTEMPTS:
        dead = (job.started_at_ms or 0) < now_ms() - DEAD_MS
        return (_fail(job, TournamentError("gave_up", job.attempts)) if dead else job), False
    if job.open:
        job.state, job.step = PairingJob.State.RUNNING, "reading"
        job.attempts += 1
        job.started_at_ms = now_ms()
        job.save(update_fields=["state", "step", "attempts", "started_at_ms"])
    return job, job.open


def _record(job: PairingJob) -> Record:
    """Return what the round is to be paired from."""
    keys = set(job.stage.pairings.filter(pk__in=job.open_as_draw).values_list("key", flat=True))
    return pairing_record(job.stage, job.round_number, as_drawn=keys, rematches=job.rematches)


def _reporter(job: PairingJob) -> Heard:
    """Return how progress is noted: each new step, and inside a step from time to time."""
    last_step, said_at = job.step, time.monotonic()

    def heard(step: str, done: int, total: int) -> None:
        nonlocal last_step, said_at
        now = time.monotonic()
        if step == last_step and now - said_at < _HEARD_EVERY_S:
            return
        last_step, said_at = step, now
        PairingJob.objects.filter(pk=job.pk, state=PairingJob.State.RUNNING).update(step=step, done=done, total=total)
        tell(job.stage.tournament, "console")

    return heard


@transaction.atomic
def _write_if_unchanged(job: PairingJob, record: Record, paired: PairedRound) -> PairingJob:
    """Write the answer if it still fits; return the job, open still if something has changed meanwhile."""
    stage = lock_stage(job.stage_id)
    job = _job(job.pk)
    if not job.open:
        return job
    if number_to_pair(stage) != job.round_number:
        raise TournamentError("round_paired")
    settled(stage, job.round_number, job.open_as_draw)
    seal = fingerprint(record)
    if fingerprint(_record(job)) != seal:
        return job
    round_ = write_draft(stage, job.round_number, paired, seal, sorted(record.as_drawn))
    audit(stage.tournament, SYSTEM, "round_paired", subject=round_, after={"boards": len(paired.pairings)})
    return _finish(job, PairingJob.State.DONE)


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
