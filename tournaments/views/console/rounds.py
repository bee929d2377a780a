"""The rounds: seeds fixed, pairings drafted, published, taken back, started, watched; results set and corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.formats.registry import format_of
from tournaments.forms.office import DrawForm, PublishForm, ReasonForm
from tournaments.models import Bye, Pairing, Round, Stage
from tournaments.pages import pairings, round_facts, words
from tournaments.pages.pairings import Absence
from tournaments.pages.venues import venue_of
from tournaments.permissions import Capability
from tournaments.selectors.conduct import draft_outdated, reasons_of, rounds_advice
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.selectors.standings import StageTable, stage_table
from tournaments.services.draw import in_seed_order
from tournaments.views.common import Here, act, done, page
from tournaments.views.console.desk import desk, reason_in, round_here, stage_asked, stage_choices, stage_here, why_not
from tournaments.views.console.pairing import pairing_context

DRAWN: Final = (Stage.State.DRAWN, Stage.State.RUNNING)
BEFORE_THE_END: Final = (Stage.State.DRAFT, *DRAWN)


@page
def rounds(here: Here) -> HttpResponse:
    """Show the seeds and every round, drafts included."""
    stage = stage_asked(here)
    by_round = format_of(stage.format).pairer is not None
    sheet = cache(lambda: stage_pairings(stage, drafts=True))
    return desk(
        here,
        "rounds",
        {
            "stage": stage,
            "stages": stage_choices(here, stage),
            "by_round": by_round,
            "format": words.format_name(stage),
            "draw": DrawForm(initial={"only_checked_in": here.tournament.check_in}),
            "field": lambda: _field(here, stage),
            "rounds": lambda: _rounds(here, sheet()),
            "can_draft": lambda: not by_round and stage.state == Stage.State.DRAWN and not is_public(sheet()),
            "can_undraw": lambda: can_undraw(stage, sheet()),
            "advice": lambda: rounds_advice(stage) if stage.state in BEFORE_THE_END else None,
            "pairing": lambda: pairing_context(here, stage) if by_round and stage.state in DRAWN else None,
            "why_pair": why_not(here.may(Capability.PAIR)),
            "why_publish": why_not(here.may(Capability.PUBLISH)),
        },
    )


def can_undraw(stage: Stage, sheet: StagePairings) -> bool:
    """Tell whether the seeds can be opened again."""
    given = stage.state == Stage.State.DRAWN and stage.source_stage_id is None
    return given and not is_public(sheet)


def is_public(sheet: StagePairings) -> bool:
    """Tell whether somebody besides the staff sees a round of the stage."""
    return any(one.public for one in sheet.rounds)


def _field(here: Here, stage: Stage) -> list[dict[str, Any]]:
    """Return the entries with their seeds; before the draw, those that would be drawn, in order."""
    if stage.state == Stage.State.DRAFT:
        chosen = in_seed_order(stage, "given", only_checked_in=here.tournament.check_in)
        return [{"seed": seed, "entry": entry} for seed, entry in enumerate(chosen, start=1)]
    return [{"seed": place.seed, "entry": place.entry} for place in stage.field.select_related("entry")]


def _rounds(here: Here, sheet: StagePairings) -> list[dict[str, Any]]:
    """Return the rounds with their boards, those that matter now opened; where each is paired alone the last comes
    first, and of those that are over only the one that is asked for shows its boards.
    """
    by_round = format_of(sheet.stage.format).pairer is not None
    known = cache(lambda: stage_table(sheet.stage))
    unfinished = [one.pk for one in sheet.rounds if one.state != Round.State.CLOSED]
    current = unfinished[-1 if by_round else 0] if unfinished else None
    waits = False
    shown = []
    for one in sheet.rounds:
        boards = _paired_alone(here, one, sheet, known) if by_round else _of_tree(here, one, sheet)
        shown.append(_round(one, sheet, is_current=one.pk == current, waits=waits) | boards)
        # A postponed board keeps its own round open, and nobody from playing on.
        waits = waits or any(_keeps_waiting(board) for board in sheet.pairings_of(one))
    return shown[::-1] if by_round else shown


def _keeps_waiting(board: Pairing) -> bool:
    """Tell whether a board stands against the start of the next round."""
    return board.state != Pairing.State.DECIDED and not board.postponed


def _of_tree(here: Here, round_: Round, sheet: StagePairings) -> dict[str, Any]:
    """Return the boards of a round that follows from the seeds, and who has a bye."""
    boards = sheet.pairings_of(round_)
    return {
        "rows": pairings.rows(boards, sheet, here.actor.entries),
        "absences": pairings.absences(boards, sheet, here.actor.entries),
        "postponed": _postponed(boards),
    }


def _paired_alone(here: Here, round_: Round, sheet: StagePairings, known: Callable[[], StageTable]) -> dict[str, Any]:
    """Return the boards of a round that was paired from what had happened, and what is said beside them."""
    asked = here.request.GET.get("show", "") == str(round_.number)
    if round_.state == Round.State.CLOSED and not asked:
        return {"is_folded": True}
    beside = round_facts.beside(known(), round_.number, reasons_of(round_))
    boards, own = sheet.pairings_of(round_), here.actor.entries
    why = {entry.pk: beside.why.get(board.key, ()) for board in boards for entry in board.entries if entry is not None}
    return {
        "rows": pairings.rows(boards, sheet, own, beside),
        "alone": _alone_in_draft(sheet.stage, round_, boards, why)
        if round_.state == Round.State.DRAFT
        else round_facts.alone(known(), round_.number, own, why),
        "is_outdated": draft_outdated(round_),
        "is_asked": asked,
        "can_edit": True,
        "postponed": _postponed(boards),
    }


def _alone_in_draft(
    stage: Stage, round_: Round, boards: Sequence[Pairing], why: Mapping[str, tuple[str, ...]]
) -> list[Absence]:
    """Return who has no opponent in a draft: the table knows of it once it is public."""
    free = {entry.pk for board in boards if pairings.is_free(board) for entry in board.entries if entry is not None}
    seated = {entry.pk for board in boards for entry in board.entries if entry is not None} - free
    byes = stage.byes.filter(round_number=round_.number, state=Bye.State.GRANTED)
    said = {bye.entry_id: bye.get_kind_display() for bye in byes} | dict.fromkeys(free, _("bye of the pairing"))
    places = stage.field.select_related("entry")
    return [
        Absence(place.entry.name, place.seed, said.get(place.entry_id, _("absent")), False, why.get(place.entry_id, ()))
        for place in places
        if place.entry_id not in seated and place.entry.plays
    ]


def _postponed(boards: Sequence[Pairing]) -> set[str]:
    """Return the boards that are played later."""
    return {board.pk for board in boards if board.postponed}


def _round(round_: Round, sheet: StagePairings, *, is_current: bool, waits: bool) -> dict[str, Any]:
    boards = sheet.pairings_of(round_)
    return {
        "round": round_,
        "name": words.round_name(round_),
        "is_current": is_current,
        "publish": PublishForm(auto_id=f"publish-{round_.pk}-%s"),
        "reason": ReasonForm(auto_id=f"unpublish-{round_.pk}-%s"),
        "why_start": _("Boards of the round before have no result yet.") if waits else "",
        "starts_itself": sheet.stage.state == Stage.State.RUNNING and sheet.stage.as_ready,
        "count": sum(not pairings.is_free(board) for board in boards),
        "undecided": sum(pairings.result_of(pairing) is None for pairing in boards),
        "venue": venue_of(round_, sheet.stage.tournament) if _unplayed(boards) else None,
    }


def _unplayed(boards: Sequence[Pairing]) -> bool:
    """Tell whether no match has been made for any of these boards, so that it can be chosen where they are played."""
    return not any(board.games.all() for board in boards)


@act
def draw(here: Here, stage_id: str) -> HttpResponse:
    """Fix the seeds."""
    form = DrawForm({"seeding": "given", **here.request.POST.dict()})
    if not form.is_valid():
        raise TournamentError("bad_value", "seeding")
    chosen = form.cleaned_data["only_checked_in"] if "seeding" in here.request.POST else None
    services.stage_draw(
        stage_id=stage_here(here, stage_id).pk, by=here.actor, seeding=form.chosen, only_checked_in=chosen
    )
    return done(here, _("The seeds are fixed."))


@act
def undraw(here: Here, stage_id: str) -> HttpResponse:
    """Let entries change again."""
    services.stage_undraw(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    return done(here, _("The seeds are open again."))


@act
def draft(here: Here, stage_id: str) -> HttpResponse:
    """Make the pairings, for the staff alone."""
    made = services.round_draft(stage_id=stage_here(here, stage_id).pk, by=here.actor)
    made.stage = stage_here(here, stage_id)
    return done(here, _("%(round)s is paired. Only the staff sees it.") % {"round": words.round_name(made)})


@act
def publish(here: Here, round_id: str) -> HttpResponse:
    """Let everybody see the pairings."""
    form, found = PublishForm(here.request.POST), round_here(here, round_id)
    if not form.is_valid():
        raise TournamentError("bad_value", form.fields["starts"].label)
    services.round_publish(
        round_id=found.pk,
        by=here.actor,
        starts_at_ms=form.starts_at_ms(here.tournament.zone),
        starts_itself=form.cleaned_data["starts_itself"],
    )
    return done(here, _("%(round)s is published.") % {"round": words.round_name(found)})


@act
def unpublish(here: Here, round_id: str) -> HttpResponse:
    """Take the pairings back."""
    found = round_here(here, round_id)
    services.round_unpublish(round_id=found.pk, by=here.actor, reason=reason_in(here))
    return done(here, _("%(round)s is a draft again.") % {"round": words.round_name(found)})


@act
def start(here: Here, round_id: str) -> HttpResponse:
    """Start a round; twice is as once."""
    started = services.round_start(round_id=round_here(here, round_id).pk, by=here.actor)
    if started.already:
        return done(here, _("The round had been started already."))
    count = started.matches
    return done(here, ngettext("%(n)s match is set up.", "%(n)s matches are set up.", count) % {"n": count})


@act
def close(here: Here, round_id: str) -> HttpResponse:
    """Close a round that has not closed by itself."""
    found = round_here(here, round_id)
    services.round_close(round_id=found.pk, by=here.actor)
    return done(here, _("%(round)s is closed.") % {"round": words.round_name(found)})
