"""Standings, cross table and wall chart of a stage, on the screen and for print; and the page of an entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entry
from tournaments.pages import crosstable, trail
from tournaments.pages import standings as shown
from tournaments.pages.crosstable import Chart
from tournaments.selectors.conduct import corrections_of
from tournaments.selectors.entries import boards_of, entry_in, stages_with
from tournaments.selectors.standings import (
    StageStandings,
    snapshot_of,
    standings_of,
)
from tournaments.services.disputed import may_open
from tournaments.views.common import Here, page, show
from tournaments.views.stages import Asked, asked

MATRIX = 64
"""How large a field may be for a table of everybody against everybody."""


@page
def standings(here: Here) -> HttpResponse:
    """Show the standings of a stage after a round."""
    return show(here, "tournaments/standings.html", _context(here, "standings"))


@page
def standings_print(here: Here) -> HttpResponse:
    """Show the standings for print."""
    return show(here, "tournaments/tables_print.html", _context(here, "standings"))


@page
def cross_table(here: Here) -> HttpResponse:
    """Show what everybody did, by rank: against everybody in a round robin, round by round in a Swiss."""
    return show(here, "tournaments/crosstable.html", _context(here, "crosstable"))


@page
def cross_table_print(here: Here) -> HttpResponse:
    """Show the cross table for print."""
    return show(here, "tournaments/tables_print.html", _context(here, "crosstable"))


@page
def wall_chart(here: Here) -> HttpResponse:
    """Show what everybody did round by round, by pairing number, with the points after each."""
    return show(here, "tournaments/wallchart.html", _context(here, "wallchart"))


@page
def wall_chart_print(here: Here) -> HttpResponse:
    """Show the wall chart for print."""
    return show(here, "tournaments/tables_print.html", _context(here, "wallchart"))


@page
def entry(here: Here, entry_id: str) -> HttpResponse:
    """Show an entry: its rounds, and every addend of every value that ranks it."""
    row = entry_in(here.tournament, entry_id)
    about = _stage_of(row, asked(here))
    return show(
        here,
        "tournaments/entry.html",
        {
            "entry": row,
            "about": about,
            "trail": cache(lambda: _trail(row, about)),
            "own": row.pk in here.actor.entries,
            "may_dispute": may_open(here.actor, tournament=here.tournament, entry=row),
        },
    )


def _titles(kind: str) -> str:
    return {"standings": _("Standings"), "crosstable": _("Cross table"), "wallchart": _("Wall chart")}[kind]


def _context(here: Here, kind: str) -> dict[str, Any]:
    """Return what the three tables need."""
    about = asked(here)
    found = cache(partial(_standings, about))
    address = reverse(f"tournament-{kind}", args=[here.tournament.slug])
    return {
        "kind": kind,
        "title": _titles(kind),
        "about": about,
        "found": found,
        "rounds": lambda: _rounds(found()),
        "table": cache(lambda: _table(here, about, found())),
        "chart": cache(lambda: _chart(here, about, found(), kind)),
        "address": here.request.build_absolute_uri(address + about.link),
        "print_address": reverse(f"tournament-{kind}-print", args=[here.tournament.slug]) + about.link,
        "back_address": address + about.link,
    }


def _standings(about: Asked) -> StageStandings | None:
    """Return the standings that are asked for, None as long as nothing of the stage is public."""
    if about.part is None or not about.part.public:
        return None
    return standings_of(about.part.stage, after=about.after)


def _rounds(found: StageStandings | None) -> list[dict[str, Any]]:
    """Return the rounds after which the table can be seen; the last one needs no word in the address."""
    if found is None or found.worked is None:
        return []
    return [
        {"number": number, "current": number == found.after, "last": number == found.closed}
        for number in range(1, found.closed + 1)
    ]


def _table(here: Here, about: Asked, found: StageStandings | None) -> shown.Table | None:
    if found is None:
        return None
    table = shown.table(found, here.actor.entries, link=about.link, snapshot=snapshot_of(found.stage, found.after))
    return shown.with_notes(table, found, corrections_of(found.stage))


def _chart(here: Here, about: Asked, found: StageStandings | None, kind: str) -> Chart | None:
    if found is None:
        return None
    make: Callable[..., Chart | None] = partial(crosstable.by_round, order="rank" if kind == "crosstable" else "seed")
    if kind == "crosstable" and found.worked and not found.worked.table.swiss and len(found.lines) <= MATRIX:
        make = crosstable.matrix
    return make(found, here.actor.entries, last=about.after, link=about.link)


def _stage_of(row: Entry, about: Asked) -> Asked:
    """Return the stage that is asked for; if none is, the last public one in which the entry plays."""
    if about.here.request.GET.get("stage"):
        return about
    mine = stages_with(row)
    parts = [part for part in about.parts if part.public and part.stage.pk in mine]
    return replace(about, part=parts[-1]) if parts else about


def _trail(row: Entry, about: Asked) -> trail.EntryInStage | None:
    """Return the entry in the stage, None as long as nothing of it is public or if it does not play there."""
    found = _standings(about)
    line = found.line_of.get(row.pk) if found else None
    if found is None or (line is None and found.worked is not None):
        return None
    return trail.entry_in_stage(found, line, boards_of(found.stage, row), row.pk, about.link)
