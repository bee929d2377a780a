"""The stages of a tournament: adding, changing and removing them, and letting one feed the next."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.formats.registry import format_of
from tournaments.forms.formats import CHOICES, choice_of
from tournaments.forms.tournaments import AddStageForm, StageForm
from tournaments.models import Stage, Tournament
from tournaments.pages import words
from tournaments.pages.venues import venue_of
from tournaments.permissions import Capability, Right
from tournaments.selectors.conduct import rounds_advice
from tournaments.views.common import Here, act, both, done, note, sent_by
from tournaments.views.console.desk import desk, guard, stage_here, why_not


@both
@sent_by(Capability.SETTINGS)
def stages(here: Here) -> HttpResponse:
    """Show the stages and how they feed each other; add one."""
    guard(here)
    form = AddStageForm(_stages(here), here.sent)
    if not form.is_bound:
        return _show(here, form)
    if not form.is_valid():
        return _show(here, form, status=400)
    try:
        made = services.stage_add(tournament_id=here.tournament.pk, by=here.actor, **form.addition)
    except TournamentError as refusal:
        note(form, refusal, "places" if refusal.what == "places" else None)
        return _show(here, form, status=409)
    return done(here, _("The stage is added. Look over its settings."), _address(here, made))


def _stages(here: Here) -> list[Stage]:
    return list(here.tournament.stages.select_related("source_stage"))


def _show(here: Here, form: AddStageForm, *, status: int = 200) -> HttpResponse:
    finished = here.tournament.state == Tournament.State.FINISHED
    refused = TournamentError("tournament_finished").message if finished else ""
    context = {
        "stages": [_line(stage) for stage in _stages(here)],
        "form": form,
        "why": why_not(here.may(Capability.SETTINGS)) or refused,
        "why_pair": why_not(here.may(Capability.PAIR)),
    }
    return desk(here, "stages", context, status=status)


def _line(stage: Stage) -> dict[str, Any]:
    """Return a stage as the list shows it; `feed` tells whether its field can be taken over now."""
    source = stage.source_stage
    draft = stage.state == Stage.State.DRAFT
    return {
        "stage": stage,
        "name": words.stage_name(stage),
        "format": choice_of(stage).name,
        "source": f"{source.number}. {words.stage_name(source)}" if source else "",
        "count": stage.field.count(),
        "rounds": stage.rounds.count(),
        "feed": draft and source is not None and source.state == Stage.State.FINISHED,
        "can_go": draft and not stage.feeds.exists() and stage.number > 1,
        "advice": rounds_advice(stage) if stage.state != Stage.State.FINISHED else None,
    }


def _address(here: Here, stage: Stage) -> str:
    return reverse("console-stage", args=[here.tournament.slug, stage.pk])


@both
@sent_by(Capability.SETTINGS)
def stage(here: Here, stage_id: str) -> HttpResponse:
    """Show the format and the settings of a stage; change the settings."""
    guard(here)
    here.require(Capability.SETTINGS, Right.READ)
    found = stage_here(here, stage_id)
    form = StageForm.of_stage(found, here.sent)
    if not form.is_bound:
        return _show_stage(here, found, form)
    if not form.is_valid():
        return _show_stage(here, found, form, status=400)
    try:
        changes: dict[str, Any] = {"name": here.request.POST.get("name", ""), **form.settings}
        services.stage_update(stage_id=found.pk, by=here.actor, **changes)
    except TournamentError as refusal:
        field = f"stage-{refusal.what}"
        note(form, refusal, field if field in form.fields else None)
        return _show_stage(here, found, form, status=409)
    return done(here, _("Saved."), _address(here, found))


def _show_stage(here: Here, found: Stage, form: StageForm, *, status: int = 200) -> HttpResponse:
    drawn = found.state != Stage.State.DRAFT
    locked = _("The seeds are fixed. Take that back in the rounds, if nothing is published yet.") if drawn else ""
    context = {
        "stage": found,
        "name": words.stage_name(found),
        "choices": list(CHOICES.values()),
        "current": choice_of(found),
        "form": form,
        "locked": locked,
        "why": why_not(here.may(Capability.SETTINGS)),
        "advice": rounds_advice(found),
        "has_table": format_of(found.format).table is not None,
        "venue": venue_of(found, here.tournament),
        "section": "stages",
    }
    return desk(here, "stage", context, status=status)


@act
@sent_by(Capability.SETTINGS)
def change_format(here: Here, stage_id: str) -> HttpResponse:
    """Choose another format for a stage; its settings begin as the format has them."""
    found, choice = stage_here(here, stage_id), CHOICES.get(here.request.POST.get("format", ""))
    if choice is None:
        raise TournamentError("unknown_format")
    services.stage_format_set(stage_id=found.pk, by=here.actor, format=choice.format, settings=dict(choice.settings))
    said = _("The stage is a %(format)s now. Look over its settings.") % {"format": choice.name}
    return done(here, said, _address(here, found))


@act
def feed(here: Here, stage_id: str) -> HttpResponse:
    """Take the first places of the stage before."""
    found = services.stage_feed(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    rounds = f"{reverse('console-rounds', args=[here.tournament.slug])}?stage={found.number}"
    return done(here, _("The places are taken over; the seeds are fixed."), rounds)


@act
def remove(here: Here, stage_id: str) -> HttpResponse:
    """Remove a stage that has not begun."""
    services.stage_remove(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    return done(here, _("The stage is removed."), reverse("console-stages", args=[here.tournament.slug]))
