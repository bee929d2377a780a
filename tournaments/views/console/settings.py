"""Making a tournament, and changing its settings; what is locked says why."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameengine.games.registry import GAMES
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.forms.disputes import DisputeSettingsForm
from tournaments.forms.formats import CHOICES
from tournaments.forms.tournaments import GameForm, GeneralForm, NewForm, StageForm
from tournaments.models import PairingMatch, Stage
from tournaments.pages import words
from tournaments.permissions import Capability, Right
from tournaments.views.common import Here, both, done, note, sent_by
from tournaments.views.console.desk import desk, guard, the_stage, why_not

_FIELD_OF: Final = {
    "name_missing": "name",
    "name_too_long": "name",
    "slug_taken": "slug",
    "bad_slug": "slug",
    "bad_control": "control",
    "bad_zone": "zone",
}
"""The field at which a refusal is shown."""


@require_safe
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the game of a new tournament; with a single game there is nothing to choose."""
    if len(GAMES) == 1:
        return redirect("tournament-new-game", next(iter(GAMES)))
    return render(request, "tournaments/console/choose.html", {"games": words.games()})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Make a tournament from the template of a game."""
    if key not in GAMES:
        raise Http404(key)
    sent = request.POST if request.method == "POST" else None
    choice = CHOICES.get(request.POST.get("format", ""), next(iter(CHOICES.values())))
    template = services.template_of(key, choice.format, request.GET.get("preset", ""))
    # Nobody gets settings that they have not seen: with another format they are shown first.
    if sent is not None and ("choose" in sent or sent.get("shown", choice.key) != choice.key):
        return _new_page(request, key, NewForm(template, choice, typed=sent))
    form = NewForm(template, choice, sent)
    if sent is not None and form.is_valid():
        try:
            made = services.tournament_create(by_user=request.user, **form.creation)
        except TournamentError as refusal:
            note(form, refusal, _field(form, refusal))
        else:
            messages.success(request, _("The tournament is made. Only you see it so far."))
            return redirect("console", made.slug)
    return _new_page(request, key, form, status=400 if form.errors else 200)


def _new_page(request: HttpRequest, key: str, form: NewForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "game": words.game_name(key), "key": key, "several": len(GAMES) > 1}
    return render(request, "tournaments/console/new.html", context, status=status)


def _field(form: Any, refusal: TournamentError) -> str | None:
    named = _FIELD_OF.get(refusal.code, str(refusal.what))
    return next((name for name in (named, f"stage-{named}", f"option-{named}") if name in form.fields), None)


@both
@sent_by(Capability.SETTINGS)
def settings(here: Here) -> HttpResponse:
    """Show the settings in four forms, each with its own button; change one of them."""
    guard(here)
    here.require(Capability.SETTINGS, Right.READ)
    which = here.request.POST.get("which", "")
    forms = _forms(here, which)
    sent = forms.get(which)
    if sent is not None and sent.is_valid():
        try:
            _save(here, which, sent)
        except TournamentError as refusal:
            note(sent, refusal, _field(sent, refusal))
        else:
            return done(here, _("Saved."), reverse("console-settings", args=[here.tournament.slug]))
    locked = {"game": game_locked(here), "stage": _stage_locked(here)}
    context = {"forms": forms, "locked": locked, "why": why_not(here.may(Capability.SETTINGS))}
    return desk(here, "settings", context, status=400 if sent is not None else 200)


def _forms(here: Here, which: str) -> dict[str, Any]:
    data = here.request.POST if here.request.method == "POST" else None

    def given(name: str) -> Any:
        return data if name == which else None

    return {
        "general": GeneralForm(given("general"), initial=GeneralForm.initial_of(here.tournament)),
        "disputes": DisputeSettingsForm(given("disputes"), initial=DisputeSettingsForm.initial_of(here.tournament)),
        "game": GameForm.of_tournament(here.tournament, given("game")),
        "stage": StageForm.of_stage(the_stage(here), given("stage")),
    }


def _save(here: Here, which: str, form: Any) -> None:
    """Change one group of settings."""
    if which == "stage":
        services.stage_update(stage_id=the_stage(here).pk, by=here.actor, **form.settings)
        return
    changes = form.making if which == "game" else form.changes
    services.tournament_update(tournament_id=here.tournament.pk, by=here.actor, **changes)


def game_locked(here: Here) -> str:
    """Return why game and clock cannot be changed any more, if that is so."""
    made = PairingMatch.objects.filter(pairing__stage__tournament=here.tournament).exists()
    return _("Matches have been made with these settings, so they stay as they are.") if made else ""


def _stage_locked(here: Here) -> str:
    """Return why the format cannot be changed any more, if that is so."""
    drawn = the_stage(here).state != Stage.State.DRAFT
    return _("The seeds are fixed. Take that back in the rounds, if nothing is published yet.") if drawn else ""
