"""The pages of a tournament that everybody may read."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final

from django.http import HttpResponse

from tournaments.models import Stage, Tournament
from tournaments.pages import boards, pairings, search, words
from tournaments.pages.pairings import Column, Tree
from tournaments.selectors.boards import live_games, public_games
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.selectors.public import announcements_of, entries_of
from tournaments.selectors.ranking import ranking_of
from tournaments.views.common import Here, page, show

TILES: Final = 12
"""How many live boards the page shows."""
TREE: Final = 8
"""How many pairings the first column of the tree on the tournament's page may have; the rest is on its own page."""
NAMES: Final = 32
"""How many entries the page names."""
NEWS: Final = 20
PLACES: Final = 4
"""How many places the page names as soon as they are settled."""


@page
def tournament(here: Here) -> HttpResponse:
    """Show a tournament: its state, a search for players, live boards, the tree, announcements, entries."""
    sheet = cache(partial(sheet_of, here))
    return show(
        here,
        "tournaments/tournament.html",
        {
            "facts": facts(here.tournament),
            "tiles": lambda: boards.tiles(
                live_games(here.tournament, limit=TILES), own=here.actor.entries, with_boards=True
            ),
            "tile": lambda: one_tile(here, with_board=True),
            "tree": lambda: _late_rounds(tree_of(here, sheet())),
            "sheet": sheet,
            "ranking": lambda: _podium(here.tournament),
            "news": lambda: news(here.tournament),
            "query": here.request.GET.get("q", "")[:80],
            "found": lambda: found(here, sheet()),
            "entries": lambda: entries_of(here.tournament)[: NAMES + 1],
            "most_entries": NAMES,
        },
    )


@page
def bracket(here: Here) -> HttpResponse:
    """Show the whole tree, and the places that are settled."""
    sheet = cache(partial(sheet_of, here))
    return show(
        here,
        "tournaments/bracket.html",
        {
            "tree": lambda: tree_of(here, sheet()),
            "ranking": cache(lambda: ranking(here.tournament)),
            "sheet": sheet,
        },
    )


@page
def entries(here: Here) -> HttpResponse:
    """Show everybody who takes part."""
    return show(here, "tournaments/entries.html", {"entries": lambda: entries_of(here.tournament)})


def one_tile(here: Here, *, with_board: bool) -> list[boards.Tile]:
    """Return the one board that is asked for, if it is a public one of this tournament."""
    found = public_games(here.tournament, match_id=here.request.GET.get("match", ""))
    return boards.tiles(found, own=here.actor.entries, with_boards=with_board)


def stage_of(tournament: Tournament) -> Stage | None:
    """Return the stage that matters now: the first that is not over, else the last."""
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    unfinished = (stage for stage in stages if stage.state != Stage.State.FINISHED)
    return next(unfinished, stages[-1] if stages else None)


def sheet_of(here: Here) -> StagePairings | None:
    """Return the pairings of the stage that matters now, as far as whoever looks may see them publicly.

    Drafts are shown in the console alone, to staff as well: what this page shows is what everybody sees.
    """
    stage = stage_of(here.tournament)
    return stage_pairings(stage, drafts=False) if stage else None


def tree_of(here: Here, sheet: StagePairings | None) -> Tree | None:
    """Return the tree, if the stage has one and a round of it is public."""
    if sheet is None or not sheet.is_tree:
        return None
    return pairings.tree(sheet, here.actor.entries)


def _late_rounds(tree: Tree | None) -> dict[str, Any] | None:
    """Return the last rounds of a tree with a note whether there are more before."""
    if tree is None:
        return None
    shown: tuple[Column, ...] = tuple(column for column in tree.rounds if len(column.ties) <= TREE)
    return {"rounds": shown, "extra": tree.extra, "cut": len(shown) < len(tree.rounds)}


def ranking(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the settled places, best first."""
    stage = stage_of(tournament)
    if stage is None:
        return []
    return [
        {
            "rank": f"{place.rank}–{place.to_rank}" if place.to_rank > place.rank else str(place.rank),
            "first": place.rank,
            "entry": place.entry,
            "seed": place.seed,
        }
        for place in ranking_of(stage)
    ]


def _podium(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the first places once they are settled."""
    return [place for place in ranking(tournament) if place["first"] <= PLACES]


def news(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the announcements, newest first; notes of the service in the reader's language."""
    return [
        {"id": item.pk, "at_ms": item.at_ms, "text": item.text or words.note_text(item.code, item.data)}
        for item in announcements_of(tournament)[:NEWS]
    ]


def found(here: Here, sheet: StagePairings | None) -> list[search.Found]:
    """Return whom the query of the page finds."""
    query = here.request.GET.get("q", "")[:80]
    return search.find(query, entries_of(here.tournament), sheet, here.actor.entries) if query else []


def facts(tournament: Tournament) -> dict[str, str]:
    """Return what does not change: game, format, clock."""
    stage = stage_of(tournament)
    return {
        "game": words.game_name(tournament.game),
        "format": words.format_name(stage) if stage else "",
        "control": words.control_sentence(tournament.control),
        "notation": words.control_notation(tournament.control),
    }
