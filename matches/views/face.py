"""The face of the clock at a real board: a page for a phone or tablet that lies there, and for who only looks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from gameengine.clock.limits import split_notation
from gameengine.core.abilities import TrustsDevice
from gameengine.core.types import Seat
from gameengine.table import TABLE_REASONS, view
from matches import now, parts, words
from matches.asking import Asked, asked
from matches.forms import CallForm
from matches.parts import SeatClock
from matches.picture import MatchPicture
from matches.viewing import match_view

RESULTS: Final = ("1-0", "1/2", "0-1")
"""What a seat may enter, in the order in which it is offered."""
_WORKER: Final = "js/face/worker.js"


@require_safe
@never_cache
@ensure_csrf_cookie
def clock_face(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the clock of a game on a real board: to press for who holds it, to read for everybody else."""
    found = asked(request, match_id)
    picture = match_view(found.match, found.role.seat).picture
    if not isinstance(picture.table.game, TrustsDevice):
        return redirect("match", match_id)
    return render(request, "matches/face.html", _context(found, picture))


@require_safe
@never_cache
def face_worker(request: HttpRequest, match_id: str) -> FileResponse:  # noqa: ARG001 - the same for every match
    """Return the script by which a device keeps the page: it may serve only what lies below its own address."""
    found = finders.find(_WORKER)
    if not isinstance(found, str):
        raise Http404(_WORKER)
    return FileResponse(Path(found).open("rb"), content_type="text/javascript")


def _context(found: Asked, picture: MatchPicture) -> dict[str, Any]:
    held = found.role.seats
    table = picture.table
    clocks = parts.clocks(picture)
    own = min(held, default=0) if found.role.seat is None else found.role.seat
    return {
        "match": found.match,
        "role": found.role,
        "title": words.title_text(picture),
        "versus": words.versus(picture),
        "halves": [_half(clock, held, own=own) for clock in sorted(clocks, key=lambda clock: clock.index == own)],
        "layout": {0: "watch", 1: "one"}.get(len(held), "two"),
        "held": held,
        "control": table.control.sentence().to(words.language()),
        "counts_quiet": table.quiet_limit is not None,
        "results": _results(picture),
        "call_form": CallForm(auto_id=False),
        "back": picture.about.back,
        "face_data": _data(picture, clocks),
    }


def _half(clock: SeatClock, held: tuple[Seat, ...], *, own: Seat) -> dict[str, Any]:
    return {
        "seat": clock,
        "plays": clock.index in held,
        "place": "near" if clock.index == own else "far",
    }


def _results(picture: MatchPicture) -> list[tuple[str, str, str]]:
    """Return what may be entered: the text, the score, and who then has won."""
    first, second = (words.wins_text(picture.side(seat)) for seat in (0, 1))
    told = {"1-0": ("1 : 0", first), "0-1": ("0 : 1", second), "1/2": ("½ : ½", _("Drawn"))}
    return [(result, *told[result]) for result in RESULTS]


def _data(picture: MatchPicture, clocks: tuple[SeatClock, ...]) -> dict[str, Any]:
    """Return what the script begins with: the moment as the socket tells it, and what never changes."""
    table, server_ms = picture.table, now.now_ms()
    reasons = {**TABLE_REASONS, **table.game.reasons}
    return {
        "match": picture.about.match_id,
        "server_ms": server_ms,
        "snap": {
            "seq": picture.seq,
            "ply": table.ply,
            "status": picture.status,
            "names": [face.name for face in picture.faces],
            "view": view(table, picture.viewer),
            "clk": parts.clk(picture, server_ms),
        },
        "control": table.control.to_json(),
        "notation": split_notation(table.control.notation())[0],
        "full_ms": [clock.full_ms for clock in clocks],
        "reasons": {code: text.to(words.language()) for code, text in reasons.items()},
        "paused_for": picture.paused_for,
        "start_at_ms": table.opening.start_at_ms,
        "here": [face.seat for face in picture.faces if face.here],
    }
