"""Pages about games: the catalogue, one game, its rules, how to play it in three steps. Generic over the registry."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from gameengine.board.svg import render as draw
from gameengine.clock import control_from_json
from gameengine.core.abilities import HasContent, HasDecks
from gameengine.core.game import Game
from gameengine.games.registry import GAMES, HOSTED
from matches import guide
from matches.access import principal_of_request, role_for
from matches.models import Match
from matches.words import language

SHOWN: Final = 12


def game_or_404(key: str) -> Game[Any]:
    """Return the game of an address."""
    if key not in GAMES:
        raise Http404(f"no game {key!r}")
    return GAMES[key]


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Show every game that is played here, then what there is for those on a real board."""
    games = [game_entry(game) for game in GAMES.values()]
    return render(request, "games/list.html", {"games": games})


@require_safe
def game_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show one game: what it is, how long a move may take, what can be chosen, and where to begin."""
    game = game_or_404(key)
    context = {
        "game": game_entry(game),
        "page": guide.rule_page(key, language()),
        "live": _live(request, key),
        "has_decks": isinstance(game, HasDecks),
        "has_content": isinstance(game, HasContent),
    }
    return render(request, "games/game.html", context)


def _live(request: HttpRequest, key: str) -> list[dict[str, str]]:
    """Return the matches of a game that are being played and that the asker may watch, the latest move first."""
    principal = principal_of_request(request)
    running = Match.objects.filter(game=key, status=Match.Status.LIVE, practice=False, listed=True)
    return [
        {"id": match.pk, "label": match.label, "versus": " : ".join(seat.name for seat in match.seats.all())}
        for match in running.prefetch_related("seats").order_by("-changed_at_ms")[:SHOWN]
        if role_for(principal, match).can_see
    ]


@require_safe
@gzip_page
def game_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules with their examples drawn."""
    game = game_or_404(key)
    return render(request, "games/rules.html", {"game": game_entry(game), "page": guide.rule_page(key, language())})


@require_safe
@gzip_page
def game_how(request: HttpRequest, key: str) -> HttpResponse:
    """Show the game in three steps, with the way back to the match that waits."""
    game = game_or_404(key)
    waiting = request.GET.get("match", "")
    match_id = waiting if waiting.isalnum() and waiting.isascii() else ""
    context = {"game": game_entry(game), "steps": guide.steps(key, language()), "match_id": match_id}
    return render(request, "games/how.html", context)


def game_entry(game: Game[Any]) -> dict[str, Any]:
    """Return what lists and headings say about a game."""
    return {
        "key": game.key,
        "name": game.name.to(language()),
        "summary": game.summary.to(language()),
        "seats": (game.min_seats, game.max_seats),
        "control": control_from_json(game.default_control).sentence().to(language()),
        "version": game.rules_version,
        "hosted": game.key in HOSTED,
        "picture": mark_safe(_picture(game)),  # noqa: S308 - drawn by us from the game's own data
    }


def _picture(game: Game[Any]) -> str:
    """Return the board of the game's first example; nothing for a game without one."""
    if not game.guide.steps:
        return ""
    return draw(guide.public_board(game, game.guide.steps[0]), language(), prefix=f"cover-{game.key}")
