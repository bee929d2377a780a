"""The replay: the page, one frame per ply, and the log as a file."""

from __future__ import annotations

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
from gameengine.table import Table, load
from matches import now, parts, words
from matches.access import disputing, principal_of_request
from matches.asking import asked
from matches.desk.looking import looks_told
from matches.models import Match
from matches.moves import items, markup
from matches.picture import MatchPicture, picture
from matches.replaying import ALL, Sight, board_at, seen, seen_of, sight_of, stop_at
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
    last = found.match.ply
    ply = min(_number(request.GET.get("ply"), last), last)
    context = _context(found.match, sight, ply, last)
    context["disputing"] = disputing(principal_of_request(request), found.match)
    return render(request, "matches/replay.html", context)


def _context(match: Match, sight: Sight, ply: int, last: int) -> dict[str, Any]:
    shown = _picture(match, load(match.table))
    top, bottom = seat_order(shown.faces, sight if isinstance(sight, int) else None)
    here = _frame(match, sight, ply)
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
        "frame_url": f"frames/PLY/?view={_view_name(sight)}&lang={words.language()}&seq={match.seq}",
        "top": [here["parts"][f"clock-{seat}"] for seat in top],
        "bottom": [here["parts"][f"clock-{seat}"] for seat in bottom],
        "moves": "".join(markup(item, "") for item in items(_log(match, sight), shown.table.game, _names(shown))),
        "result": words.result_text(shown) if shown.status == "over" else "",
        "reason": words.result_reason(shown),
        "score": words.score_text(shown),
        "room": shown.about.back,
        "at_table": shown.about.at_table,
        "over": match.status == Match.Status.OVER,
        "looks": looks_told(match),
    }


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
        response = JsonResponse(_kept_frame(found.match, sight, ply, language))
    if found.match.status == Match.Status.OVER:
        patch_cache_control(response, private=True, max_age=KEEP_S)
    return response


def _kept_frame(match: Match, sight: Sight, ply: int, language: str) -> dict[str, Any]:
    """Return the frame; those of finished matches never change and are kept for a while."""
    if match.status != Match.Status.OVER:
        return _frame(match, sight, ply)
    key = f"replay/{match.pk}/{match.seq}/{_view_name(sight)}/{ply}/{language}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        kept = _frame(match, sight, ply)
        cache.set(key, kept, KEEP_S)
    return kept


def _frame(match: Match, sight: Sight, ply: int) -> dict[str, Any]:
    stop = stop_at(match, ply)
    board = board_at(stop, sight)
    shown = _picture(match, stop.table)
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
