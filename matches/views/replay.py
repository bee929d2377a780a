"""The replay: the page, one frame per ply, and what can be taken away: the log, the moves, a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from gameengine.board.svg import facts_markup
from gameengine.board.svg import render as draw
from gameengine.table import Table
from matches import now, parts, words
from matches.access import disputing, principal_of_request
from matches.asking import asked
from matches.errors import MatchError
from matches.looking import looks_told
from matches.marking import marks
from matches.models import Match
from matches.moves import list_markup
from matches.notation import moves_text, standalone
from matches.picture import MatchPicture, picture
from matches.replaying import ALL, Replay, Sight, board_at, replay_of, seen, seen_of, sight_of
from matches.selectors import match_record
from matches.showing import last_text
from matches.store.read import events_after
from matches.viewing import about as about_match
from matches.viewing import faces
from matches.views.page import seat_order

KEEP_S: Final = 3600
LANGUAGES: Final = ("en", "de")


@require_safe
@gzip_page
def match_replay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match ply by ply."""
    found = asked(request, match_id)
    sight = sight_of(request.GET.get("view", ""), found.role.seat, found.match)
    shown = replay_of(found.match, _branch(request))
    ply = min(_number(request.GET.get("ply"), shown.last), shown.last)
    context = _context(shown, sight, ply)
    context["disputing"] = disputing(principal_of_request(request), found.match)
    return render(request, "matches/replay.html", context)


