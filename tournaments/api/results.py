"""Results: reported by players, set and corrected by the staff; nothing is corrected without saying what follows."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.common import ReasonIn
from tournaments.api.serializers.rounds import (
    CorrectionIn,
    CorrectionOut,
    CorrectionQuery,
    ReportIn,
    ReportOut,
    ResultIn,
    ResultOut,
    WaitingOut,
)
from tournaments.api.views import TournamentView, require
from tournaments.errors import NotFoundError
from tournaments.models import Pairing, PendingRuling
from tournaments.permissions import Capability, Right
from tournaments.selectors.open_to import Found, pairing_open_to, pending_open_to
from tournaments.selectors.pending import pending_of


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

        Once a board of a later round has begun, only a correction for the record is possible (`record_only`). Where the
        tournament asks for a second arbiter nothing is changed yet: `waiting` is what another one has to confirm.
        """
        by = self.found(pairing_id).actor
        given: dict[str, Any] = {"pairing_id": pairing_id, "by": by, **self.given}
        effects = services.result_preview(**given)
        dry_run = self.asked_for["dry_run"]
        done = None if dry_run else services.correction_submit(**given)
        waits = isinstance(done, PendingRuling)
        return self.answer(
            {
                "dry_run": dry_run,
                "blocked": bool(effects.blocked),
                "changes": effects.changes,
                "result": None if waits else done,
                "waiting": done if waits else None,
            }
        )


class WaitingList(TournamentView):
    """What waits for a second arbiter."""

    tag = "arbiting"
    ordering = ("at_ms", "id")

    @operation("List what waits for a second arbiter", gives=WaitingOut, many=True, query=PageQuery, closed=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the decisions that another arbiter has to confirm, oldest first; for the staff alone."""
        tournament, actor = self.here(slug)
        require(actor, Capability.DRAFT_ROUND, Right.READ)
        return self.page(pending_of(tournament))


class Waiting(TournamentView):
    """One decision that waits for a second arbiter, or did."""

    tag = "arbiting"

    @operation("Read what waits for a second arbiter", gives=WaitingOut, closed=True)
    def get(self, request: Request, pending_id: str) -> Response:
        """Return it with what became of it; for the staff alone."""
        return self.answer(pending_open_to(self.asker, pending_id).row)


class Confirming(TournamentView):
    """The agreement of a second arbiter."""

    tag = "arbiting"

    @operation("Confirm as second arbiter", gives=WaitingOut, needs="manage", once=True)
    def post(self, request: Request, pending_id: str) -> Response:
        """Do what another arbiter has decided. `stale_proposal` if the result has changed since."""
        found = pending_open_to(self.asker, pending_id)
        services.pending_confirm(pending_id=pending_id, by=found.actor)
        found.row.refresh_from_db()
        return self.answer(found.row)


class Rejecting(TournamentView):
    """The disagreement of a second arbiter."""

    tag = "arbiting"

    @operation("Reject as second arbiter", takes=ReasonIn, gives=WaitingOut, needs="manage", once=True)
    def post(self, request: Request, pending_id: str) -> Response:
        """Let nothing come of it. Whoever has decided it takes it back so."""
        by = pending_open_to(self.asker, pending_id).actor
        return self.answer(services.pending_reject(pending_id=pending_id, by=by, reason=self.given["reason"]))
