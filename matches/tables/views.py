"""Pages of free tables: the list, opening one, the table itself with everything that can be done at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from gameengine.core.errors import Refusal
from gameengine.games.registry import GAMES, HOSTED
from gameengine.table import load
from matches.access import Principal, principal_of_request, seat_of
from matches.errors import MatchError, sentence
from matches.guests import Person, known_name, person_here
from matches.models import Match
from matches.tables import pages, services
from matches.tables.forms import NameForm, TableForm
from matches.tables.models import FreeTable
from matches.tables.selectors import (
    current_match,
    games_running,
    series_of,
    table_of_key,
    table_shown_to,
    tables_of,
    tables_open,
)
from matches.views.games import game_entry, game_or_404
from matches.words import LEVELS

SESSION_KEYS: Final = "table_keys"
"""Key of the session under which the links of tables lie that this browser has opened."""

_KEYS_KEPT: Final = 20
_MOST_LISTED: Final = 100
_MOST_WATCHED: Final = 20
_SEAT_TEXT: Final = 3

State = FreeTable.State
Act = Callable[[], object]


class PageRequest(HttpRequest):
    """A request that htmx may have sent, as its middleware hands it on."""

    htmx: HtmxDetails


# the list


@require_safe
@never_cache
@ensure_csrf_cookie
def tables(request: PageRequest) -> HttpResponse:
    """Show the tables at which one sits, those at which one may sit down, and the games that can be watched."""
    key = request.GET.get("game", "")
    chosen = key if key in HOSTED else ""
    template = "tables/list.html#tables" if request.GET.get("part") == "tables" else "tables/list.html"
    return render(request, template, {"now": partial(_listed, request, chosen), **_choice(chosen)})


def _choice(chosen: str) -> dict[str, Any]:
    games = [(game.key, game_entry(game)["name"]) for game in HOSTED.values()]
    return {
        "games": games,
        "chosen": chosen,
        "game": dict(games).get(chosen, ""),
        "open_url": reverse("table-new-game", args=[chosen]) if chosen else reverse("table-new"),
    }


def _listed(request: PageRequest, game: str) -> dict[str, Any]:
    by = principal_of_request(request)
    own = [pages.table_line(table, by) for table in tables_of(by)]
    mine = {line.id for line in own}
    found = tables_open(game).exclude(pk__in=mine)[:_MOST_LISTED]
    return {
        "own": own,
        "open": [pages.table_line(table, by) for table in found],
        "watch": [pages.watch_line(one) for one in games_running(game)[:_MOST_WATCHED]],
        "name": known_name(request),
    }


# opening


@require_safe
def new(request: PageRequest) -> HttpResponse:
    """Choose what is to be played."""
    return render(request, "tables/new.html", {"games": [game_entry(game) for game in HOSTED.values()]})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_game(request: PageRequest, key: str) -> HttpResponse:
    """Open a table for a game."""
    if key not in HOSTED:
        raise Http404(f"{key!r} is not played at free tables")
    game, name = game_or_404(key), known_name(request)
    sent = request.POST if request.method == "POST" else (request.GET if "part" in request.GET else None)
    form = TableForm(game, sent, name=name, content=request.GET.get("content", ""))
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            opened = _opened(request, form)
            if opened is not None:
                return _go_on(request, opened)
            status = 409
    template = "tables/open.html#places" if request.htmx else "tables/open.html"
    return render(request, template, {"form": form, "game": game_entry(game)}, status=status)


def _opened(request: PageRequest, form: TableForm) -> FreeTable | None:
    """Return the new table; what is refused is told in the form."""
    person = person_here(request, form.cleaned_data.get("name", ""))
    try:
        spec = form.cleaned_data["spec"]
        return services.table_open(by=principal_of_request(request), person=person, spec=spec)
    except (MatchError, Refusal) as refusal:
        form.add_error(_FIELDS.get(refusal.code), sentence(refusal.code, form.game.key))
        return None


_FIELDS: Final = {
    "bad_seats": "seats",
    "own_seat_missing": "place-0",
    "own_seat_twice": "place-0",
    "untimed_listed": "clock",
}
"""Where the form tells what."""


# the table


@require_safe
@never_cache
@sensitive_variables("key")
def link(request: PageRequest, key: str) -> HttpResponse:
    """Remember that this browser has the link of a table, and go there."""
    table = table_of_key(key)
    kept = [one for one in request.session.get(SESSION_KEYS, ()) if one != key]
    request.session[SESSION_KEYS] = [*kept, key][-_KEYS_KEPT:]
    return redirect("table", table.pk)


@require_safe
@never_cache
@ensure_csrf_cookie
def table(request: PageRequest, table_id: str) -> HttpResponse:
    """Show a table. Parts that fetch themselves anew lead its players to the board when a game begins."""
    found = _shown(request, table_id)
    if request.GET.get("part") == "table":
        return _led_to_board(request, found) or render(request, "tables/table.html#table", _context(request, found))
    return render(request, "tables/table.html", _context(request, found))


@require_safe
@never_cache
def series(request: PageRequest, table_id: str) -> HttpResponse:
    """Return what stands of the series on the page of a match: the score, and whether to play again."""
    found = _shown(request, table_id)
    return _led_to_board(request, found) or render(request, "tables/_series.html", _context(request, found))


def _shown(request: PageRequest, table_id: str) -> FreeTable:
    by = principal_of_request(request)
    found = table_shown_to(by, table_id, request.session.get(SESSION_KEYS, ()))
    services.table_seen(table=found, by=by)
    return found


def _led_to_board(request: PageRequest, found: FreeTable) -> HttpResponse | None:
    """Return the way to a match that waits for the asker to be ready; None where there is none."""
    match = current_match(found)
    if match is None or match.status != Match.Status.WAITING:
        return None
    seat = seat_of(principal_of_request(request), match)
    board = reverse("match", args=[match.pk])
    # The page of the match itself holds a part of this one.
    if seat is None or load(match.table).ready[seat] or request.htmx.current_url_abs_path == board:
        return None
    return HttpResponseClientRedirect(board)


def _context(request: PageRequest, found: FreeTable, error: str = "") -> dict[str, Any]:
    by = principal_of_request(request)
    line = pages.table_line(found, by)
    own = next((seat for seat in line.seats if seat.own), None)
    played = series_of(found)
    last = played.last
    return {
        "line": line,
        "table": found,
        "own": own,
        "is_host": own is not None and own.host,
        "rules": pages.rules_words(found),
        "series": pages.series_lines(played),
        "scores": pages.score_lines(played.scores),
        "last": pages.result_word(last) if last and last.outcome else "",
        "match": current_match(found),
        "asks": [seat for seat in line.seats if seat.again],
        "waited_for": [seat.name for seat in line.seats if not (seat.again or seat.bot or seat.free)],
        "enough": pages.enough(found),
        "levels": [(level, LEVELS.get(level, level)) for level in GAMES[found.game].bots],
        "closed_because": pages.CLOSED_BECAUSE.get(found.closed_because, ""),
        "link": request.build_absolute_uri(reverse("table-link", args=[found.key])),
        "name": known_name(request),
        "name_form": NameForm(auto_id="join-%s"),
        "error": error,
        "feed": f"/ws/{found.room}/",
    }


# what can be done


@require_POST
def join(request: PageRequest, table_id: str) -> HttpResponse:
    """Sit down."""
    found = _shown(request, table_id)
    person = _person(request)
    if person is None:
        return _refused(request, found, "guest_name_missing")
    by, seat = principal_of_request(request), _seat(request)
    return _done(
        request,
        found,
        lambda: services.table_join(table_id=found.pk, by=by, person=person, seat=seat, key=found.key),
    )


def _person(request: PageRequest) -> Person | None:
    """Return who sits down; None if a guest has not given a name."""
    if known_name(request):
        return person_here(request)
    form = NameForm(request.POST)
    return person_here(request, form.cleaned_data["name"]) if form.is_valid() else None


def _seat(request: PageRequest) -> int | None:
    """Return the seat that a form names; -1, which no table has, for what is no number."""
    given = request.POST.get("seat", "")
    if not given:
        return None
    return int(given) if given.isdecimal() and len(given) < _SEAT_TEXT else -1


@require_POST
def leave(request: PageRequest, table_id: str) -> HttpResponse:
    """Stand up; whoever does is back at the list."""
    found = _shown(request, table_id)
    return _done(request, found, _by(request, services.table_leave, found), then="tables")


@require_POST
def close(request: PageRequest, table_id: str) -> HttpResponse:
    """Close the table."""
    found = _shown(request, table_id)
    return _done(request, found, _by(request, services.table_close, found), then="tables")


@require_POST
def start(request: PageRequest, table_id: str) -> HttpResponse:
    """Begin with those who are there."""
    found = _shown(request, table_id)
    return _done(request, found, _by(request, services.table_start, found))


@require_POST
def reopen(request: PageRequest, table_id: str) -> HttpResponse:
    """Wait for others after a game."""
    found = _shown(request, table_id)
    return _done(request, found, _by(request, services.table_reopen, found))


@require_POST
def seat(request: PageRequest, table_id: str) -> HttpResponse:
    """Change the own seat, give one to the computer, or make one free."""
    found = _shown(request, table_id)
    number, act = _seat(request), request.POST.get("act", "")
    number = -1 if number is None else number
    if act == "bot":
        given = _by(request, services.seat_give, found, seat=number, level=request.POST.get("level", ""))
        return _done(request, found, given)
    use_case = services.seat_free if act == "remove" else services.seat_move
    return _done(request, found, _by(request, use_case, found, seat=number))


@require_POST
def again(request: PageRequest, table_id: str) -> HttpResponse:
    """Offer another game, accept it, decline it, or take the offer back."""
    found = _shown(request, table_id)
    answers: dict[str, services.Answer] = {"yes": "yes", "no": "no", "back": "back"}
    answer = answers.get(request.POST.get("answer", ""), "back")
    return _done(request, found, _by(request, services.table_again, found, answer=answer))


def _by(request: PageRequest, use_case: Callable[..., object], found: FreeTable, **about: Any) -> Act:
    by: Principal = principal_of_request(request)
    return lambda: use_case(table_id=found.pk, by=by, **about)


def _done(request: PageRequest, found: FreeTable, act: Act, then: str = "") -> HttpResponse:
    """Do it, and show what has come of it; a refusal stands on the table's page."""
    try:
        act()
    except MatchError as refusal:
        return _refused(request, found, refusal.code)
    return redirect(then) if then else _go_on(request, found)


def _go_on(request: PageRequest, found: FreeTable) -> HttpResponse:
    """Return the way to the board if a game has begun for the asker, else to the table."""
    found = table_shown_to(principal_of_request(request), found.pk, [found.key])
    on = _led_to_board(request, found)
    if request.htmx:
        return on or render(request, "tables/_series.html", _context(request, found))
    return redirect(on["HX-Redirect"]) if on else redirect("table", found.pk)


def _refused(request: PageRequest, found: FreeTable, code: str) -> HttpResponse:
    """Return the table as it is now, with the reason; a part of a page only shows how it is."""
    found = table_shown_to(principal_of_request(request), found.pk, [found.key])
    context = _context(request, found, sentence(code, found.game))
    if request.htmx:
        return render(request, "tables/_series.html", context)
    return render(request, "tables/table.html", context, status=400 if code == "guest_name_missing" else 409)
