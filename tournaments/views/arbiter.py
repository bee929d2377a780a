"""The arbiters' desk: what needs one of them, all boards at a glance, and rulings with a reason."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from gameengine.board.svg import render as draw
from gameengine.games.registry import HOSTED
from matches import now
from matches import services as services_of_matches
from matches.errors import MatchError
from matches.ids import new_id
from matches.models import Call, Match
from matches.parts import trays_part
from matches.rows import Ack
from matches.viewing import match_view
from matches.views.page import rulings
from matches.views.rulings import RulingForm, form_of, ruling_forms
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.forms.rulings import RoundRulingForm
from tournaments.models import PairingMatch, Round
from tournaments.pages import boards, desk, whole_rounds, words
from tournaments.pages.when import moment
from tournaments.permissions import Capability, Right
from tournaments.selectors.boards import games_by_id, live_games
from tournaments.selectors.queue import arbiter_queue
from tournaments.views.common import Here, act, both, done, page, refused, show, words_of
from tournaments.views.public import one_tile

MOST_SECONDS: Final = 24 * 3600


@page
def arbiter(here: Here) -> HttpResponse:
    """Show the queue and the boards."""
    _guard(here)
    queue = cache(lambda: _queue(here))
    context = {
        "queue": queue,
        "tiles": lambda: boards.tiles(live_games(here.tournament)),
        "tile": lambda: one_tile(here, with_board=False),
        "taken": lambda: sum(bool(line.taken_by) for line in queue()),
        "rounds": lambda: _running_rounds(here),
        "key": new_id(),
    }
    return show(here, "tournaments/arbiter.html", context)


def _guard(here: Here) -> None:
    """Raise NotAllowedError for whoever is no arbiter."""
    here.require(Capability.RULE, Right.DECIDE)


def _queue(here: Here) -> list[desk.Line]:
    at_ms, user_id, zone = now.now_ms(), here.actor.user_id, here.tournament.zone
    return [desk.line(item, at_ms=at_ms, user_id=user_id, zone=zone) for item in arbiter_queue(here.tournament)]


@act
def take(here: Here, call_id: str) -> HttpResponse:
    """Take a call into one's own hands."""
    call = services.call_take_up(call_id=_call(here, call_id).pk, by=here.actor)
    return done(here, _("The call is yours."), _board_url(here, call.match_id))


@act
def close(here: Here, call_id: str) -> HttpResponse:
    """Close a call with a decision in words."""
    call = _call(here, call_id)
    services.call_decide(call_id=call.pk, by=here.actor, decision=here.request.POST.get("decision", "")[:2000])
    return done(here, _("The call is closed."), reverse("arbiter", args=[here.tournament.slug]))


def _call(here: Here, call_id: str) -> Call:
    """Return a call of this tournament. Raises MatchError `no_call`."""
    found = Call.objects.filter(pk=call_id, match__pairing_match__pairing__stage__tournament=here.tournament).first()
    if found is None:
        raise MatchError("no_call")
    return found


@act
def several(here: Here) -> HttpResponse:
    """Pause, resume, or give time to the chosen matches."""
    posted = here.request.POST
    what, reason = posted.get("act", ""), posted.get("reason", "")[:300]
    chosen = _chosen(here, posted.getlist("match"))
    if not chosen:
        raise TournamentError("bad_value", _("choose at least one match"))
    texts = _texts(what, posted.get("seconds", ""))
    return _said(here, [_rule(here, match_id, text, reason) for match_id in chosen for text in texts])


def _chosen(here: Here, ids: list[str]) -> list[str]:
    """Return the ids that are matches of this tournament."""
    mine = PairingMatch.objects.filter(match__in=ids, pairing__stage__tournament=here.tournament)
    return list(mine.values_list("match_id", flat=True))


def _texts(what: str, seconds: str) -> list[str]:
    """Return the rulings of a button, in the table's words."""
    if what in ("pause", "unpause"):
        return [what]
    if what != "add-time" or not (seconds.isascii() and seconds.isdigit() and 0 < int(seconds[:6]) <= MOST_SECONDS):
        raise TournamentError("bad_value", _("seconds"))
    return [f"add-time all {int(seconds) * 1000}"]


