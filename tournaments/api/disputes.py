"""Disputes: opened by players and staff, decided by arbiters, appealed to a chief arbiter."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.disputes import (
    AppealIn,
    DisputeIn,
    DisputeOut,
    DisputeQuery,
    SeenIn,
    VerdictIn,
)
from tournaments.api.views import TournamentView
from tournaments.models import Dispute
from tournaments.permissions import Actor
from tournaments.selectors.disputes import dispute_open_to, disputes_known_to, may_read
from tournaments.selectors.open_to import Found
from tournaments.services.disputed import Disputed


class _DisputeView(TournamentView):
    tag = "disputes"

    def found(self, dispute_id: str) -> Found[Dispute]:
        """Return the dispute of an address, and who asks in its tournament."""
        return dispute_open_to(self.asker, dispute_id)

    def told(self, dispute: Dispute, actor: Actor) -> Response:
        """Return the answer with a dispute, as much of it as the actor may read."""
        return self.answer(dispute, readable=lambda row: may_read(row, actor))

    def again(self, dispute_id: str) -> Response:
        """Return the answer with a dispute as it is now."""
        found = self.found(dispute_id)
        return self.told(found.row, found.actor)


class DisputeList(_DisputeView):
    """The disputes of a tournament."""

    ordering = ("opened_at_ms", "id")

    @operation("List the disputes of a tournament", gives=DisputeOut, many=True, query=DisputeQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the disputes, oldest first; those about a person to those alone whom they concern, and the staff."""
        tournament, actor = self.here(slug)
        rows = disputes_known_to(tournament, actor)
        rows = rows.filter(**{key: self.asked_for[key] for key in ("state", "match") if key in self.asked_for})
        return self.page(rows, readable=lambda row: may_read(row, actor))

    @operation("Open a dispute", takes=DisputeIn, gives=DisputeOut, status=201, needs="play", once=True)
    def post(self, request: Request, slug: str) -> Response:
        """Dispute something about your own match, or any as a member of the staff."""
        tournament, actor = self.here(slug)
        given = self.given
        named = {f"{key}_id": given[key] for key in ("match", "pairing", "entry")}
        dispute = services.dispute_open(
            tournament_id=tournament.pk,
            by=actor,
            thing=Disputed(about=given["about"], ply=given["ply"], **named),
            reason=given["reason"],
            text=given["text"],
        )
        return self.again(dispute.pk)


class DisputeDetail(_DisputeView):
    """One dispute."""

    @operation("Read a dispute", gives=DisputeOut)
    def get(self, request: Request, dispute_id: str) -> Response:
        """Return the dispute, its appeal, and what was decided."""
        return self.again(dispute_id)


class Taking(_DisputeView):
    """Taking a dispute, or its appeal, from the queue."""

    @operation("Take a dispute", takes=SeenIn, gives=DisputeOut, needs="manage", once=True)
    def post(self, request: Request, dispute_id: str) -> Response:
        """Take the dispute, or its appeal, into your own hands, also from a colleague's."""
        by = self.found(dispute_id).actor
        services.dispute_take(dispute_id=dispute_id, by=by, **self.given)
        return self.again(dispute_id)


class Decision(_DisputeView):
    """The decision of a dispute."""

    @operation("Decide a dispute", takes=VerdictIn, gives=DisputeOut, needs="manage", once=True)
    def post(self, request: Request, dispute_id: str) -> Response:
        """Decide, and say why. What it changes at the board is done by a ruling, which `ruling_line` may name."""
        by = self.found(dispute_id).actor
        services.dispute_decide(dispute_id=dispute_id, by=by, **self.given)
        return self.again(dispute_id)


class Withdrawal(_DisputeView):
    """Taking the own dispute back."""

    @operation("Withdraw a dispute", gives=DisputeOut, needs="play", once=True)
    def post(self, request: Request, dispute_id: str) -> Response:
        """Take your own dispute back before it is decided; a match that it has paused goes on."""
        by = self.found(dispute_id).actor
        services.dispute_withdraw(dispute_id=dispute_id, by=by)
        return self.again(dispute_id)


class Appealing(_DisputeView):
    """The appeal against a decision."""

    @operation("Appeal a decision", takes=AppealIn, gives=DisputeOut, status=201, needs="play", once=True)
    def post(self, request: Request, dispute_id: str) -> Response:
        """Appeal while the time for it runs (`appeal_until`)."""
        by = self.found(dispute_id).actor
        services.appeal_open(dispute_id=dispute_id, by=by, **self.given)
        return self.again(dispute_id)


class AppealDecision(_DisputeView):
    """The decision of an appeal."""

    @operation("Decide an appeal", takes=VerdictIn, gives=DisputeOut, needs="manage", once=True)
    def post(self, request: Request, dispute_id: str) -> Response:
        """Decide for good, as a chief arbiter who has not decided the dispute."""
        by = self.found(dispute_id).actor
        services.appeal_decide(dispute_id=dispute_id, by=by, **self.given)
        return self.again(dispute_id)
