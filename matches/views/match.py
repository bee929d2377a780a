"""The page of a match, and how to follow it and act in it without a socket: a snapshot and a command by HTTP."""

from __future__ import annotations

from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from matches import services
from matches.asking import Asked, asked
from matches.errors import MatchError
from matches.forms import ActForm
from matches.receipt import received_ms
from matches.rows import Ack
from matches.views.common import ack_response, status_of, wants_json
from matches.views.page import page_context, snapshot


@require_safe
@never_cache
@ensure_csrf_cookie
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match to a player, a spectator or an arbiter."""
    return _page(request, asked(request, match_id))


def _page(request: HttpRequest, found: Asked, refused: Ack | None = None) -> HttpResponse:
    context = page_context(request, found, refused)
    return render(request, "matches/match.html", context, status=status_of(refused) if refused else 200)


@require_safe
@never_cache
def match_snap(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return what the socket would send to somebody who comes in now."""
    return JsonResponse(snapshot(asked(request, match_id)))


@require_POST
def match_act(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play an action or an out-of-turn text: a form without script, or JSON from a page that has lost its socket."""
    found = asked(request, match_id)
    seat = found.own_seat
    form = ActForm(_sent(request))
    if not form.is_valid():
        return _answer(request, found, Ack(False, "bad_command", game=found.match.game), "")
    given = form.cleaned_data
    ack = services.match_act(
        match_id=match_id,
        seat=seat,
        text=given["a"],
        cmd=given["cmd"],
        ply=given["ply"],
        received_ms=received_ms(request),
    )
    return _answer(request, found, ack, given["cmd"])


def _answer(request: HttpRequest, found: Asked, ack: Ack, cmd: str) -> HttpResponse:
    if wants_json(request):
        return ack_response(ack, cmd)
    return redirect("match", found.match.pk) if ack.ok else _page(request, found, ack)


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Return the fields of the command. Raises MatchError for JSON that is no object."""
    if request.content_type != "application/json":
        return request.POST.dict()
    try:
        data = orjson.loads(request.body)
    except orjson.JSONDecodeError as error:
        raise MatchError("bad_frame") from error
    if not isinstance(data, dict):
        raise MatchError("bad_frame")
    return data
