"""The one line of the console: the next act that a tournament needs, and why it is possible or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, Round, Stage, Tournament
from tournaments.services.draw import in_seed_order

Act: TypeAlias = Literal["open", "draw", "draft", "publish", "start", "wait", "finish", "nothing"]
"""What the main button of the console does: `stage_draw`, `round_draft`, … of the services."""


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
        return _draw(stage)
    round_ = stage.rounds.exclude(state=Round.State.CLOSED).first()
    if round_ is None:
        return WhatNow("draft", possible=True, stage=stage)
    if round_.state == Round.State.DRAFT:
        return WhatNow("publish", possible=True, stage=stage, round=round_)
    if round_.state == Round.State.PUBLISHED and _waits_for_start(stage):
        return WhatNow("start", possible=True, stage=stage, round=round_)
    undecided = stage.pairings.exclude(state=Pairing.State.DECIDED).filter(round=round_).count()
    return WhatNow("wait", possible=False, reason="boards_open", what=undecided, stage=stage, round=round_)


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
