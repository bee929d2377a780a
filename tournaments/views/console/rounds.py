"""The rounds: seeds fixed, pairings drafted, published, taken back, started, watched; results set and corrected."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.forms.office import DrawForm, PublishForm, ReasonForm
from tournaments.models import Round, Stage
from tournaments.pages import pairings, words
from tournaments.permissions import Capability
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.services.draw import in_seed_order
from tournaments.views.common import Here, act, done, page
from tournaments.views.console.desk import desk, the_stage, why_not


@page
def rounds(here: Here) -> HttpResponse:
    """Show the seeds and every round, drafts included."""
    stage = the_stage(here)
    sheet = cache(lambda: stage_pairings(stage, drafts=True))
    return desk(
        here,
        "rounds",
        {
            "stage": stage,
            "format": words.format_name(stage),
            "draw": DrawForm(initial={"only_checked_in": here.tournament.check_in}),
            "field": lambda: _field(here, stage),
            "rounds": lambda: _rounds(here, sheet()),
            "can_undraw": lambda: stage.state == Stage.State.DRAWN and not any(one.public for one in sheet().rounds),
            "why_pair": why_not(here.may(Capability.PAIR)),
            "why_publish": why_not(here.may(Capability.PUBLISH)),
        },
    )


def _field(here: Here, stage: Stage) -> list[dict[str, Any]]:
    """Return the entries with their seeds; before the draw, those that would be drawn, in order."""
    if stage.state == Stage.State.DRAFT:
        chosen = in_seed_order(stage, "given", only_checked_in=here.tournament.check_in)
        return [{"seed": seed, "entry": entry} for seed, entry in enumerate(chosen, start=1)]
    return [{"seed": place.seed, "entry": place.entry} for place in stage.field.select_related("entry")]


def _rounds(here: Here, sheet: StagePairings) -> list[dict[str, Any]]:
    """Return the rounds with their boards, those that matter now opened."""
    current = next((one.pk for one in sheet.rounds if one.state != Round.State.CLOSED), None)
    earlier_open = False
    shown = []
    for one in sheet.rounds:
        shown.append(_round(here, one, sheet, is_current=one.pk == current, earlier_open=earlier_open))
        earlier_open = earlier_open or one.state != Round.State.CLOSED
    return shown


def _round(here: Here, round_: Round, sheet: StagePairings, *, is_current: bool, earlier_open: bool) -> dict[str, Any]:
    boards = sheet.pairings_of(round_)
    return {
        "round": round_,
        "name": words.round_name(round_),
        "rows": pairings.rows(boards, sheet, here.actor.entries),
        "absences": pairings.absences(boards, sheet, here.actor.entries),
        "is_current": is_current,
        "publish": PublishForm(auto_id=f"publish-{round_.pk}-%s"),
        "reason": ReasonForm(auto_id=f"unpublish-{round_.pk}-%s"),
        "why_start": _("The round before it is not closed yet.") if earlier_open else "",
        "starts_itself": sheet.stage.state == Stage.State.RUNNING and sheet.stage.as_ready,
        "undecided": sum(pairings.result_of(pairing) is None for pairing in boards),
    }


def stage_here(here: Here, stage_id: str) -> Stage:
    """Return a stage of this tournament. Raises NotFoundError `no_such_stage`."""
    stage = here.tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise NotFoundError("no_such_stage")
    return stage


def round_here(here: Here, round_id: str) -> Round:
    """Return a round of this tournament. Raises NotFoundError `no_such_round`."""
    found = Round.objects.filter(pk=round_id, stage__tournament=here.tournament).select_related("stage").first()
    if found is None:
        raise NotFoundError("no_such_round")
    return found


@act
def draw(here: Here, stage_id: str) -> HttpResponse:
    """Fix the seeds."""
    form = DrawForm({"seeding": "given", **here.request.POST.dict()})
    if not form.is_valid():
        raise TournamentError("bad_value", "seeding")
    chosen = form.cleaned_data["only_checked_in"] if "seeding" in here.request.POST else None
    services.stage_draw(
        stage_id=stage_here(here, stage_id).pk, by=here.actor, seeding=form.chosen, only_checked_in=chosen
    )
    return done(here, _("The seeds are fixed."))


@act
def undraw(here: Here, stage_id: str) -> HttpResponse:
    """Let entries change again."""
    services.stage_undraw(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    return done(here, _("The seeds are open again."))


@act
def draft(here: Here, stage_id: str) -> HttpResponse:
    """Make the pairings, for the staff alone."""
    made = services.round_draft(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    made.stage = stage_here(here, stage_id)
    return done(here, _("%(round)s is paired. Only the staff sees it.") % {"round": words.round_name(made)})


@act
def publish(here: Here, round_id: str) -> HttpResponse:
    """Let everybody see the pairings."""
    form, found = PublishForm(here.request.POST), round_here(here, round_id)
    if not form.is_valid():
        raise TournamentError("bad_value", form.fields["starts"].label)
    services.round_publish(round_id=found.pk, by=here.actor, starts_at_ms=form.starts_at_ms(here.tournament.zone))
    return done(here, _("%(round)s is published.") % {"round": words.round_name(found)})


@act
def unpublish(here: Here, round_id: str) -> HttpResponse:
    """Take the pairings back."""
    found = round_here(here, round_id)
    services.round_unpublish(round_id=found.pk, by=here.actor, reason=here.request.POST.get("reason", "")[:300])
    return done(here, _("%(round)s is a draft again.") % {"round": words.round_name(found)})


@act
def start(here: Here, round_id: str) -> HttpResponse:
    """Start a round; twice is as once."""
    started = services.round_start(round_id=round_here(here, round_id).pk, by=here.actor)
    if started.already:
        return done(here, _("The round had been started already."))
    count = started.matches
    return done(here, ngettext("%(n)s match is set up.", "%(n)s matches are set up.", count) % {"n": count})
