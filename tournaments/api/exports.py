"""Files for other programs."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from matches.api.fields import Strict
from matches.api.operation import operation
from tournaments.api.views import TournamentView
from tournaments.errors import NotFoundError
from tournaments.models import Round
from tournaments.selectors.open_to import stage_open_to
from tournaments.selectors.public import sees_drafts
from tournaments.selectors.reports import DIALECTS, report_of


class ReportQuery(Strict):
    """Which form of report file."""

    form = serializers.ChoiceField(choices=list(DIALECTS), required=False)


class StageReport(TournamentView):
    """A Swiss or round robin as a tournament report file."""

    tag = "stages"

    @operation("Download the report file of a stage", media="text/plain", query=ReportQuery, refuses=(409,))
    def get(self, request: Request, stage_id: str) -> HttpResponse:
        """Return the rounds that are published as TRF16 or TRF26, without `form` in the one in which it was imported.

        Between rounds the file asks for the pairing of the next one. To the staff it tells reasons of corrections.
        """
        found = stage_open_to(self.asker, stage_id)
        staff = sees_drafts(found.actor)
        if not staff and not found.row.rounds.exclude(state=Round.State.DRAFT).exists():
            raise NotFoundError("no_such_stage")
        form = self.asked_for.get("form")
        text = report_of(found.row, dialect=DIALECTS[form] if form else None, for_staff=staff)
        response = HttpResponse(text.encode(), content_type="text/plain; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{found.tournament.slug}.trf"'
        return response
