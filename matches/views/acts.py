"""What a player does besides moving: be ready, have windows passed, take back control, claim, resign, leave, call.

Each by POST.

The acts that cannot be undone have a page that asks first, for those who come without a script.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches import services, words
from matches.asking import Asked, asked
from matches.errors import MatchError
from matches.forms import CallForm
from matches.ids import new_id
from matches.picture import MatchPicture
from matches.receipt import received_ms
from matches.rows import Ack
from matches.sides import sides_of, versus
from matches.viewing import faces, match_view
from matches.views.common import ack_response, wants_json

page_methods = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before an act that cannot be undone."""

    text: str
    title: Any
    warning: Callable[[MatchPicture], str]
    button: Any


RESIGN: Final = Question(
    "resign",
    gettext_lazy("Resign this match?"),
    words.going_text,
    gettext_lazy("Resign"),
)
LEAVE: Final = Question(
    "leave",
    gettext_lazy("Leave this match?"),
    words.leaving_text,
    gettext_lazy("Leave the match"),
)


@require_POST
def match_ready(request: HttpRequest, match_id: str) -> HttpResponse:
    """Say that the own seat is ready."""
    return _act(request, asked(request, match_id), "ready")


@require_POST
def match_autopass(request: HttpRequest, match_id: str) -> HttpResponse:
    """Have the reaction windows of the ticked kinds let go for the own seat."""
    kinds = " ".join(request.POST.getlist("kind"))
    return _act(request, asked(request, match_id), f"autopass {kinds or '-'}")


@require_POST
def match_resume(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take back control from the autopilot."""
    return _act(request, asked(request, match_id), "resume")


@require_POST
def match_claim(request: HttpRequest, match_id: str) -> HttpResponse:
    """Claim a win or a draw because somebody is away."""
    found, cmd = asked(request, match_id), (request.POST.get("cmd") or new_id())[:80]
    result = request.POST.get("result", "")
    ack = services.match_claim(match_id=match_id, seat=found.own_seat, result=result, cmd=cmd)
    if ack.wait_ms is not None and not wants_json(request):
        messages.warning(request, ack.message)
        return redirect("match", match_id)
    return _answered(request, found, ack, cmd)


@page_methods
@never_cache
def match_resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask whether to resign; resign."""
    return _ask_or_act(request, match_id, RESIGN)


@page_methods
@never_cache
def match_leave(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask whether to leave; leave."""
    return _ask_or_act(request, match_id, LEAVE)


@page_methods
@never_cache
def match_call(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call the arbiter, with a reason."""
    found = asked(request, match_id)
    seat = found.own_seat
    form = CallForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        services.call_open(match_id=match_id, seat=seat, reason=given["reason"], text=given["text"])
        if wants_json(request):
            return JsonResponse({"ok": True})
        messages.success(request, _("The arbiter has been called. The match goes on."))
        return redirect("match", match_id)
    status = 400 if request.method == "POST" else 200
    return render(request, "matches/call.html", {"form": form, **_around(found)}, status=status)


def _ask_or_act(request: HttpRequest, match_id: str, question: Question) -> HttpResponse:
    found = asked(request, match_id)
    if request.method == "POST":
        return _act(request, found, question.text)
    picture = match_view(found.match, found.own_seat).picture
    context = {"question": question, "warning": question.warning(picture), **_around(found)}
    return render(request, "matches/ask.html", context)


def _around(found: Asked) -> dict[str, Any]:
    return {"match": found.match, "versus": versus(sides_of(found.match, faces(found.match)))}


def _act(request: HttpRequest, found: Asked, text: str) -> HttpResponse:
    """Send an out-of-turn text for the asker's seat; a refusal is shown as its page."""
    cmd = (request.POST.get("cmd") or new_id())[:80]
    ack = services.match_act(
        match_id=found.match.pk, seat=found.own_seat, text=text, cmd=cmd, received_ms=received_ms(request)
    )
    return _answered(request, found, ack, cmd)


def _answered(request: HttpRequest, found: Asked, ack: Ack, cmd: str) -> HttpResponse:
    """Return the answer to what somebody did: as the socket would give it, or the page of the match."""
    if wants_json(request):
        return ack_response(ack, cmd)
    if not ack.ok:
        raise MatchError(ack.code)
    return redirect("match", found.match.pk)