def _rule(here: Here, match_id: str, text: str, reason: str) -> Ack:
    """Return the answer to a ruling; an own match is left out rather than stopping the others."""
    try:
        return services.match_ruling(match_id=match_id, by=here.actor, text=text, reason=reason)
    except TournamentError as refusal:
        if refusal.code != "own_match":
            raise
        return Ack(False, refusal.code)


def _said(here: Here, acks: Iterable[Ack]) -> HttpResponse:
    """Tell how many rulings hold and how many were refused, and why."""
    answers = list(acks)
    good = sum(ack.ok for ack in answers)
    held = ngettext("%(n)s ruling is in force.", "%(n)s rulings are in force.", good) % {"n": good}
    for code in sorted({ack.code for ack in answers if not ack.ok}):
        messages.warning(here.request, words_of(TournamentError(code) if code == "own_match" else MatchError(code)))
    return done(here, held, reverse("arbiter", args=[here.tournament.slug]))


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
        return redirect("arbiter", here.tournament.slug)
    form = RoundRulingForm(here.tournament.zone, here.sent)
    if not form.is_valid():
        return refused(here.request, TournamentError("bad_value", _said_wrong(form)), _desk_url(here))
    try:
        report = form.carry_out(round_.pk, here.actor)
    except (NotAllowedError, NotFoundError):
        raise
    except TournamentError as refusal:
        return refused(here.request, refusal, _desk_url(here))
    context = {"report": report, "lines": whole_rounds.lines(report), "title": whole_rounds.title(report)}
    return show(here, "tournaments/round_ruling.html", {**context, "name": words.round_name(round_)})


def _said_wrong(form: RoundRulingForm) -> str:
    """Return what is wrong with a form, in one line."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


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


def _show(here: Here, game: PairingMatch, sent: RulingForm | None = None, *, status: int = 200) -> HttpResponse:
    match = Match.objects.prefetch_related("seats").get(pk=game.match_id)
    view = match_view(match, None)
    own = bool(here.actor.entries & {game.pairing.entry_0_id, game.pairing.entry_1_id})
    queue = [line for line in _queue(here) if line.match_id == match.pk]
    context: dict[str, Any] = {
        "match": match,
        "hint": f"match-{match.pk}",
        "pairing": game.pairing,
        "round_name": words.round_name(game.pairing.round),
        "tile": boards.tiles([game])[0],
        "svg": draw(view.picture.board, words.language()),
        "trays": trays_part(view.picture.board.trays),
        "lines": view.moves[-12:],
        "queue": queue,
        "rulings": rulings(view),
        "forms": [] if own else ruling_forms(view.picture, sent),
        "own": own,
        "code": "" if own or not _takes_over(match) else services_of_matches.board_code(match_id=match.pk),
    }
    return show(here, "tournaments/arbiter_board.html", context, status=status)


def _takes_over(match: Match) -> bool:
    """Tell whether there is a clock that a device can still take over."""
    return match.game not in HOSTED and match.status != Match.Status.OVER


@page
def codes(here: Here, round_id: str) -> HttpResponse:
    """Show the codes of the real boards of a round for print; those at which the arbiter plays are left out."""
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
    own = here.actor.entries & {game.pairing.entry_0_id, game.pairing.entry_1_id}
    return not own and _takes_over(game.match)


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


@act
def rule(here: Here, match_id: str, name: str) -> HttpResponse:
    """Carry out one ruling on a match, with its reason."""
    _guard(here)
    game = _game(here, match_id)
    match = Match.objects.prefetch_related("seats").get(pk=game.match_id)
    form = form_of(name)(match_view(match, None).picture, here.request.POST)
    if not form.is_valid():
        return _show(here, game, form, status=400)
    ack = services.match_ruling(match_id=match.pk, by=here.actor, text=form.text(), reason=form.cleaned_data["reason"])
    if not ack.ok:
        return refused(here.request, MatchError(ack.code), _board_url(here, match.pk))
    return done(here, _("The ruling is in force, and both sides can read it."), _board_url(here, match.pk))


def _board_url(here: Here, match_id: str) -> str:
    return reverse("arbiter-board", args=[here.tournament.slug, match_id])
