"""The desk of one match: a dispute is looked at where it began, and ruled on with its effect in view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from gameengine.board.svg import render as draw
from gameengine.board.view import BoardView
from matches import now, parts, services, words
from matches.access import disputing, principal_of_request
from matches.asking import Asked, ruling
from matches.desk import looking
from matches.desk.attempts import attempts_of, before_ply
from matches.desk.connections import WIDTH, bands
from matches.desk.scene import Scene, scene
from matches.desk.timeline import Mark, timeline
from matches.errors import MatchError, sentence
from matches.models import Match
from matches.picture import Face, MatchPicture
from matches.replaying import ALL, Replay, Sight, replay_of, sight_of
from matches.selectors import calls_open_to
from matches.sides import sides_of, versus
from matches.store.read import events_after
from matches.viewing import match_view
from matches.views.rulings import back_to, ruling_forms

_MOST_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class _Eyes:
    """Who looks at the desk, through whose eyes, and whether all that is hidden is open to them."""

    sight: Sight
    user_id: int | None
    open_: bool


@require_safe
@never_cache
@gzip_page
def match_desk(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show one action of a match to somebody who may rule there, with everything that bears on it."""
    found = ruling(request, match_id)
    match, user_id = found.match, request.user.pk
    open_ = looking.sees_all(match, user_id)
    sight = sight_of(request.GET.get("sight", ""), None, match, looks=open_)
    picture = match_view(match, None).picture
    branch = replay_of(match, _branch(request.GET.get("branch")))
    ply = _ply(request.GET.get("ply"), branch.last, over=branch.is_void or match.status == Match.Status.OVER)
    shown = scene(match, ply, branch, open_=open_)
    context = _context(found, picture, shown, branch, _Eyes(sight, user_id, open_))
    context["disputing"] = disputing(principal_of_request(request), match)
    return render(request, "matches/desk.html", context)


def _branch(text: str | None) -> int | None:
    """Return which branch is asked for, None for the one that counts."""
    return int(text) if text and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def _ply(text: str | None, last: int, *, over: bool) -> int:
    """Return which action is looked at; 0 is the start, one behind the last is the action that is still to come."""
    if not text or not text.isdecimal() or len(text) > _MOST_DIGITS:
        return last
    return min(int(text), last if over else last + 1)


def _context(
    found: Asked,
    picture: MatchPicture,
    shown: Scene,
    branch: Replay,
    eyes: _Eyes,
) -> dict[str, Any]:
    sight, user_id = eyes.sight, eyes.user_id
    match, names = found.match, [face.name for face in picture.faces]
    tried = attempts_of(match, user_id)
    events = [event for event in events_after(match.pk, 0) if event.seq <= match.seq]
    marks = timeline(match, events, sight, names, tried)
    may_reverse = frozenset(
        mark.seq
        for mark in marks
        if mark.ruling and mark.can_be_reversed and (found.role.can_reverse or mark.ruling.by_user_id == user_id)
    )
    before, after = shown.boards(sight)
    over = branch.is_void or match.status == Match.Status.OVER
    return {
        "match": match,
        "game": picture.table.game,
        "game_name": picture.table.game.name.to(words.language()),
        "versus": versus(sides_of(match, picture.faces)),
        "room": picture.about.back,
        "status": words.status_text(picture),
        "branch": branch.way.number if branch.is_void else None,
        "ply": shown.ply,
        "last": branch.last,
        "to_come": shown.after is None,
        "previous": shown.ply - 1 if shown.ply > 0 else None,
        "next": shown.ply + 1 if shown.ply < branch.last + (not over) else None,
        "sight": _sight_name(sight),
        "query": _query(sight),
        "query_here": _query(sight, branch),
        "sights": _sights(picture.faces, open_=eyes.open_),
        "boards": [*_board(before, "before"), *_board(after, "after")],
        "cards": _cards(before or after),
        "marks": marks,
        "may_reverse": may_reverse,
        "here": _said(marks, shown.ply, branch),
        "tried": [(one, names[one.seat]) for one in before_ply(tried, shown.ply)],
        "choices": None if shown.choices is None else [(choice, names[choice.seat]) for choice in shown.choices],
        "account": shown.account,
        "bands": bands(
            match,
            names,
            from_ms=picture.table.started_at_ms or match.created_at_ms,
            to_ms=match.ended_at_ms or max(now.now_ms(), shown.at_ms),
            at_ms=shown.at_ms,
        ),
        "band_width": WIDTH,
        "ruling_forms": ruling_forms(picture, at_desk=True, ply=shown.ply),
        "calls": calls_open_to(match, found.role),
        **_look(found, eyes),
    }


def _said(marks: Sequence[Mark], ply: int, branch: Replay) -> list[Mark]:
    """Return what stands in the log of an action of a branch."""
    return [mark for mark in marks if mark.ply == ply and mark.seq is not None and mark.seq in branch.path]


def _look(found: Asked, eyes: _Eyes) -> dict[str, Any]:
    """Return what concerns looking behind the screen: whether one may, why not, and who has."""
    why_not = looking.why_not(found.match)
    return {
        "looks": looking.looks_of(found.match),
        "has_looked": looking.has_looked(found.match, eyes.user_id),
        "may_look": found.role.can_look and not why_not and not eyes.open_,
        "why_not_look": sentence(why_not or "may_not_look")
        if why_not == "look_never" or not found.role.can_look
        else "",
    }


def _sight_name(sight: Sight) -> str:
    return "public" if sight is None else str(sight)


def _query(sight: Sight, branch: Replay | None = None) -> str:
    """Return what follows the number of an action in an address, so that a step keeps the eyes and the branch."""
    kept: dict[str, Any] = {} if sight is None else {"sight": _sight_name(sight)}
    if branch is not None and branch.is_void:
        kept["branch"] = branch.way.number
    return "&" + urlencode(kept) if kept else ""


def _sights(faces: Sequence[Face], *, open_: bool) -> list[tuple[str, str]]:
    """Return through whose eyes one may look, with their names; none to choose where only the public view is open."""
    if not open_:
        return []
    return [("public", _("Public")), *((str(face.seat), face.name) for face in faces), (ALL, _("Everything"))]


def _board(board: BoardView | None, name: str) -> list[tuple[str, str]]:
    return [] if board is None else [(name, draw(board, words.language(), prefix=name))]


def _cards(board: BoardView | None) -> str:
    return "" if board is None or not board.trays else parts.trays_part(board.trays)


@require_POST
def match_look(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open what is hidden in a match to the arbiter who asks, with a reason, and record it."""
    found = ruling(request, match_id)
    if not found.role.can_look:
        raise MatchError("may_not_look")
    services.look_open(
        match_id=match_id, by_user=request.user, role=found.role.title, reason=request.POST.get("reason", "")
    )
    messages.success(request, _("You now see what is hidden in this match. That is recorded."))
    return redirect(back_to(request, match_id))
