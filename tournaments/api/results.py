"""Results: reported by players, set and corrected by the staff; nothing is corrected without saying what follows."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.rounds import (
    CorrectionIn,
    CorrectionOut,
    CorrectionQuery,
    ReportIn,
    ReportOut,
    ResultIn,
    ResultOut,
)
from tournaments.api.views import TournamentView
from tournaments.errors import NotFoundError
from tournaments.models import Pairing
from tournaments.selectors.open_to import Found, pairing_open_to


class _ResultView(TournamentView):
    tag = "results"

    def found(self, pairing_id: str) -> Found[Pairing]:
        """Return the pairing of an address, and who asks in its tournament."""
        return pairing_open_to(self.asker, pairing_id)


class ResultDetail(_ResultView):
    """The result of a pairing."""

    @operation("Read a result", gives=ResultOut)
    def get(self, request: Request, pairing_id: str) -> Response:
        """Return the result; 404 with `no_result` while there is none."""
        pairing = self.found(pairing_id).row
        if not hasattr(pairing, "result"):
            raise NotFoundError("no_result")
        return self.answer(pairing.result)

    @operation("Set a result", takes=ResultIn, gives=ResultOut, status=201, needs="manage", once=True)
    def post(self, request: Request, pairing_id: str) -> Response:
        """Write the result of a board that has none: played in a hall, forfeited, or decided by an arbiter."""
        by = self.found(pairing_id).actor
        return self.answer(services.result_set(pairing_id=pairing_id, by=by, **self.given))


class Report(_ResultView):
    """What a player says about the own board."""

    @operation("Report a result", takes=ReportIn, gives=ReportOut, needs="play", once=True)
    def post(self, request: Request, pairing_id: str) -> Response:
        """Say who has won at your board in a hall. It counts once the other side says the same."""
        by = self.found(pairing_id).actor
        return self.answer({"result": services.result_report(pairing_id=pairing_id, by=by, **self.given)})


class Correction(_ResultView):
    """Another result in the place of the present one."""

    @operation(
        "Correct a result", takes=CorrectionIn, gives=CorrectionOut, query=CorrectionQuery, needs="manage", once=True
    )
    def post(self, request: Request, pairing_id: str) -> Response:
        """Replace the result, with a reason. With `dry_run=true` nothing is changed: the answer has the effects alone.

        Once a board of a later round has begun, only a correction for the record is possible (`record_only`).
        """
        by = self.found(pairing_id).actor
        given: dict[str, Any] = {"pairing_id": pairing_id, "by": by, **self.given}
        effects = services.result_preview(**given)
        dry_run = self.asked_for["dry_run"]
        result = None if dry_run else services.result_correct(**given)
        return self.answer(
            {
                "dry_run": dry_run,
                "blocked": bool(effects.blocked),
                "changes": effects.changes,
                "result": result,
            }
        )
