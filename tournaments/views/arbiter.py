"""The arbiters' desk: what needs one of them, all boards at a glance, and rulings with a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, TypeAlias

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from gameengine.board.svg import render as draw
from gameengine.games.registry import HOSTED
from matches import now
from matches import services as services_of_matches
from matches.errors import MatchError
from matches.ids import new_id
from matches.models import Call, Match
from matches.moves import items
from matches.parts import trays_part
from matches.viewing import match_view
from matches.views.page import rulings
from matches.views.rulings import ruling_forms
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.forms.rulings import BoardsRulingForm, RoundRulingForm
from tournaments.impartial import why_partial
from tournaments.models import PairingMatch, Round
from tournaments.pages import boards, desk, glance, whole_rounds, words
from tournaments.pages.when import moment
from tournaments.permissions import Capability, Right
from tournaments.selectors.boards import games_by_id, live_games, public_games
from tournaments.selectors.glance import watched
from tournaments.selectors.queue import arbiter_queue, queue_item
from tournaments.services import RoundReport
from tournaments.urgency import HOLD_MS
from tournaments.views.common import Here, act, both, done, page, refused, show
from tournaments.views.console.second import waiting_here

Form: TypeAlias = BoardsRulingForm | RoundRulingForm

LAST_LINES: Final = 12
"""So many lines of a match are shown beside its board."""


@page
def arbiter(here: Here) -> HttpResponse:
    """Show the queue and the boards."""
    _guard(here)
    queue = cache(lambda: _queue(here))
    context = {
        "queue": queue,
        "boards": lambda: glance.glances(watched(live_games(here.tournament))),
        "board": lambda: _one_board(here),
        "taken": lambda: sum(line.taken is not None for line in queue()),
        "rounds": cache(lambda: _running_rounds(here)),
        "waiting": lambda: waiting_here(here),
        "key": new_id(),
    }
    return show(here, "tournaments/arbiter.html", context)


def _guard(here: Here) -> None:
    """Raise NotAllowedError for whoever is no arbiter."""
    here.require(Capability.RULE, Right.DECIDE)


def _queue(here: Here) -> list[desk.Line]:
    make = partial(desk.line, at_ms=now.now_ms(), user_id=here.actor.user_id, tournament=here.tournament)
    return [make(item) for item in arbiter_queue(here.tournament)]


def _one_board(here: Here) -> list[glance.Board]:
    """Return the one board that is asked for, if it is a public one of this tournament."""
    return glance.glances(watched(public_games(here.tournament, match_id=here.request.GET.get("match", ""))))


@act
def take(here: Here, item: str) -> HttpResponse:
    """Take an item of the queue, for some minutes; `over` names from whom, where a colleague has it."""
    _guard(here)
    found, over = queue_item(here.tournament, item), here.request.POST.get("over", "")
    held_by = int(over) if over.isascii() and over.isdigit() else None
    services.queue_take(tournament=here.tournament, item=found, by=here.actor, over=held_by)
    kept = _("It is yours for %(minutes)s minutes, or until you give it back.") % {"minutes": HOLD_MS // 60_000}
    return done(here, kept, desk.url(found.subject, here.tournament.slug))


@act
def release(here: Here, item: str) -> HttpResponse:
    """Give an item back: a colleague may take it."""
    _guard(here)
    services.queue_release(tournament=here.tournament, item=queue_item(here.tournament, item), by=here.actor)
    return done(here, _("You have given it back."), _desk_url(here))


@act
def close(here: Here, call_id: str) -> HttpResponse:
    """Close a call with a decision in words."""
    call = _call(here, call_id)
    services.call_decide(call_id=call.pk, by=here.actor, decision=here.request.POST.get("decision", "")[:2000])
    return done(here, _("The call is closed."), _desk_url(here))


def _call(here: Here, call_id: str) -> Call:
    """Return a call of this tournament. Raises MatchError `no_call`."""
    found = Call.objects.filter(pk=call_id, match__pairing_match__pairing__stage__tournament=here.tournament).first()
    if found is None:
        raise MatchError("no_call")
    return found


@both
def several(here: Here) -> HttpResponse:
    """Pause, resume, or give time to the chosen matches, and show board by board what became of it."""
    _guard(here)
    if here.sent is None:
        return redirect(_desk_url(here))
    chosen = here.sent.getlist("match")
    if not chosen:
        return refused(here.request, TournamentError("bad_value", _("choose at least one match")), _desk_url(here))
    form = BoardsRulingForm(here.sent)
    return _ruled(here, form, lambda: form.carry_out(here.tournament, chosen, here.actor))


def _ruled(here: Here, form: Form, carry_out: Callable[[], Sequence[RoundReport]]) -> HttpResponse:
    """Show what became of a ruling on several boards, or go back with what is wrong about it."""
    try:
        if not form.is_valid():
            raise TournamentError("bad_value", form.wrong)
        reports = carry_out()
    except (NotAllowedError, NotFoundError):
        raise
    except TournamentError as refusal:
        return refused(here.request, refusal, _desk_url(here))
    context = {"title": whole_rounds.title(reports), "parts": whole_rounds.parts(reports)}
    return show(here, "tournaments/round_ruling.html", context)


# all boards of a round


def _running_rounds(here: Here) -> list[dict[str, Any]]:
    """Return the rounds that are played, each with the pause in which all its boards stand, if there is one."""
    running = Round.objects.filter(stage__tournament=here.tournament, state=Round.State.RUNNING)
    at_ms = now.now_ms()
    found = []
    for round_ in running.select_related("stage").prefetch_related("pauses"):
        pause = next((one for one in round_.pauses.all() if one.holds(at_ms)), None)
        goes_on = moment(pause.resumes_at_ms, here.tournament.zone) if pause else None
        found.append({"round": round_, "name": words.round_name(round_), "pause": pause, "goes_on": goes_on})
    return found


@both
def whole_round(here: Here, round_id: str) -> HttpResponse:
    """Rule on all boards of a round at once, and show board by board what became of it."""
    here.require(Capability.RULE_ROUND, Right.DECIDE)
    round_ = Round.objects.filter(pk=round_id, stage__tournament=here.tournament).first()
    if round_ is None:
        raise NotFoundError("no_such_round")
    if here.sent is None:
        return redirect(_desk_url(here))
    form = RoundRulingForm(here.tournament.zone, here.sent)
    return _ruled(here, form, lambda: [form.carry_out(round_.pk, here.actor)])


@both
def everywhere(here: Here) -> HttpResponse:
    """Pause all boards of all rounds, or let them go on, and show round by round what became of it."""
    here.require(Capability.RULE_ROUND, Right.DECIDE)
    if here.sent is None:
        return redirect(_desk_url(here))
    form = RoundRulingForm(here.tournament.zone, here.sent)
    return _ruled(here, form, lambda: form.carry_out_everywhere(here.tournament, here.actor))


def _desk_url(here: Here) -> str:
    return reverse("arbiter", args=[here.tournament.slug])


# one board


@both
def board(here: Here, match_id: str) -> HttpResponse:
    """Show one match to an arbiter: the public's view, its calls, its rulings, and what can be ruled now."""
    _guard(here)
    return _show(here, _game(here, match_id))


