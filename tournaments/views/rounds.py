"""The pairing list of a round: on the screen by board or by name, and for print."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from gameengine.games.registry import HOSTED
from matches.access import principal_of_request, role_for
from matches.models import Match
from tournaments.errors import NotFoundError
from tournaments.impartial import plays_at
from tournaments.models import Pairing, PairingMatch, Round, Snapshot, Stage, Tournament
from tournaments.pages import pairings, round_facts, words
from tournaments.pages.disputes import provisional_texts
from tournaments.pages.pairings import Beside, Row
from tournaments.selectors.conduct import reasons_of, trace_of
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.selectors.standings import StageTable, snapshot_of, stage_table
from tournaments.services.disputed import may_open
from tournaments.venue import pairing_on_board
from tournaments.views.common import Here, page, show
from tournaments.views.stages import asked


@page
def round_page(here: Here, number: int) -> HttpResponse:
    """Show the pairings of a published round."""
    return show(here, "tournaments/round.html", context(here, number))


@page
def round_print(here: Here, number: int) -> HttpResponse:
    """Show the same for print: by board or by name, with a code that leads back to the page."""
    found = context(here, number)
    path = reverse("tournament-round", args=[here.tournament.slug, number]) + found["about"].query
    address = here.request.build_absolute_uri(path)
    given = {**found, "address": address, "codes": lambda: _codes(here, found["sheet"], found["round"])}
    return show(here, "tournaments/round_print.html", given)


def _codes(here: Here, sheet: StagePairings, round_: Round) -> list[dict[str, Any]]:
    """Return the real boards of a round, each with the address of its page."""
    found = []
    for board in sheet.pairings_of(round_):
        if all(board.entries) and pairing_on_board(board):
            path = reverse("tournament-board", args=[here.tournament.slug, board.pk])
            names = [entry.name for entry in board.entries if entry]
            found.append({"board": board.board, "names": names, "address": here.request.build_absolute_uri(path)})
    return found


@page
def board(here: Here, pairing_id: str) -> HttpResponse:
    """Show one real board to whoever has photographed its code: only to look at, with the ways to its clock."""
    boards = Pairing.objects.select_related("stage__tournament", "round__stage", "entry_0", "entry_1", "result")
    found = boards.filter(pk=pairing_id, stage__tournament=here.tournament).first()
    if found is None or not (found.round.public or here.sees_drafts) or not all(found.entries):
        raise NotFoundError("no_such_pairing")
    game = found.games.exclude(end=PairingMatch.End.VOID).select_related("match").last()
    context = {
        "pairing": found,
        "result": words.result_text(pairings.result_of(found)),
        "note": words.result_note(found.result) if pairings.result_of(found) else "",
        "corrections": _corrections(found),
        "round_name": words.round_name(found.round),
        "names": [entry.name for entry in found.entries if entry],
        "match": game.match if game else None,
        "on_board": game is not None and game.match.game not in HOSTED,
        "seats": role_for(principal_of_request(here.request), game.match).seats if game else (),
        "over": game is not None and game.match.status == Match.Status.OVER,
        "provisional": provisional_texts(here.tournament, [found]).get(found.pk, ""),
        "may_dispute": may_open(here.actor, tournament=here.tournament, pairing=found),
    }
    return show(here, "tournaments/board.html", context)


def _corrections(pairing: Pairing) -> list[dict[str, Any]]:
    """Return what was corrected at a board, oldest first: both results, why, and whether it was taken back."""
    return [
        {
            "revision": row,
            "old": words.score_text(row.before),
            "new": words.score_text(row.after),
        }
        for row in pairing.revisions.all()
    ]


@page
def round_why(here: Here, number: int) -> HttpResponse:
    """Show why every board of a round came about, in plain words; the whole way to it for arbiters and organizers."""
    found = context(here, number, drafts=here.sees_drafts)
    return show(here, "tournaments/round_why.html", {**found, "trace": lambda: _trace(here, found["round"])})


def context(here: Here, number: int, *, drafts: bool = False) -> dict[str, Any]:
    """Return what a pairing list needs. Raises NotFoundError `no_such_round` for one that may not be seen."""
    about = asked(here)
    sheet = stage_pairings(about.stage, drafts=drafts) if about.stage else None
    round_ = next((found for found in sheet.rounds if found.number == number), None) if sheet else None
    if sheet is None or round_ is None:
        raise NotFoundError("no_such_round")
    by = "name" if here.request.GET.get("by") == "name" else "board"
    known = cache(lambda: stage_table(sheet.stage))
    beside = cache(lambda: _beside(here, sheet, round_, known()))
    rows = cache(lambda: pairings.rows(sheet.pairings_of(round_), sheet, here.actor.entries, beside()))
    return {
        "about": about,
        "round": round_,
        "sheet": sheet,
        "title": words.round_name(round_),
        "rounds": [{"number": one.number, "name": words.round_name(one)} for one in sheet.rounds],
        "by": by,
        "publication": _publication(sheet.stage, round_),
        "explained": bool(round_.paired_from.trace),
        "scored": about.part is not None and about.part.has_table and number > 1,
        "rows": rows,
        "names": lambda: by_name(rows()),
        "absences": cache(lambda: _absences(here, sheet, round_, known(), beside())),
        "own_board": next((row for row in sheet.pairings_of(round_) if _plays(here, row)), None),
    }


def _beside(here: Here, sheet: StagePairings, round_: Round, known: StageTable) -> Beside:
    """Return what stands beside the pairings, and which of their results may still change."""
    found = round_facts.beside(known, round_.number, reasons_of(round_))
    return replace(found, provisional=provisional_texts(here.tournament, sheet.pairings_of(round_)))


def _plays(here: Here, pairing: Pairing) -> bool:
    """Tell whether whoever looks plays somebody at this board, and could dispute it."""
    return plays_at(here.actor, pairing) and all(pairing.entries) and here.tournament.state != Tournament.State.FINISHED


def _publication(stage: Stage, round_: Round) -> int:
    """Return the number under which the pairings were published last."""
    found = snapshot_of(stage, round_.number, Snapshot.Kind.PAIRINGS)
    return found.number if found else round_.snapshot


def _trace(here: Here, round_: Round) -> list[str]:
    """Return the whole way to the pairing of a round, for those who may rule or see drafts."""
    return [words.say(line) for line in trace_of(round_)] if here.rules or here.sees_drafts else []


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


def _absences(here: Here, sheet: StagePairings, round_: Round, known: StageTable, beside: Beside) -> dict[str, Any]:
    """Return who has no opponent: by the cross table where there is one, else the byes of the tree."""
    boards = sheet.pairings_of(round_)
    if known.table is None:
        return {"title": _("Without an opponent"), "lines": pairings.absences(boards, sheet, here.actor.entries)}
    why = {entry.pk: beside.why.get(board.key, ()) for board in boards for entry in board.entries if entry is not None}
    found = round_facts.alone(known, round_.number, here.actor.entries, why)
    return {"title": _("Without an opponent"), "lines": found}
