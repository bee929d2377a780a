"""The conduct of a stage that pairs round by round: jobs, byes, entries kept apart, penalties."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.common import ReasonQuery
from tournaments.api.serializers.conduct import (
    ApartIn,
    ApartOut,
    ByeDecisionIn,
    ByeIn,
    ByeOut,
    ByeQuery,
    JobIn,
    JobOut,
    PenaltyIn,
    PenaltyOut,
)
from tournaments.api.views import TournamentView, require
from tournaments.models import Stage
from tournaments.permissions import Capability, Right
from tournaments.selectors.open_to import (
    Found,
    apart_open_to,
    bye_open_to,
    byes_for,
    job_open_to,
    penalty_open_to,
    stage_open_to,
)


class _StageView(TournamentView):
    tag = "conduct"

    def found(self, stage_id: str) -> Found[Stage]:
        """Return the stage of an address, and who asks in its tournament."""
        return stage_open_to(self.asker, stage_id)

    def for_staff(self, stage_id: str) -> Found[Stage]:
        """Return the same to those who see drafts. Raises NotAllowedError."""
        found = self.found(stage_id)
        require(found.actor, Capability.DRAFT_ROUND, Right.READ)
        return found


class JobList(_StageView):
    """Rounds that are paired from what has happened."""

    ordering = ("-asked_at_ms", "id")

    @operation("List the pairing jobs of a stage", gives=JobOut, many=True, query=PageQuery, closed=True)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the jobs, newest first; for the staff alone."""
        return self.page(self.for_staff(stage_id).row.jobs.all())

    @operation("Pair the next round", takes=JobIn, gives=JobOut, status=202, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Ask for the pairing of the next round, or of the one that is a draft. Ask the job how far it is.

        While one is open it is returned as it is. Boards without a result stand against it (`boards_unsettled`).
        """
        by = self.found(stage_id).actor
        given = {**self.given, "rematches": [(one, other) for one, other in self.given["rematches"]]}
        return self.answer(services.round_pair(stage_id=stage_id, by=by, **given))


class JobDetail(TournamentView):
    """One round that is being paired."""

    tag = "conduct"

    @operation("Read a pairing job", gives=JobOut, closed=True)
    def get(self, request: Request, job_id: str) -> Response:
        """Return how far it is, or why it failed; for the staff alone."""
        return self.answer(job_open_to(self.asker, job_id).row)

    @operation("Call a pairing job off", status=204, needs="manage")
    def delete(self, request: Request, job_id: str) -> Response:
        """Call off a job that is not done; what it works out is not written."""
        services.pairing_job_cancel(job_id=job_id, by=job_open_to(self.asker, job_id).actor)
        return self.done()


class ByeList(_StageView):
    """Rounds in which entries need not play."""

    ordering = ("round_number", "id")

    @operation("List the byes of a stage", gives=ByeOut, many=True, query=ByeQuery)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return what was asked for and given by round: everything to the staff, players their own, nobody else's."""
        found = self.found(stage_id)
        byes = byes_for(found.row, found.actor)
        return self.page(byes.filter(state=self.asked_for["state"]) if "state" in self.asked_for else byes)

    @operation("Ask for a bye, or give one", takes=ByeIn, gives=ByeOut, status=201, needs="play", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Ask for a round off before it is paired; with `give` grant it at once. Asking again replaces the request."""
        by = self.found(stage_id).actor
        give, beyond_limit = self.given.pop("give"), self.given.pop("beyond_limit")
        if give:
            bye = services.bye_give(stage_id=stage_id, by=by, beyond_limit=beyond_limit, **self.given)
        else:
            bye = services.bye_ask(stage_id=stage_id, by=by, **self.given)
        return self.answer(bye)


class ByeDetail(TournamentView):
    """One bye."""

    tag = "conduct"

    @operation("Read a bye", gives=ByeOut, closed=True)
    def get(self, request: Request, bye_id: str) -> Response:
        """Return the bye to the staff and to the entry itself."""
        return self.answer(bye_open_to(self.asker, bye_id).row)

    @operation("Take a bye back", status=204, needs="play")
    def delete(self, request: Request, bye_id: str) -> Response:
        """Take back a bye, or the request for one, as long as its round is not public."""
        services.bye_remove(bye_id=bye_id, by=bye_open_to(self.asker, bye_id).actor)
        return self.done()


class ByeDecision(TournamentView):
    """What becomes of a bye that was asked for."""

    tag = "conduct"

    @operation("Grant or decline a bye", takes=ByeDecisionIn, gives=ByeOut, needs="manage", once=True)
    def post(self, request: Request, bye_id: str) -> Response:
        """Grant what was asked for, or decline it with a reason."""
        by = bye_open_to(self.asker, bye_id).actor
        reason = self.given["reason"]
        if not self.given["grant"]:
            return self.answer(services.bye_decline(bye_id=bye_id, by=by, reason=reason))
        beyond_limit = self.given["beyond_limit"]
        return self.answer(services.bye_grant(bye_id=bye_id, by=by, beyond_limit=beyond_limit, reason=reason))


class ApartList(_StageView):
    """Who must not meet whom."""

    ordering = ("made_at_ms", "id")

    @operation("List who is kept apart", gives=ApartOut, many=True, query=PageQuery, closed=True)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the entries that are kept apart; for the staff alone."""
        return self.page(self.for_staff(stage_id).row.kept_apart.prefetch_related("entries"))

    @operation("Keep entries apart", takes=ApartIn, gives=ApartOut, status=201, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Keep entries apart, no two of them are paired in these rounds. Rounds that are paired stay as they are."""
        by = self.found(stage_id).actor
        return self.answer(services.apart_add(stage_id=stage_id, by=by, **self.given))


class ApartDetail(TournamentView):
    """One rule about who must not meet whom."""

    tag = "conduct"

    @operation("Let entries meet again", status=204, needs="manage", query=ReasonQuery)
    def delete(self, request: Request, apart_id: str) -> Response:
        """Let the entries meet again from the next pairing on."""
        services.apart_remove(apart_id=apart_id, by=apart_open_to(self.asker, apart_id).actor, **self.asked_for)
        return self.done()


class PenaltyList(_StageView):
    """Points that are taken off."""

    ordering = ("at_ms", "id")

    @operation("List the penalties of a stage", gives=PenaltyOut, many=True, query=PageQuery, closed=True)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the penalties and bonuses with their reasons, oldest first; for the staff alone."""
        return self.page(self.for_staff(stage_id).row.penalties.select_related("entry"))

    @operation("Take points off", takes=PenaltyIn, gives=PenaltyOut, status=201, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Take points off in the standings from a round on, with a reason. Pairings do not look at it."""
        by = self.found(stage_id).actor
        return self.answer(services.penalty_add(stage_id=stage_id, by=by, **self.given))


class PenaltyDetail(TournamentView):
    """One penalty."""

    tag = "conduct"

    @operation("Give points back", status=204, needs="manage", query=ReasonQuery)
    def delete(self, request: Request, penalty_id: str) -> Response:
        """Give the points back, with a reason."""
        by = penalty_open_to(self.asker, penalty_id).actor
        services.penalty_remove(penalty_id=penalty_id, by=by, **self.asked_for)
        return self.done()