def _game(here: Here, match_id: str) -> PairingMatch:
    """Return the place of a match in this tournament. Raises NotFoundError `no_such_pairing`."""
    ids = PairingMatch.objects.filter(match=match_id, pairing__stage__tournament=here.tournament)
    found = games_by_id(ids.values_list("pk", flat=True))
    if not found:
        raise NotFoundError("no_such_pairing")
    return found[0]


def _show(here: Here, game: PairingMatch) -> HttpResponse:
    match = Match.objects.prefetch_related("seats").get(pk=game.match_id)
    view = match_view(match, None)
    code = why_partial(here.actor, game.pairing)
    queue = [line for line in _queue(here) if line.match_id == match.pk]
    context: dict[str, Any] = {
        "match": match,
        "hint": f"match-{match.pk}",
        "pairing": game.pairing,
        "round_name": words.round_name(game.pairing.round),
        "tile": boards.tiles([game])[0],
        "svg": draw(view.picture.board, words.language()),
        "trays": trays_part(view.picture.board.trays),
        "lines": items(view.lines, view.picture.table.game, [face.name for face in view.picture.faces])[-LAST_LINES:],
        "queue": queue,
        "rulings": rulings(view),
        "forms": [] if code else ruling_forms(view.picture),
        "kept": {"next": _board_url(here, match.pk)},
        "why_not": NotAllowedError(code).message if code else "",
        "code": "" if code or not _takes_over(match) else services_of_matches.board_code(match_id=match.pk),
    }
    return show(here, "tournaments/arbiter_board.html", context)


def _takes_over(match: Match) -> bool:
    """Tell whether there is a clock that a device can still take over."""
    return match.game not in HOSTED and match.status != Match.Status.OVER


@page
def codes(here: Here, round_id: str) -> HttpResponse:
    """Show the codes of the real boards of a round for print; those at which the arbiter has no say are left out."""
    _guard(here)
    round_ = Round.objects.select_related("stage").filter(pk=round_id, stage__tournament=here.tournament).first()
    if round_ is None:
        raise NotFoundError("no_such_round")
    games = PairingMatch.objects.filter(pairing__round=round_, end="").select_related(
        "match", "pairing__entry_0", "pairing__entry_1"
    )
    shown = [_code(here, game) for game in games.order_by("pairing__board") if _is_shown(here, game)]
    return show(here, "tournaments/arbiter_codes.html", {"round_name": words.round_name(round_), "codes": shown})


def _is_shown(here: Here, game: PairingMatch) -> bool:
    return not why_partial(here.actor, game.pairing) and _takes_over(game.match)


def _code(here: Here, game: PairingMatch) -> dict[str, Any]:
    address = here.request.build_absolute_uri(reverse("match-take", args=[game.match_id]))
    names = [entry.name for entry in game.pairing.entries if entry]
    code = services_of_matches.board_code(match_id=game.match_id)
    return {"board": game.pairing.board, "names": names, "code": code, "address": address}


@act
def new_code(here: Here, match_id: str) -> HttpResponse:
    """Make a new code for a board: what the old one has opened is closed."""
    _guard(here)
    game = _game(here, match_id)
    services.board_code_replace(match_id=game.match_id, by=here.actor)
    return done(here, _("The board has a new code. What the old one had opened is closed."), _board_url(here, match_id))


def _board_url(here: Here, match_id: str) -> str:
    return reverse("arbiter-board", args=[here.tournament.slug, match_id])
