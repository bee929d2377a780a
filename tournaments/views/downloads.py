"""What everybody may take along as a file: published pairings, standings, and the report file."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from tournaments.errors import NotFoundError
from tournaments.exchange import tables
from tournaments.exchange.tables import Form, Table
from tournaments.models import Stage
from tournaments.selectors.exports import pairings_table, standings_table
from tournaments.selectors.reports import DIALECTS, report_of
from tournaments.selectors.standings import standings_of
from tournaments.views.common import Here, page
from tournaments.views.stages import asked


@page
def pairings(here: Here, number: int, form: str) -> HttpResponse:
    """Return the boards of a published round."""
    stage = _stage(here)
    round_ = stage.rounds.filter(number=number).first()
    if round_ is None or not round_.public:
        raise NotFoundError("no_such_round")
    round_.stage = stage
    return table_file(pairings_table(round_), _name(here, stage, f"round-{number}"), form)


@page
def standings(here: Here, form: str) -> HttpResponse:
    """Return the standings of a stage after a round."""
    stage = _stage(here)
    found = standings_of(stage, after=asked(here).after)
    return table_file(standings_table(stage, found), _name(here, stage, f"standings-{found.after}"), form)


@page
def report(here: Here, form: str) -> HttpResponse:
    """Return the report file of a stage as far as it is published."""
    return report_file(here, _stage(here), form, for_staff=False)


def report_file(here: Here, stage: Stage, form: str, *, for_staff: bool) -> HttpResponse:
    """Return a report file: TRF16, TRF26, or `trf`, the form in which the stage was imported."""
    if form not in DIALECTS and form != "trf":
        raise Http404(form)
    text = report_of(stage, dialect=DIALECTS.get(form), for_staff=for_staff)
    return download(text.encode(), f"{_name(here, stage, form)}.trf", "text/plain; charset=utf-8")


def table_file(table: Table, name: str, form: str) -> HttpResponse:
    """Return a table as CSV or XLSX."""
    known: dict[str, Form] = {"csv": "csv", "xlsx": "xlsx"}
    if form not in known:
        raise Http404(form)
    return download(tables.write(table, known[form]), f"{name}.{form}", tables.TYPES[known[form]])


def download(content: bytes, name: str, content_type: str) -> HttpResponse:
    """Return a file that a browser saves under this name."""
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _stage(here: Here) -> Stage:
    """Return the stage that the address asks for; before anything of it is public it exists for the staff alone."""
    part = asked(here).part
    if part is None or not (part.public or here.sees_drafts):
        raise NotFoundError("no_such_stage")
    return part.stage


def _name(here: Here, stage: Stage, what: str) -> str:
    """Return the name of a file without its ending; slugs have no characters that would need quoting."""
    several = here.tournament.stages.count() > 1
    return f"{here.tournament.slug}{f'-stage-{stage.number}' if several else ''}-{what}"
