"""The screen in the hall: no log-in, no mouse; its link alone opens it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from matches import now
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.pages import hall
from tournaments.pages.progress import head
from tournaments.pages.when import moment
from tournaments.selectors.pairings import stage_pairings
from tournaments.selectors.progress import progress_of
from tournaments.selectors.stages import shown_stage

ROTATE_S = 12
"""How long a page of the screen stands."""


@require_safe
@never_cache
@gzip_page
@sensitive_variables("token")
def screen(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the console has chosen for this screen."""
    try:
        opened = services.screen_open(secret=token)
    except TournamentError as refusal:
        return _no_referrer(render(request, "tournaments/link_failed.html", {"refusal": refusal}, status=404))
    tournament = opened.tournament
    stage = shown_stage(tournament)
    sheet = stage_pairings(stage, drafts=False) if stage and tournament.published else None
    parts = hall.parts(opened, sheet)
    shown = _shown(request, len(parts))
    context = {
        "screen": opened,
        "tournament": tournament,
        "head": head(progress_of(tournament)),
        "parts": parts,
        "shown": shown,
        "next": (shown + 1) % max(1, len(parts)),
        "rotate": ROTATE_S,
        "clock": moment(now.now_ms(), tournament.zone),
    }
    return _no_referrer(render(request, "tournaments/screen.html", context))


def _shown(request: HttpRequest, count: int) -> int:
    """Return which part a browser without script shows."""
    asked = request.GET.get("show", "0")
    return int(asked) % count if count and asked.isascii() and asked.isdigit() and len(asked) < 4 else 0


def _no_referrer(response: HttpResponse) -> HttpResponse:
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
