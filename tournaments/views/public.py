"""The pages of a tournament that everybody may read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext as _

from gameengine.games.registry import GAMES
from gameengine.table import complete_options
from matches.contents import with_contents
from matches.views.contents import shown_content
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.models import Stage, Tournament
from tournaments.pages import boards, pairings, search, standings, words
from tournaments.pages.pairings import Tree
from tournaments.selectors.boards import live_games, public_games
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.selectors.public import announcements_of, entries_of
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.standings import standings_of
from tournaments.views.common import Here, page, show
from tournaments.views.stages import Asked, asked

TILES: Final = 12
"""How many live boards the page shows."""
TREE: Final = 8
"""How many pairings the first column of the tree on the tournament's page may have; the rest is on its own page."""
NAMES: Final = 32
"""How many entries the page names."""
NEWS: Final = 20
LINES: Final = 8
"""How many lines of the standings the page shows."""
PLACES: Final = 4
"""How many places the page names as soon as they are settled."""


@page
def tournament(here: Here) -> HttpResponse:
    """Show a tournament: its state, a search for players, live boards, the tree, announcements, entries."""
    sheet, about = cache(partial(sheet_of, here)), cache(partial(asked, here))
    return show(
        here,
        "tournaments/tournament.html",
        {
            "facts": facts(here.tournament),
            "tiles": lambda: boards.tiles(
                live_games(here.tournament, limit=TILES), own=here.actor.names, with_boards=True
            ),
            "tile": lambda: one_tile(here, with_board=True),
            "tree": lambda: _late_rounds(tree_of(here, sheet())),
            "sheet": sheet,
            "top": lambda: _top(here, about()),
            "ranking": lambda: _podium(about()),
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
    about = asked(here)
    sheet = cache(lambda: stage_pairings(about.stage, drafts=False) if about.stage else None)
    return show(
        here,
        "tournaments/bracket.html",
        {
            "about": about,
            "tree": lambda: tree_of(here, sheet()),
            "double": about.stage is not None and about.stage.format == DOUBLE_ELIMINATION.key,
            "ranking": cache(lambda: ranking(about.stage)),
            "sheet": sheet,
        },
    )


@page
def entries(here: Here) -> HttpResponse:
    """Show everybody who takes part."""
    return show(here, "tournaments/entries.html", {"entries": lambda: entries_of(here.tournament)})


@page
def cards(here: Here) -> HttpResponse:
    """Show the cards, or whatever else is the content, with which this tournament is played."""
    game = GAMES[here.tournament.game]
    with_contents(game)
    shown = shown_content(game, complete_options(game, here.tournament.options))
    return show(here, "tournaments/cards.html", {**shown, "facts": facts(here.tournament)})


def one_tile(here: Here, *, with_board: bool) -> list[boards.Tile]:
    """Return the one board that is asked for, if it is a public one of this tournament."""
    found = public_games(here.tournament, match_id=here.request.GET.get("match", ""))
    return boards.tiles(found, own=here.actor.names, with_boards=with_board)


def stage_of(tournament: Tournament) -> Stage | None:
    """Return the stage that matters now: the first that is not over, else the last."""
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    unfinished = (stage for stage in stages if stage.state != Stage.State.FINISHED)
    return next(unfinished, stages[-1] if stages else None)


def sheet_of(here: Here) -> StagePairings | None:
    """Return the pairings of the stage that is asked for, as far as whoever looks may see them publicly.

    Drafts are shown in the console alone, to staff as well: what this page shows is what everybody sees.
    """
    stage = asked(here).stage
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
    shown = tree.cut_to(TREE)
    parts = {"rounds": shown.rounds, "extra": shown.extra, "lower": shown.lower, "final": shown.final}
    return {**parts, "cut": len(shown.columns) < len(tree.columns)}


def ranking(stage: Stage | None) -> list[dict[str, Any]]:
    """Return the settled places of a stage, best first."""
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


def _podium(about: Asked) -> list[dict[str, Any]]:
    """Return the first places of a tree once they are settled."""
    if about.part is None or about.part.has_table:
        return []
    return [place for place in ranking(about.stage) if place["first"] <= PLACES]


def _top(here: Here, about: Asked) -> dict[str, Any] | None:
    """Return the first lines of the standings and the own ones; nothing for a tree."""
    if about.part is None or not about.part.has_table:
        return None
    found = standings_of(about.part.stage) if about.part.public else None
    if found is None or not found.after:
        return {"table": None, "query": about.query}
    table = standings.table(found, here.actor.entries, link=about.query)
    rows = [row for place, row in enumerate(table.rows) if place < LINES or row.own]
    return {"table": replace(table, rows=tuple(rows)), "query": about.query, "more": len(table.rows) > len(rows)}


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
    return {
        "game": words.game_name(tournament.game),
        "format": _(", then ").join(words.format_name(stage) for stage in tournament.stages.all()),
        "control": words.control_sentence(tournament.control),
        "notation": words.control_notation(tournament.control),
    }
