"""The report of everything that was decided, for those who read the audit trail: on screen, for print, as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from django.http import Http404, HttpResponse

from tournaments.pages.rulings import KINDS, Line, as_json, as_table, line
from tournaments.pages.words import board_name
from tournaments.permissions import Capability, Right
from tournaments.selectors.rulings import Entry, rulings_report
from tournaments.views.common import Here, page, show
from tournaments.views.downloads import download, table_file


@page
def rulings(here: Here) -> HttpResponse:
    """Show every decision in order of time; the address may ask for one person, board or kind."""
    everything = _report(here)
    chosen = _chosen(here, everything)
    context = {
        "lines": [line(entry) for entry in chosen],
        "total": len(everything),
        "asked": _asked(here),
        "kinds": [(kind, label) for kind, label in KINDS.items() if any(one.kind == kind for one in everything)],
        "people": _people(everything),
        "entries": _entries(everything),
        "boards": _boards(everything),
        "query": here.request.GET.urlencode(),
    }
    return show(here, "tournaments/rulings.html", context)


@page
def rulings_file(here: Here, form: str) -> HttpResponse:
    """Return the same as CSV, XLSX or JSON."""
    lines: Sequence[Line] = [line(entry) for entry in _chosen(here, _report(here))]
    name = f"{here.tournament.slug}-rulings"
    if form == "json":
        content = orjson.dumps(as_json(here.tournament.name, lines), option=orjson.OPT_INDENT_2)
        return download(content, f"{name}.json", "application/json")
    if form not in ("csv", "xlsx"):
        raise Http404(form)
    return table_file(as_table(here.tournament.name, lines), name, form)


def _report(here: Here) -> tuple[Entry, ...]:
    here.require(Capability.SETTINGS, Right.READ)
    return rulings_report(here.tournament)


def _asked(here: Here) -> dict[str, str]:
    return {key: here.request.GET.get(key, "")[:60] for key in ("kind", "who", "entry", "board")}


def _chosen(here: Here, entries: Sequence[Entry]) -> list[Entry]:
    """Return the lines that the address asks for; they keep their numbers."""
    asked = _asked(here)
    return [one for one in entries if all(not wanted or _fits(one, key, wanted) for key, wanted in asked.items())]


def _fits(entry: Entry, key: str, wanted: str) -> bool:
    if key == "kind":
        return entry.kind == wanted
    if key == "who":
        return entry.actor == wanted
    if key == "entry":
        return wanted in entry.entries
    return entry.pairing is not None and entry.pairing.pk == wanted


def _people(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return who has decided anything."""
    shown = {one.actor: line(one).who for one in entries}
    return sorted(shown.items(), key=lambda person: person[1].casefold())


def _entries(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return whom anything is about."""
    sides: dict[str, Any] = {}
    for one in entries:
        if one.pairing:
            sides |= {side.pk: side.name for side in one.pairing.entries if side}
        if one.subject.startswith("entry/"):
            sides[one.subject.removeprefix("entry/")] = one.about
    return sorted(sides.items(), key=lambda side: str(side[1]).casefold())


def _boards(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return the boards about which anything was decided, by round and number."""
    boards = {one.pairing.pk: one.pairing for one in entries if one.pairing}
    ordered = sorted(boards.values(), key=lambda board: (board.stage.number, board.round.number, board.board))
    return [(board.pk, board_name(board)) for board in ordered]
