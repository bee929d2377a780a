"""Pairing a round from what has happened: asked for, watched, called off, and the ways out when there is none."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import NotFoundError
from tournaments.models import PairingJob, Stage
from tournaments.pages import pairing_desk
from tournaments.selectors.conduct import job_of, open_boards_of
from tournaments.views.common import Here, act, done
from tournaments.views.console.desk import reason_in, stage_here


def pairing_context(here: Here, stage: Stage) -> dict[str, Any]:
    """Return what the desk says about the next pairing: the work, what stands against it, who could meet again."""
    found, boards = job_of(stage), open_boards_of(stage)
    coming = pairing_desk.next_round(stage, boards)
    job = pairing_desk.job(found) if found else None
    closed = stage.rounds.filter(state="closed").exists()
    return {
        "job": job,
        "next": coming,
        "boards": pairing_desk.standing(boards),
        "entries": [place.entry for place in stage.field.select_related("entry")] if coming else [],
        "editing": stage.rounds.filter(editing_since_ms__isnull=False).select_related("editing_by").first(),
        "can_end": closed and not boards,
        "url": f"{reverse('console-rounds', args=[here.tournament.slug])}?stage={stage.number}",
    }


def desk_of(here: Here, stage: Stage) -> str:
    """Return the address of the desk of a stage."""
    return f"{reverse('console-rounds', args=[here.tournament.slug])}?stage={stage.number}"


@act
def pair(here: Here, stage_id: str) -> HttpResponse:
    """Ask for the next round, or for the draft once more."""
    stage, posted = stage_here(here, stage_id), here.request.POST
    job = services.round_pair(
        stage_id=stage.pk, by=here.actor, count_open_as_draw=posted.getlist("as_draw"), rematches=_rematches(here)
    )
    return done(here, _("Round %(number)s is being paired.") % {"number": job.round_number}, desk_of(here, stage))


def _rematches(here: Here) -> list[tuple[str, str]]:
    """Return the pairs that may meet again: those allowed before, and the one chosen now."""
    posted = here.request.POST
    firsts, seconds = posted.getlist("rematch_first"), posted.getlist("rematch_second")
    return [(one, other) for one, other in zip(firsts, seconds, strict=False) if one or other]


@act
def cancel(here: Here, job_id: str) -> HttpResponse:
    """Call a pairing off that is not done."""
    job = PairingJob.objects.filter(pk=job_id, stage__tournament=here.tournament).select_related("stage").first()
    if job is None:
        raise NotFoundError("no_such_job")
    services.pairing_job_cancel(job_id=job.pk, by=here.actor)
    return done(here, _("The pairing is called off."), desk_of(here, job.stage))


@act
def by_hand(here: Here, stage_id: str) -> HttpResponse:
    """Begin the next round with no boards, to be put together by hand."""
    stage = stage_here(here, stage_id)
    round_ = services.round_by_hand(stage_id=stage.pk, by=here.actor, reason=reason_in(here))
    return done(here, _("Put the boards together."), reverse("console-edit", args=[here.tournament.slug, round_.pk]))


@act
def end(here: Here, stage_id: str) -> HttpResponse:
    """End a stage before its last round."""
    stage = stage_here(here, stage_id)
    services.stage_end(stage_id=stage.pk, by=here.actor, reason=reason_in(here))
    return done(here, _("The stage is over; the standings are final."), desk_of(here, stage))
