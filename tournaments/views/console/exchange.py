"""Files in and out: what the staff may take along, and a report file as a new tournament."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.models import Match
from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.exchange.trf import TrfError
from tournaments.exchange.trf.faults import Fault
from tournaments.formats.registry import FORMATS
from tournaments.forms.exchange import ReportForm, TakeOverForm
from tournaments.models import Stage
from tournaments.pages import words
from tournaments.permissions import Capability, Right
from tournaments.selectors.exports import entries_table
from tournaments.selectors.public import rounds_for
from tournaments.selectors.reports import fits_trf16, has_report
from tournaments.services import ReadReport
from tournaments.services.report_imports import MOST_BYTES
from tournaments.views.common import Here, note, page
from tournaments.views.console.desk import desk, guard, why_not
from tournaments.views.downloads import download, report_file, table_file

# out


@page
def exchange(here: Here) -> HttpResponse:
    """Show what can be taken along as a file."""
    stages = [_stage(here, stage) for stage in here.tournament.stages.order_by("number")]
    context = {
        "stages": stages,
        "several": len(stages) > 1,
        "with_email": here.may(Capability.CONTACT_DATA, Right.READ),
        "archive_why": _archive_why(here),
    }
    return desk(here, "exchange", context)


def _stage(here: Here, stage: Stage) -> dict[str, Any]:
    """Return what there is of a stage."""
    rounds = [one for one in rounds_for(here.tournament, here.actor) if one.stage_id == stage.pk and one.public]
    return {
        "stage": stage,
        "name": words.stage_name(stage),
        "rounds": [{"number": one.number, "name": words.round_name(one)} for one in rounds],
        "report": has_report(stage),
        "trf16": fits_trf16(stage),
        "ranked": stage.field.exists(),
    }


def _archive_why(here: Here) -> str:
    """Return why there is no archive now, if that is so."""
    allowed = here.may(Capability.SETTINGS, Right.READ)
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=here.tournament)
    under_way = matches.exclude(status=Match.Status.OVER).count()
    return why_not(allowed) or (TournamentError("matches_under_way", under_way).message if under_way else "")


@page
def entries_file(here: Here, form: str) -> HttpResponse:
    """Return everybody who takes part, with their addresses for those who may read them and ask for them."""
    guard(here)
    here.require(Capability.SCREENS, Right.READ)
    with_email = here.request.GET.get("email") == "1"
    if with_email:
        here.require(Capability.CONTACT_DATA, Right.READ)
    table = entries_table(here.tournament, with_email=with_email)
    return table_file(table, f"{here.tournament.slug}-entries", form)


@page
def report(here: Here, stage_id: str, form: str) -> HttpResponse:
    """Return the report file of a stage with what is for the staff."""
    guard(here)
    stage = here.tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise NotFoundError("no_such_stage")
    return report_file(here, stage, form, for_staff=True)


@page
def archive(here: Here) -> HttpResponse:
    """Return the whole tournament as one file, without addresses."""
    guard(here)
    data = services.tournament_archive(slug=here.tournament.slug, by=here.actor)
    return download(data, f"{here.tournament.slug}.flagfall.json", "application/json")


# in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Take a report file and show what is in it; nothing is made and nothing is kept."""
    sent = request.method == "POST"
    form = ReportForm(request.POST, request.FILES) if sent else ReportForm()
    faults: list[str] = []
    if sent and form.is_valid():
        # One byte more than is allowed tells that the file is too large.
        content, encoding = form.cleaned_data["file"].read(MOST_BYTES + 1), form.cleaned_data["encoding"]
        try:
            found = services.report_read(content, encoding=encoding)
        except TrfError as error:
            faults = _sentences(error.faults)
        except TournamentError as refusal:
            note(form, refusal, "file")
        else:
            name = found.stage.name or form.cleaned_data["file"].name.rsplit(".", 1)[0]
            return _preview(request, TakeOverForm.of(content, encoding, name[:120]), found)
    status = 400 if form.errors or faults else 200
    return render(request, "tournaments/console/report.html", {"form": form, "faults": faults}, status=status)


@require_http_methods(["POST"])
@never_cache
@login_required
def take_over(request: HttpRequest) -> HttpResponse:
    """Make a tournament of a report file: all of it or nothing."""
    form = TakeOverForm(request.POST)
    if not form.is_valid() and form.errors.keys() & {"content", "encoding"}:
        return redirect("tournament-report-read")
    try:
        found = services.report_read(form.cleaned_data["content"], encoding=form.cleaned_data["encoding"])
    except (TrfError, TournamentError):
        # It was read before: what travelled along is not what was sent.
        return redirect("tournament-report-read")
    if form.is_valid():
        try:
            made = services.report_import(by_user=request.user, **form.cleaned_data)
        except TournamentError as refusal:
            note(form, refusal, "name")
        else:
            messages.success(request, _("The tournament is made. Only you see it so far."))
            return redirect("console", made.slug)
    return _preview(request, form, found)


def _preview(request: HttpRequest, form: TakeOverForm, found: ReadReport) -> HttpResponse:
    """Show what a file would become."""
    stage = found.stage
    boards = [board for boards in stage.rounds for board in boards]
    context = {
        "form": form,
        "format": words.say(FORMATS[stage.format].name),
        "entries": stage.entries,
        "rounds": len(stage.rounds),
        "declared": stage.settings.get("rounds"),
        "boards": len(boards),
        "open": sum("?" in board.results for board in boards),
        "byes": len(stage.byes),
        "apart": len(stage.apart),
        "penalties": len(stage.deductions),
        "notes": _sentences(stage.notes),
    }
    return render(request, "tournaments/console/report_preview.html", context, status=400 if form.errors else 200)


def _sentences(faults: tuple[Fault, ...]) -> list[str]:
    return [words.say(fault.text) for fault in faults]
