"""Taking over the clock of a real board: with the code of the board, or as an arbiter."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from gameengine.games.registry import HOSTED
from matches import services
from matches.access import remember_board
from matches.asking import Asked, asked
from matches.errors import MatchError, sentence


class CodeForm(forms.Form):
    """The code that an arbiter has on paper."""

    code = forms.CharField(
        label=gettext_lazy("Code of the board"),
        max_length=20,
        help_text=gettext_lazy("Eight signs, as the arbiter has them. Small letters and the dash do not matter."),
        widget=forms.TextInput(
            attrs={"class": "notation", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
def match_take(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for the code of the board; with the right one this device presses for both seats."""
    found = _on_board(request, match_id)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _shown(request, found, form)
    try:
        ref = _ref(found, form)
    except MatchError as refusal:
        form.add_error("code", sentence(refusal.code))
    if form.errors:
        return _shown(request, found, form, status=400)
    # Who holds the clock shall hold it in no browser that knew the session before.
    request.session.cycle_key()
    remember_board(request, ref)
    return redirect("match-face", match_id)


def _ref(found: Asked, form: CodeForm) -> str:
    """Return the reference by which the asker holds the clock; an arbiter of the match needs no code."""
    if found.role.can_rule:
        form.errors.clear()
        return services.board_hold(match_id=found.match.pk)
    if not form.is_valid():
        return ""
    return services.board_take(match_id=found.match.pk, typed=form.cleaned_data["code"])


def _on_board(request: HttpRequest, match_id: str) -> Asked:
    found = asked(request, match_id)
    if found.match.game in HOSTED:
        raise Http404(match_id)
    return found


def _shown(request: HttpRequest, found: Asked, form: CodeForm, *, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "match": found.match, "role": found.role}
    context["names"] = " : ".join(seat.name for seat in found.match.seats.all())
    return render(request, "matches/take.html", context, status=status)