def _branch(request: HttpRequest) -> int | None:
    """Return which branch is asked for, None for the one that counts. Raises MatchError `bad_command`."""
    text = request.GET.get("branch", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 4:
        raise MatchError("bad_command")
    return int(text)


def _context(replay: Replay, sight: Sight, ply: int) -> dict[str, Any]:
    match, last = replay.match, replay.last
    shown = _picture(match, replay.final)
    top, bottom = seat_order(shown.faces, sight if isinstance(sight, int) else None)
    here, names = _frame(replay, sight, ply), _names(shown)
    log = _log(match, sight)
    lines = [(seq, line) for seq, line in log if seq in replay.path]
    branch = f"&branch={replay.branch.number}" if replay.is_void else ""
    return {
        "match": match,
        "versus": words.versus(shown),
        "title": _("Replay") + f" – {words.versus(shown)}",
        "game": shown.table.game,
        "game_name": shown.table.game.name.to(words.language()),
        "frame": here,
        "ply": ply,
        "last": last,
        "back": max(0, ply - 1),
        "forward": min(last, ply + 1),
        "view": _view_name(sight),
        "views": _views(shown) if match.status == Match.Status.OVER else [],
        "branch": replay.branch.number if replay.is_void else None,
        "branches": _branches(replay, dict(log), names),
        "voided_by": words.line_text(dict(log)[replay.branch.ended_by], names) if replay.branch.ended_by else "",
        "marks": marks(match, lines, names, last),
        "frame_url": f"frames/PLY/?view={_view_name(sight)}{branch}&lang={words.language()}&seq={match.seq}",
        "top": [here["parts"][f"clock-{seat}"] for seat in top],
        "bottom": [here["parts"][f"clock-{seat}"] for seat in bottom],
        "moves": list_markup(lines if replay.is_void else log, shown.table.game, names, ""),
        "result": words.result_text(shown) if shown.status == "over" else "",
        "reason": words.result_reason(shown),
        "score": words.score_text(shown),
        "room": shown.about.back,
        "at_table": shown.about.at_table,
        "over": match.status == Match.Status.OVER and not replay.is_void,
        "looks": looks_told(match),
    }


def _branches(replay: Replay, lines: dict[int, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the lines of play among which one may choose: what counts first, then what was voided."""
    if len(replay.branches.all) == 1:
        return []
    counting = replay.branches.counting
    void = [
        {
            "number": branch.number,
            "text": words.line_text(lines[branch.ended_by], names),
            "is_here": branch == replay.branch,
        }
        for branch in replay.branches.all
        if branch.ended_by is not None
    ]
    return [{"number": None, "text": _("What counts"), "is_here": replay.branch == counting}, *void]


def _names(shown: MatchPicture) -> list[str]:
    return [face.name for face in shown.faces]


def _views(shown: MatchPicture) -> list[tuple[str, str]]:
    """Return the views among which one may choose, with their names."""
    seats = [(str(face.seat), face.name) for face in shown.faces]
    return [("public", _("as spectators saw it")), *seats, (ALL, _("everything"))]


def _view_name(sight: Sight) -> str:
    return "public" if sight is None else str(sight)


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else default


@require_safe
@gzip_page
def replay_frame(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Return one place of the replay as a frame for the page's script."""
    found = asked(request, match_id)
    sight = sight_of(request.GET.get("view", ""), found.role.seat, found.match)
    wanted = request.GET.get("lang", "")
    language = wanted if wanted in LANGUAGES else words.language()
    with translation.override(language):
        response = JsonResponse(_kept_frame(found.match, _branch(request), sight, ply, language))
    if found.match.status == Match.Status.OVER:
        patch_cache_control(response, private=True, max_age=KEEP_S)
    return response


def _kept_frame(match: Match, branch: int | None, sight: Sight, ply: int, language: str) -> dict[str, Any]:
    """Return the frame; those of finished matches never change and are kept for a while."""
    if match.status != Match.Status.OVER:
        return _frame(replay_of(match, branch), sight, ply)
    key = f"replay/{match.pk}/{match.seq}/{branch}/{_view_name(sight)}/{ply}/{language}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        kept = _frame(replay_of(match, branch), sight, ply)
        cache.set(key, kept, KEEP_S)
    return kept


def _frame(replay: Replay, sight: Sight, ply: int) -> dict[str, Any]:
    stop = replay.at(ply)
    board = board_at(stop, sight)
    shown = _picture(replay.match, stop.table)
    facts = facts_markup(board, words.language(), name="facts-list")
    clocks = {f"clock-{clock.index}": clock for clock in parts.clocks(shown, stop.table.at_ms)}
    return {
        "ply": stop.ply,
        "svg": draw(board, words.language()),
        "parts": {
            "facts": f'<div id="facts">{facts}</div>',
            parts.PANELS: parts.panels_markup(board),
            parts.TRAYS: parts.trays_part(board.trays),
            **{name: parts.clock_markup(clock) for name, clock in clocks.items()},
        },
        "clk": {**parts.clk(shown, now.now_ms()), "deadline_ms": None},
        "say": last_text(shown, seen_of(stop, sight)),
    }


def _picture(match: Match, table: Table) -> MatchPicture:
    """Return the public picture of a table: names, clocks and result; the board is drawn as it was looked at."""
    return picture(table, None, about=about_match(match), faces=faces(match), seq=match.seq)


def _log(match: Match, sight: Sight) -> list[tuple[int, Any]]:
    events = [event for event in events_after(match.pk, 0) if event.seq <= match.seq]
    lines = seen([event.line for event in events], sight)
    return [(event.seq, line) for event, line in zip(events, lines, strict=True)]


@require_safe
def match_log(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the log as a file of JSON lines; its proof is in it once the match is over."""
    match = asked(request, match_id).match
    response = HttpResponse(match_record(match), content_type="application/x-ndjson; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{match.pk}.jsonl"'
    return response


@require_safe
def match_moves(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the moves that count as a text: the game, who played, each action in the game's notation, the result."""
    found = asked(request, match_id)
    sight = sight_of(request.GET.get("view", ""), found.role.seat, found.match)
    shown = replay_of(found.match, _branch(request))
    lines = [(seq, line) for seq, line in _log(found.match, sight) if seq in shown.path]
    text = moves_text(_picture(found.match, shown.final), lines, found.match)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{match_id}.txt"'
    return response


@require_safe
def match_position(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Return the board after a ply as a picture that stands alone."""
    found = asked(request, match_id)
    sight = sight_of(request.GET.get("view", ""), found.role.seat, found.match)
    stop = replay_of(found.match, _branch(request)).at(ply)
    drawn = standalone(draw(board_at(stop, sight), words.language()))
    response = HttpResponse(drawn, content_type="image/svg+xml")
    # Styles lie in the file: a page of ours would refuse them, a file that is opened takes them.
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{match_id}-{stop.ply}.svg"'
    return response
