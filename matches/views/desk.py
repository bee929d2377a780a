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
from matches import looking, now, parts, services, words
from matches.access import disputing, principal_of_request
from matches.asking import Asked, ruling
from matches.desk.attempts import attempts_of, before_ply
from matches.desk.connections import WIDTH, bands
from matches.desk.scene import Scene, scene
from matches.desk.timeline import Mark, timeline
from matches.errors import MatchError, sentence
from matches.models import Match
from matches.picture import Face, MatchPicture
from matches.replaying import ALL, Replay, Sight, replay_of, sight_of
from matches.rows import EventRow
from matches.selectors import calls_open_to
from matches.sides import sides_of, versus
from matches.store.read import events_after
from matches.viewing import match_view
from matches.views.rulings import back_to, ruling_forms

_MOST_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class _Case:
    """What is looked at: a place of a branch, in the whole log, through somebody's eyes.

    `open_` tells whether all that is hidden is open to who looks.
    """

    found: Asked
    user_id: int | None
    picture: MatchPicture
    events: Sequence[EventRow]
    replay: Replay
    scene: Scene
    sight: Sight
    open_: bool

    @property
    def match(self) -> Match:
        """Return the match."""
        return self.found.match

    @property
    def names(self) -> list[str]:
        """Return who sits where."""
        return [face.name for face in self.picture.faces]

    @property
    def is_final(self) -> bool:
        """Tell whether no action is still to come."""
        return self.replay.is_void or self.match.status == Match.Status.OVER


@require_safe
@never_cache
@gzip_page
def match_desk(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show one action of a match to somebody who may rule there, with everything that bears on it."""
    found = ruling(request, match_id)
    case = _case(request, found)
    context = {
        **_about(case),
        **_steps(case),
        **_record(case),
        **_facts(case),
        **_look(case),
        "disputing": disputing(principal_of_request(request), found.match),
        "ruling_forms": ruling_forms(case.picture, at_desk=True, ply=case.scene.ply),
        "kept": {"desk": case.scene.ply, "sight": _sight_name(case.sight)},
        "calls": calls_open_to(found.match, found.role),
    }
    return render(request, "matches/desk.html", context)


def _case(request: HttpRequest, found: Asked) -> _Case:
    match, user_id = found.match, request.user.pk
    open_ = looking.sees_all(match, user_id)
    sight = sight_of(request.GET.get("sight", ""), None, match, looks=open_)
    replay = replay_of(match, _branch(request.GET.get("branch")))
    ply = _ply(request.GET.get("ply"), replay.last, over=replay.is_void or match.status == Match.Status.OVER)
    events = [event for event in events_after(match.pk, 0) if event.seq <= match.seq]
    shown = scene(events, replay, ply, open_=open_)
    return _Case(found, user_id, match_view(match, None).picture, events, replay, shown, sight, open_)


def _branch(text: str | None) -> int | None:
    """Return which branch is asked for, None for the one that counts."""
    return int(text) if text and text.isdecimal() and len(text) <= _MOST_DIGITS else None


def _ply(text: str | None, last: int, *, over: bool) -> int:
    """Return which action is looked at; 0 is the start, one behind the last is the action that is still to come."""
    if not text or not text.isdecimal() or len(text) > _MOST_DIGITS:
        return last
    return min(int(text), last if over else last + 1)


def _about(case: _Case) -> dict[str, Any]:
    """Return what stands at the head of the page."""
    game = case.picture.table.game
    return {
        "match": case.match,
        "game": game,
        "game_name": game.name.to(words.language()),
        "versus": versus(sides_of(case.match, case.picture.faces)),
        "room": case.picture.about.back,
        "status": words.status_text(case.picture),
    }


def _steps(case: _Case) -> dict[str, Any]:
    """Return which action it is, and where one can go from here."""
    ply, last = case.scene.ply, case.replay.last
    return {
        "ply": ply,
        "last": last,
        "branch": case.replay.branch.number if case.replay.is_void else None,
        "to_come": case.scene.after is None,
        "previous": ply - 1 if ply > 0 else None,
        "next": ply + 1 if ply < last + (not case.is_final) else None,
        "sight": _sight_name(case.sight),
        "query": _query(case.sight),
        "query_here": _query(case.sight, case.replay),
        "sights": _sights(case.picture.faces, open_=case.open_),
    }


def _record(case: _Case) -> dict[str, Any]:
    """Return the timeline, what it says of the action, and what was tried in vain before it."""
    tried = attempts_of(case.match, case.user_id)
    marks = timeline(case.match, case.events, case.sight, case.names, tried)
    return {
        "marks": marks,
        "may_reverse": frozenset(mark.seq for mark in marks if mark.can_be_reversed and _may_reverse(case, mark)),
        "here": _said(marks, case.scene.ply, case.replay),
        "tried": [(one, case.names[one.seat]) for one in before_ply(tried, case.scene.ply)],
    }


def _may_reverse(case: _Case, mark: Mark) -> bool:
    own = mark.ruling is not None and mark.ruling.by_user_id == case.user_id
    return own or case.found.role.can_reverse


def _facts(case: _Case) -> dict[str, Any]:
    """Return the boards, and what bears on the action besides."""
    shown, names = case.scene, case.names
    before, after = shown.boards(case.sight)
    connected = bands(
        case.match,
        names,
        from_ms=case.picture.table.started_at_ms or case.match.created_at_ms,
        to_ms=case.match.ended_at_ms or max(now.now_ms(), shown.at_ms),
        at_ms=shown.at_ms,
    )
    return {
        "boards": [*_board(before, "before"), *_board(after, "after")],
        "cards": _cards(before or after),
        "choices": None if shown.choices is None else [(choice, names[choice.seat]) for choice in shown.choices],
        "account": shown.account,
        "bands": connected,
        "band_width": WIDTH,
    }


def _said(marks: Sequence[Mark], ply: int, replay: Replay) -> list[Mark]:
    """Return what stands in the log of an action of a branch."""
    return [mark for mark in marks if mark.ply == ply and mark.seq is not None and mark.seq in replay.path]


def _look(case: _Case) -> dict[str, Any]:
    """Return what concerns looking behind the screen: whether one may, why not, and who has."""
    why_not, can_look = looking.why_not(case.match), case.found.role.can_look
    says_why = why_not == "look_never" or not can_look
    return {
        "looks": looking.looks_of(case.match),
        "may_look": can_look and not why_not and not case.open_,
        "why_not_look": sentence(why_not or "may_not_look") if says_why else "",
    }


def _sight_name(sight: Sight) -> str:
    return "public" if sight is None else str(sight)


def _query(sight: Sight, replay: Replay | None = None) -> str:
    """Return what follows the number of an action in an address, so that a step keeps the eyes and the branch."""
    kept: dict[str, Any] = {} if sight is None else {"sight": _sight_name(sight)}
    if replay is not None and replay.is_void:
        kept["branch"] = replay.branch.number
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
