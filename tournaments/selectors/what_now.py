"""The one line of the console: the next act that a tournament needs, and why it is possible or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.selectors.conduct import job_of
from tournaments.services.draw import in_seed_order
from tournaments.services.record import plan_of

Act: TypeAlias = Literal[
    "open",
    "draw",
    "feed",
    "draft",
    "pair",
    "publish",
    "start",
    "wait",
    "finish",
    "nothing",
    "pairing",
    "pair_failed",
    "edit",
]
"""What the main button of the console does: `stage_draw`, `round_draft`, … of the services. The last three are done on
a page of their own: a pairing that is worked out, one that has failed, and pairings that are changed by hand."""


@dataclass(frozen=True, slots=True)
class WhatNow:
    """The next act. `reason` is a code of the errors when it is not possible, with its detail in `what`.

    While boards are open the act is `wait`, and `what` tells how many.
    """

    act: Act
    possible: bool
    reason: str = ""
    what: int | str = ""
    stage: Stage | None = None
    round: Round | None = None


def what_now(tournament: Tournament) -> WhatNow:
    """Return the next act that the tournament needs."""
    if tournament.state == Tournament.State.FINISHED:
        return WhatNow("nothing", possible=False, reason="already_finished")
    if tournament.state == Tournament.State.DRAFT:
        return WhatNow("open", possible=True)
    stage = tournament.stages.exclude(state=Stage.State.FINISHED).first()
    if stage is None:
        return WhatNow("finish", possible=True)
    return _of_stage(stage)


def _of_stage(stage: Stage) -> WhatNow:
    """Return the next act of the first stage that is not over."""
    if stage.state == Stage.State.DRAFT:
        return _feed(stage) if stage.source_stage_id else _draw(stage)
    if format_of(stage.format).pairer is not None:
        return _paired_one_by_one(stage)
    round_ = stage.rounds.exclude(state=Round.State.CLOSED).first()
    if round_ is None:
        return WhatNow("draft", possible=True, stage=stage)
    if round_.state == Round.State.DRAFT:
        return WhatNow("publish", possible=True, stage=stage, round=round_)
    if round_.state == Round.State.PUBLISHED and _waits_for_start(stage):
        return WhatNow("start", possible=True, stage=stage, round=round_)
    undecided = stage.pairings.exclude(state=Pairing.State.DECIDED).filter(round=round_).count()
    return WhatNow("wait", possible=False, reason="boards_open", what=undecided, stage=stage, round=round_)


def _paired_one_by_one(stage: Stage) -> WhatNow:
    """Return the next act where each round is paired from what has happened: it is about the last round."""
    job = job_of(stage)
    if job is not None:
        return WhatNow("pairing" if job.open else "pair_failed", possible=True, what=job.round_number, stage=stage)
    last = stage.rounds.last()
    if last is None:
        return WhatNow("pair", possible=True, what=1, stage=stage)
    if last.state == Round.State.DRAFT:
        return WhatNow("edit" if last.editing else "publish", possible=True, stage=stage, round=last)
    if last.state == Round.State.PUBLISHED:
        return WhatNow("start", possible=True, stage=stage, round=last)
    return _after(stage, last)


def _after(stage: Stage, last: Round) -> WhatNow:
    """Return what follows a round that runs or is over: boards before the next pairing, or that pairing."""
    undecided = stage.pairings.exclude(state=Pairing.State.DECIDED)
    here = undecided.filter(round=last, postponed=False).count()
    if here or last.number >= len(plan_of(stage)):
        count = here or undecided.count()
        return WhatNow("wait", possible=False, reason="boards_open", what=count, stage=stage, round=last)
    postponed = [f"{board.round.number}.{board.board}" for board in undecided.select_related("round")]
    found = ", ".join(postponed)
    reason = "boards_unsettled" if postponed else ""
    return WhatNow("pair", possible=not postponed, reason=reason, what=found or last.number + 1, stage=stage)


def _feed(stage: Stage) -> WhatNow:
    """Return whether a stage can take its field from the one that feeds it."""
    source = stage.source_stage
    over = source is not None and source.state == Stage.State.FINISHED
    return WhatNow("feed", possible=over, reason="" if over else "source_open", stage=stage)


def _waits_for_start(stage: Stage) -> bool:
    """Tell whether a published round needs somebody to start it."""
    return stage.state == Stage.State.DRAWN or not stage.as_ready


def _draw(stage: Stage) -> WhatNow:
    """Return whether the seeds can be fixed."""
    chosen = format_of(stage.format)
    entries = len(in_seed_order(stage, "given", only_checked_in=stage.tournament.check_in))
    if entries < chosen.min_entries:
        return WhatNow("draw", possible=False, reason="too_few_entries", what=chosen.min_entries, stage=stage)
    if entries > chosen.max_entries:
        return WhatNow("draw", possible=False, reason="too_many_entries", what=chosen.max_entries, stage=stage)
    return WhatNow("draw", possible=True, stage=stage)


@dataclass(frozen=True, slots=True)
class Counts:
    """The figures in the head of the console."""

    entries: int
    checked_in: int
    boards_running: int
    boards_decided: int
    boards_open: int


def counts_of(tournament: Tournament) -> Counts:
    """Return how many entries and boards there are in which state."""
    entries = tournament.entries.filter(status=Entry.Status.CONFIRMED)
    states = list(Pairing.objects.filter(stage__tournament=tournament).order_by().values_list("state", flat=True))
    running, decided = states.count(Pairing.State.RUNNING), states.count(Pairing.State.DECIDED)
    checked_in = entries.filter(checked_in_at_ms__isnull=False).count()
    return Counts(entries.count(), checked_in, running, decided, len(states) - running - decided)
