"""Practice against the computer: without account, without time limit, without consequence."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameengine.core.abilities import HasDecks
from gameengine.core.types import Json, JsonObject, Seat
from matches import guide, services, store, words
from matches.access import principal_of_request
from matches.asking import Asked, asked
from matches.choosing import brought, ready_deck
from matches.errors import MatchError
from matches.forms import PracticeForm
from matches.guests import guest_ref, person_here
from matches.models import Match, SeatAssignment
from matches.services import SeatSpec
from matches.views.choosing import choice_context
from matches.views.games import game_entry, game_or_404

MOST_OPEN: Final = 5
"""So many unfinished practice matches one person keeps; the oldest make room for a new one."""

UNLIMITED: Final[JsonObject] = {"kind": "none"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a practice match is made of. `decks`: the own, and that of the computer."""

    level: str
    seats: int
    options: JsonObject
    decks: tuple[Json, Json] | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def practice(request: HttpRequest, key: str) -> HttpResponse:
    """Choose how strong the computer is, and begin."""
    game, principal = game_or_404(key), principal_of_request(request)
    if not game.bots:
        raise Http404(f"no bots for {key!r}")
    sent = request.POST if request.method == "POST" else None
    form = PracticeForm(game, sent, content=request.GET.get("content", ""), principal=principal)
    if request.method == "POST" and form.is_valid():
        chosen = Chosen(
            form.cleaned_data["level"], form.cleaned_data["seats"], form.chosen, form.cleaned_data.get("decks")
        )
        match = _begin(request, key, chosen)
        return redirect("match", match.pk)
    context = {
        "form": form,
        "choice": _choice(request, form),
        "game": game_entry(game),
        "steps": guide.steps(key, words.language()),
        "first": not _has_played(request, key),
        "unfinished": next(iter(_unfinished(request, key)), None),
    }
    return render(request, "games/practice.html", context, status=400 if request.method == "POST" else 200)


def _choice(request: HttpRequest, form: PracticeForm) -> dict[str, Any] | None:
    """Return what the choice of a deck shows; None where there is nothing to choose."""
    if "deck" not in form.fields:
        return None
    picked = form.data.get("deck", "")
    offered = [replace(one, chosen=one.key == picked) for one in form.offered] if picked else form.offered
    return choice_context(form.game, form.game_fields.values, offered, request.get_full_path())


@require_POST
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin another practice match like this one; the seats are drawn anew."""
    found = asked(request, match_id)
    _seat = found.own_seat
    level = next((one.bot_level for one in found.match.seats.all() if one.bot_level), "")
    if not found.match.practice or not level:
        raise MatchError("not_practice")
    again = Chosen(level, found.match.seats.count(), found.match.options, _decks_again(found))
    match = _begin(request, found.match.game, again)
    return redirect("match", match.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def drop(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask whether to drop an unfinished practice match; drop it without a result."""
    found = asked(request, match_id)
    _seat = found.own_seat
    if not found.match.practice or found.match.status == Match.Status.OVER:
        raise MatchError("not_practice")
    if request.method != "POST":
        return render(request, "matches/drop.html", {"match": found.match})
    _drop(found.match, _user(request))
    return redirect("practice", found.match.game)


def _decks_again(found: Asked) -> tuple[Json, Json] | None:
    """Return the deck that the own seat had, and one by lot for the computer; None in a game without decks."""
    table = store.load(found.match.pk).table
    if not isinstance(table.game, HasDecks):
        return None
    return brought(found.match, found.own_seat), ready_deck(table.game, table.options)


@transaction.atomic
def _begin(request: HttpRequest, key: str, chosen: Chosen) -> Match:
    """Return a new match whose seats are drawn; who begins is drawn by the game itself."""
    for old in _unfinished(request, key)[MOST_OPEN - 1 :]:
        _drop(old, _user(request))
    own = secrets.randbelow(chosen.seats)
    bots = _bots(chosen)
    seats = [*bots[:own], _own_seat(request), *bots[own:]]
    return services.match_create(
        game=key,
        options=chosen.options,
        control=UNLIMITED,
        seats=seats,
        practice=True,
        start_policy="now",
        secret_parts=_decks(chosen, own),
    )


def _user(request: HttpRequest) -> Any:
    return request.user if request.user.is_authenticated else None


def _bots(chosen: Chosen) -> list[SeatSpec]:
    """Return the computers of the other seats; several are numbered."""
    count = chosen.seats - 1
    names = [_("Computer")] if count == 1 else [f"{_('Computer')} {number}" for number in range(1, count + 1)]
    return [SeatSpec(name, bot_level=chosen.level) for name in names]


def _decks(chosen: Chosen, own: Seat) -> list[Json]:
    if chosen.decks is None:
        return []
    mine, its = chosen.decks
    return [mine if seat == own else its for seat in range(chosen.seats)]


def _own_seat(request: HttpRequest) -> SeatSpec:
    """Return the asker as a player: by account, else by a ref that this browser's session proves."""
    own = person_here(request)
    return SeatSpec(own.name or _("Guest"), player_ref=own.player_ref, user_id=own.user_id)


def _own_seats(request: HttpRequest, key: str) -> Any:
    seats = SeatAssignment.objects.filter(match__game=key)
    if request.user.is_authenticated:
        return seats.filter(user_id=request.user.pk)
    ref = guest_ref(principal_of_request(request))
    return seats.filter(player_ref=ref) if ref else seats.none()


def _has_played(request: HttpRequest, key: str) -> bool:
    return bool(_own_seats(request, key).exists())


def _unfinished(request: HttpRequest, key: str) -> list[Match]:
    """Return the asker's practice matches that are not over, newest first."""
    seats = _own_seats(request, key).filter(match__practice=True, match__status=Match.Status.LIVE)
    return [seat.match for seat in seats.select_related("match").order_by("-match__created_at_ms")]


def _drop(match: Match, user: Any) -> None:
    services.match_purge(match_id=match.pk, by_user=user, reason="practice dropped by its player")
