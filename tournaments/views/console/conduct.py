"""Decisions beside the pairings: byes, entries kept apart, penalties, pairing numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms import Form
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.forms.conduct import ApartForm, ByeForm, NumberForm, PenaltyForm
from tournaments.models import LAST_ROUND, Bye, KeptApart, Penalty, Stage
from tournaments.permissions import Capability, Right
from tournaments.selectors.conduct import rounds_to_come
from tournaments.services.byes import half_byes_left, last_half_bye_round
from tournaments.services.numbers import LAST_CHANGE, numbers_fixed
from tournaments.views.common import Here, act, done, page, sent_by
from tournaments.views.console.desk import desk, reason_in, stage_asked, stage_choices, stage_here, why_not


@page
def conduct(here: Here) -> HttpResponse:
    """Show what was granted, asked for and decided in a stage."""
    stage = stage_asked(here)
    by_round = format_of(stage.format).pairer is not None
    context = {
        "stage": stage,
        "stages": stage_choices(here, stage),
        "by_round": by_round,
        "has_table": format_of(stage.format).table is not None,
        "asked": lambda: [_bye(stage, bye) for bye in _byes(stage).filter(state=Bye.State.ASKED)],
        "byes": lambda: _byes(stage).exclude(state=Bye.State.ASKED),
        "limit": stage.settings.get("half_byes", 0),
        "limit_until": last_half_bye_round(stage) if by_round and stage.state != Stage.State.DRAFT else 0,
        "apart": lambda: [_apart(kept) for kept in stage.kept_apart.prefetch_related("entries")],
        "penalties": lambda: stage.penalties.select_related("entry"),
        "numbers": lambda: stage.field.select_related("entry"),
        "fixed": by_round and numbers_fixed(stage),
        "last_change": LAST_CHANGE,
        "forms": _forms(stage),
        "why_pair": why_not(here.may(Capability.PAIR)),
        "why_penalty": why_not(here.may(Capability.CORRECT_CURRENT, Right.DECIDE)),
    }
    return desk(here, "conduct", context)


def _byes(stage: Stage) -> Any:
    return stage.byes.select_related("entry")


def _bye(stage: Stage, bye: Bye) -> dict[str, Any]:
    """Return a request with how many half points the entry has left beside it."""
    left = half_byes_left(stage, bye.entry_id, but=bye.pk)
    late = bye.round_number > last_half_bye_round(stage)
    return {"bye": bye, "left": left, "beyond": bye.kind == Bye.Kind.HALF and (late or left < 1)}


def _apart(kept: KeptApart) -> dict[str, Any]:
    """Return who is kept apart, and for how long."""
    return {
        "kept": kept,
        "names": ", ".join(entry.name for entry in kept.entries.all()),
        "to_the_end": kept.last_round == LAST_ROUND,
    }


def _forms(stage: Stage) -> Mapping[str, Form]:
    """Return empty forms."""
    return {key: make(stage, None) for key, make in _MAKERS.items()}


def _entries(stage: Stage) -> list[Any]:
    """Return who takes part, by name."""
    return sorted((place.entry for place in stage.field.select_related("entry")), key=lambda one: one.name.casefold())


def _played(stage: Stage) -> list[int]:
    """Return the rounds that there are."""
    return list(stage.rounds.values_list("number", flat=True))


def _bye_form(stage: Stage, data: Any) -> ByeForm:
    return ByeForm(_entries(stage), rounds_to_come(stage), data, auto_id="bye-%s")


def _apart_form(stage: Stage, data: Any) -> ApartForm:
    return ApartForm(_entries(stage), rounds_to_come(stage), data, auto_id="apart-%s")


def _penalty_form(stage: Stage, data: Any) -> PenaltyForm:
    return PenaltyForm(_entries(stage), _played(stage), data, auto_id="penalty-%s")


def _number_form(stage: Stage, data: Any) -> NumberForm:
    return NumberForm(_entries(stage), data, auto_id="number-%s")


_MAKERS: Final[Mapping[str, Callable[[Stage, Any], Any]]] = {
    "bye": _bye_form,
    "apart": _apart_form,
    "penalty": _penalty_form,
    "number": _number_form,
}


def _sent(here: Here, stage: Stage, which: str) -> Any:
    """Return the form that was sent. Raises TournamentError `bad_value` naming what is wrong in it."""
    form = _MAKERS[which](stage, here.request.POST)
    if not form.is_valid():
        wrong = next(iter(form.errors))
        raise TournamentError("bad_value", form.fields[wrong].label)
    return form


def _back(here: Here, stage: Stage, part: str) -> str:
    return f"{reverse('console-conduct', args=[here.tournament.slug])}?stage={stage.number}#{part}"


@act
@sent_by(Capability.PAIR)
def bye_give(here: Here, stage_id: str) -> HttpResponse:
    """Grant a bye that nobody has asked for."""
    stage = stage_here(here, stage_id)
    form = _sent(here, stage, "bye")
    bye = services.bye_give(stage_id=stage.pk, by=here.actor, **form.bye)
    said = _("%(name)s has a bye in round %(round)s.") % {"name": bye.entry.name, "round": bye.round_number}
    return done(here, said, _back(here, stage, "byes"))


@act
def bye_act(here: Here, bye_id: str, name: str) -> HttpResponse:
    """Grant, decline or take back a bye."""
    bye = Bye.objects.filter(pk=bye_id, stage__tournament=here.tournament).select_related("stage", "entry").first()
    if bye is None or name not in _BYE_ACTS:
        raise NotFoundError("no_such_bye")
    said = _BYE_ACTS[name](here, bye) % {"name": bye.entry.name, "round": bye.round_number}
    return done(here, said, _back(here, bye.stage, "byes"))


def _grant(here: Here, bye: Bye) -> str:
    beyond = "beyond_limit" in here.request.POST
    services.bye_grant(bye_id=bye.pk, by=here.actor, beyond_limit=beyond, reason=reason_in(here))
    return _("%(name)s has a bye in round %(round)s.")


def _decline(here: Here, bye: Bye) -> str:
    services.bye_decline(bye_id=bye.pk, by=here.actor, reason=reason_in(here))
    return _("%(name)s has no bye in round %(round)s and will be paired.")


def _take_back(here: Here, bye: Bye) -> str:
    services.bye_remove(bye_id=bye.pk, by=here.actor)
    return _("%(name)s has no bye in round %(round)s any more.")


_BYE_ACTS: Final[Mapping[str, Callable[[Here, Bye], str]]] = {
    "grant": _grant,
    "decline": _decline,
    "remove": _take_back,
}


@act
@sent_by(Capability.PAIR)
def apart_add(here: Here, stage_id: str) -> HttpResponse:
    """Keep entries apart."""
    stage = stage_here(here, stage_id)
    form = _sent(here, stage, "apart")
    services.apart_add(stage_id=stage.pk, by=here.actor, **form.rule)
    return done(here, _("They are kept apart."), _back(here, stage, "apart"))


@act
def apart_end(here: Here, apart_id: str) -> HttpResponse:
    """Let entries meet again."""
    kept = KeptApart.objects.filter(pk=apart_id, stage__tournament=here.tournament).select_related("stage").first()
    if kept is None:
        raise NotFoundError("no_such_rule")
    services.apart_remove(apart_id=kept.pk, by=here.actor, reason=reason_in(here))
    return done(here, _("They may meet again."), _back(here, kept.stage, "apart"))


@act
@sent_by(Capability.CORRECT_CURRENT, Right.DECIDE)
def penalty_add(here: Here, stage_id: str) -> HttpResponse:
    """Take points off."""
    stage = stage_here(here, stage_id)
    form = _sent(here, stage, "penalty")
    services.penalty_add(stage_id=stage.pk, by=here.actor, **form.penalty)
    return done(here, _("The standings count it."), _back(here, stage, "penalties"))


@act
def penalty_end(here: Here, penalty_id: str) -> HttpResponse:
    """Give points back."""
    found = Penalty.objects.filter(pk=penalty_id, stage__tournament=here.tournament).select_related("stage").first()
    if found is None:
        raise NotFoundError("no_such_rule")
    services.penalty_remove(penalty_id=found.pk, by=here.actor, reason=reason_in(here))
    return done(here, _("The points are given back."), _back(here, found.stage, "penalties"))


@act
@sent_by(Capability.PAIR)
def number(here: Here, stage_id: str) -> HttpResponse:
    """Give an entry another pairing number."""
    stage = stage_here(here, stage_id)
    given = _sent(here, stage, "number").cleaned_data
    place = services.stage_number_set(
        stage_id=stage.pk, by=here.actor, entry_id=given["entry"], number=given["number"], reason=given["reason"]
    )
    said = _("%(name)s has number %(number)s now.") % {"name": place.entry.name, "number": place.seed}
    return done(here, said, _back(here, stage, "numbers"))
