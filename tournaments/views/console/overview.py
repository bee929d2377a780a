"""The first tab: what the tournament needs now, its figures, its open boards; opening, ending, announcing."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.forms.office import AnnounceForm
from tournaments.models import Pairing, Round
from tournaments.pages import pairings, words
from tournaments.pages.pairings import Row
from tournaments.pages.what_now import NEEDS, Line, line
from tournaments.permissions import Capability
from tournaments.selectors.pairings import StagePairings, stage_pairings
from tournaments.selectors.queue import arbiter_queue
from tournaments.selectors.what_now import Counts, counts_of, what_now
from tournaments.views.common import Here, act, done, page, sent_by
from tournaments.views.console.desk import desk, the_stage
from tournaments.views.console.second import waiting_here


@page
def overview(here: Here) -> HttpResponse:
    """Show what to do next."""
    counts = cache(lambda: counts_of(here.tournament))
    return desk(
        here,
        "overview",
        {
            "counts": counts,
            "line": lambda: the_line(here, counts()),
            "queue": lambda: arbiter_queue(here.tournament) if here.rules else [],
            "boards": lambda: _open_boards(here),
            "waiting": lambda: waiting_here(here),
            "announce": AnnounceForm(),
            "addresses": _addresses(here),
        },
    )


def _addresses(here: Here) -> list[dict[str, str]]:
    """Return what the organizer may want to send to people."""
    pages = [(_("The tournament's page"), "tournament")]
    if here.can_enter:
        pages.append((_("Where players enter themselves"), "tournament-enter"))
    return [
        {"label": label, "url": here.request.build_absolute_uri(reverse(name, args=[here.tournament.slug]))}
        for label, name in pages
    ]


def the_line(here: Here, counts: Counts) -> Line:
    """Return the "what now" line for whoever looks."""
    found = what_now(here.tournament)
    needed = NEEDS.get(found.act)
    return line(found, here.tournament, counts, allowed=needed is None or here.may(needed))


def _open_boards(here: Here) -> list[dict[str, Any]]:
    """Return the boards that are being played or could be, by round: numbers of boards belong to a round."""
    sheet = stage_pairings(the_stage(here), drafts=False)
    found = [(round_, _open_rows(here, sheet, round_)) for round_ in sheet.rounds]
    return [{"round": words.round_name(round_), "rows": rows} for round_, rows in found if rows]


def _open_rows(here: Here, sheet: StagePairings, round_: Round) -> list[Row]:
    begun = (Pairing.State.RUNNING, Pairing.State.READY)
    return [
        pairings.row(found, sheet, here.actor.entries) for found in sheet.pairings_of(round_) if found.state in begun
    ]


@act
def open_(here: Here) -> HttpResponse:
    """Let everybody see the tournament."""
    services.tournament_open(tournament_id=here.tournament.pk, by=here.actor)
    return done(here, _("The tournament is open."))


@act
def finish(here: Here) -> HttpResponse:
    """End the tournament."""
    services.tournament_finish(tournament_id=here.tournament.pk, by=here.actor)
    return done(here, _("The tournament is finished."))


@act
@sent_by(Capability.PUBLISH)
def announce(here: Here) -> HttpResponse:
    """Say something to everybody."""
    form = AnnounceForm(here.request.POST)
    if not form.is_valid():
        raise TournamentError("bad_value", _("Announcement"))
    services.announcement_post(tournament_id=here.tournament.pk, by=here.actor, text=form.cleaned_data["text"])
    return done(here, _("Announced."))
