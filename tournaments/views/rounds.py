"""The pairing list of a round: on the screen by board or by name, and for print."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import NotFoundError
from tournaments.models import Round
from tournaments.pages import pairings, words
from tournaments.pages.pairings import Row
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.views.common import Here, page, show
from tournaments.views.public import stage_of


@page
def round_page(here: Here, number: int) -> HttpResponse:
    """Show the pairings of a published round."""
    return show(here, "tournaments/round.html", context(here, number))


@page
def round_print(here: Here, number: int) -> HttpResponse:
    """Show the same for print: by board or by name, with a code that leads back to the page."""
    address = here.request.build_absolute_uri(reverse("tournament-round", args=[here.tournament.slug, number]))
    return show(here, "tournaments/round_print.html", {**context(here, number), "address": address})


def context(here: Here, number: int) -> dict[str, Any]:
    """Return what a pairing list needs. Raises NotFoundError `no_such_round` for one that is not public."""
    stage = stage_of(here.tournament)
    sheet = stage_pairings(stage, drafts=False) if stage else None
    round_ = next((found for found in sheet.rounds if found.number == number), None) if sheet else None
    if sheet is None or round_ is None:
        raise NotFoundError("no_such_round")
    by = "name" if here.request.GET.get("by") == "name" else "board"
    rows = cache(lambda: pairings.rows(sheet.pairings_of(round_), sheet, here.actor.entries))
    return {
        "round": round_,
        "title": words.round_name(round_),
        "rounds": [{"number": one.number, "name": words.round_name(one)} for one in sheet.rounds],
        "by": by,
        "rows": rows,
        "names": lambda: by_name(rows()),
        "absences": lambda: _absences(here, sheet, round_),
    }


def by_name(rows: list[Row]) -> list[dict[str, Any]]:
    """Return two lines per board, sorted by name: who finds the own name need not read the whole list."""
    lines = [
        {"board": row.board, "me": me, "other": other, "row": row, "result": _seen_from(row, index)}
        for row in rows
        for index, (me, other) in enumerate(((row.left, row.right), (row.right, row.left)))
        if not me.open
    ]
    return sorted(lines, key=lambda line: line["me"].name.casefold())


def _seen_from(row: Row, index: int) -> str:
    """Return a result with the score of one side first."""
    return " : ".join(reversed(row.result.split(" : "))) if index else row.result


def _absences(here: Here, sheet: StagePairings, round_: Round) -> dict[str, Any]:
    found = pairings.absences(sheet.pairings_of(round_), sheet, here.actor.entries)
    return {"title": _("Without an opponent"), "lines": found}
