"""The front page: what is being played, what comes, and the ways in."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from gameengine.games.registry import GAMES
from tournaments.links import refs_in
from tournaments.models import Tournament
from tournaments.pages import boards, words
from tournaments.pages.progress import Head, head
from tournaments.selectors.boards import live_games
from tournaments.selectors.progress import progress_list
from tournaments.selectors.public import tournament_list, tournament_list_of

TILES: Final = 6
"""How many live boards the front page shows."""
TILED: Final = 3
"""Of how many tournaments they are."""
FINISHED: Final = 5
"""How many finished tournaments it names."""


@require_safe
@never_cache
@gzip_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what runs now, what comes, what is over, and what one can do here without an account."""
    template = "tournaments/home.html"
    if request.GET.get("part") == "now":
        template += "#now"
    context = {"now": _now, "games": words.games, "own": lambda: _own(request), "practice_url": _practice_url()}
    return render(request, template, context)


def _practice_url() -> str:
    """Return where practice begins: at the game, if there is but one, else at the list of games."""
    return reverse("practice", args=[next(iter(GAMES))]) if len(GAMES) == 1 else reverse("games")


def _now() -> dict[str, Any]:
    """Return what changes while one looks: tournaments by state, and live boards of the running ones."""
    states = Tournament.State
    public = tournament_list()
    over = public.filter(state=states.FINISHED).order_by("-finished_at_ms")[:FINISHED]
    running = list(public.filter(state=states.RUNNING))
    shown = [*running, *public.filter(state=states.OPEN), *over]
    heads = {progress.tournament.pk: line(progress.tournament, head(progress)) for progress in progress_list(shown)}
    by_state = {
        state: [heads[tournament.pk] for tournament in shown if tournament.state == state] for state in states.values
    }
    return {
        "running": by_state["running"],
        "open": by_state["open"],
        "finished": by_state["finished"],
        "tiles": _tiles(running[:TILED]),
    }


def _tiles(running: list[Tournament]) -> list[boards.Tile]:
    """Return some live boards, as many of each tournament."""
    share = TILES // max(1, len(running))
    games = [game for tournament in running for game in live_games(tournament, limit=share, begun=True)]
    return boards.tiles(games, with_boards=True, where=boards.tournament_of)


def line(tournament: Tournament, shown: Head) -> dict[str, Any]:
    """Return what a list says about a tournament."""
    return {
        "head": shown,
        "game": words.game_name(tournament.game),
        "control": words.control_notation(tournament.control),
        "tournament": tournament,
    }


def _own(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tournaments in which whoever looks plays or has a role."""
    found = tournament_list_of(request.user, refs_in(request.session)).exclude(state=Tournament.State.FINISHED)[:8]
    return [line(progress.tournament, head(progress)) for progress in progress_list(found)]
