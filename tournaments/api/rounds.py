"""Rounds: read, published, taken back, started; and the boards in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.idempotency import HEADER
from matches.api.operation import operation
from matches.ids import new_id
from tournaments import services
from tournaments.api.serializers.common import ReasonQuery
from tournaments.api.serializers.conduct import PostponementIn, TraceOut, WhyOut
from tournaments.api.serializers.rounds import (
    ExtraTimeIn,
    PairingOut,
    PairingQuery,
    PublicationIn,
    ResumptionIn,
    RoundOut,
    RoundReasonIn,
    RoundReportOut,
    StartedOut,
    VenueIn,
)
from tournaments.api.views import TournamentView, require
from tournaments.models import Pairing, Stage
from tournaments.permissions import Capability, Right
from tournaments.selectors.conduct import reasons_of, trace_of
from tournaments.selectors.disputes import provisional_of
from tournaments.selectors.open_to import pairing_open_to, round_open_to
from tournaments.selectors.pairings import pairing_rows, seeds_in


class RoundDetail(TournamentView):
    """One round."""

    tag = "rounds"

    @operation("Read a round", gives=RoundOut)
    def get(self, request: Request, round_id: str) -> Response:
        """Return the round; a draft to the staff alone."""
        return self.answer(round_open_to(self.asker, round_id).row)


class Publication(TournamentView):
    """Everybody sees the pairings of a round."""

    tag = "rounds"

    @operation("Publish a round", takes=PublicationIn, gives=RoundOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Let everybody see the pairings."""
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_publish(round_id=round_id, by=found.actor, **self.given))

    @operation("Take a published round back", status=204, needs="manage", query=ReasonQuery)
    def delete(self, request: Request, round_id: str) -> Response:
        """Make the round a draft again, with the reason as a public note; not after it has begun."""
        found = round_open_to(self.asker, round_id)
        services.round_unpublish(round_id=round_id, by=found.actor, **self.asked_for)
        return self.done()


class Start(TournamentView):
    """The beginning of a round."""

    tag = "rounds"

    @operation("Start a round", gives=StartedOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Decide the byes and make every match that is due, each once, however often this is called."""
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_start(round_id=round_id, by=found.actor))


class Pause(TournamentView):
    """A pause of all boards of a round."""

    tag = "arbiting"

    @operation("Pause all boards of a round", takes=RoundReasonIn, gives=RoundReportOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Pause every match that is not over, also those that have not begun, and say what became of each board."""
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_pause(round_id=round_id, by=found.actor, **self.given))


class Resumption(TournamentView):
    """The end of a pause of all boards."""

    tag = "arbiting"

    @operation("Let all boards of a round go on", takes=ResumptionIn, gives=RoundReportOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Let the matches go on that were paused together, at once or at an announced instant.

        A match that was paused by itself stays paused.
        """
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_unpause(round_id=round_id, by=found.actor, **self.given))


class ExtraTime(TournamentView):
    """More time for all boards of a round."""

    tag = "arbiting"

    @operation("Give all boards of a round time", takes=ExtraTimeIn, gives=RoundReportOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Give both sides of every match that is played so much more. Send an Idempotency-Key: then it counts once."""
        found = round_open_to(self.asker, round_id)
        key = f"{found.actor.ref}/{request.headers.get(HEADER) or new_id()}"
        return self.answer(services.round_add_time(round_id=round_id, by=found.actor, key=key, **self.given))


class Closing(TournamentView):
    """The end of a round."""

    tag = "rounds"

    @operation("Close a round", gives=RoundOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Close a round whose boards all have a result. A round also closes by itself after the last of them."""
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_close(round_id=round_id, by=found.actor))


class Trace(TournamentView):
    """The whole way to the pairing of a round."""

    tag = "rounds"

    @operation("Read how a round was paired", gives=TraceOut, closed=True)
    def get(self, request: Request, round_id: str) -> Response:
        """Return the way to the pairing line by line, in both languages; for the staff alone."""
        found = round_open_to(self.asker, round_id)
        require(found.actor, Capability.DRAFT_ROUND, Right.READ)
        return self.answer({"round": round_id, "lines": trace_of(found.row)})


def _beside(stage: Stage, pairings: Iterable[Pairing]) -> dict[str, Any]:
    """Return what pairings are shown with: the seeds, and which results may still change."""
    return {"seeds": seeds_in(stage), "provisional": provisional_of(stage.tournament, pairings)}


class RoundPairings(TournamentView):
    """The boards of a round."""

    tag = "pairings"
    ordering = ("board",)

    @operation("List the pairings of a round", gives=PairingOut, many=True, query=PairingQuery)
    def get(self, request: Request, round_id: str) -> Response:
        """Return the boards in order."""
        found = round_open_to(self.asker, round_id)
        rows = pairing_rows().filter(round=found.row)
        if "state" in self.asked_for:
            rows = rows.filter(state=self.asked_for["state"])
        return self.page(rows, **_beside(found.row.stage, rows))


class PairingDetail(TournamentView):
    """One board."""

    tag = "pairings"

    @operation("Read a pairing", gives=PairingOut)
    def get(self, request: Request, pairing_id: str) -> Response:
        """Return the board with its matches and its result."""
        pairing = pairing_open_to(self.asker, pairing_id).row
        return self.answer(pairing, **_beside(pairing.stage, [pairing]))


class Why(TournamentView):
    """Why a board came about."""

    tag = "pairings"

    @operation("Read why a board came about", gives=WhyOut)
    def get(self, request: Request, pairing_id: str) -> Response:
        """Return the reasons in plain words, in both languages; also for a bye of the pairing."""
        pairing = pairing_open_to(self.asker, pairing_id).row
        return self.answer({"pairing": pairing_id, "reasons": reasons_of(pairing.round).get(pairing.key, ())})


class RoundVenue(TournamentView):
    """Where the boards of a round are played."""

    tag = "rounds"

    @operation("Choose where a round is played", takes=VenueIn, gives=RoundOut, needs="manage", once=True)
    def post(self, request: Request, round_id: str) -> Response:
        """Play the round on real boards or by the rules here, before its first match is made."""
        found = round_open_to(self.asker, round_id)
        return self.answer(services.round_venue(round_id=round_id, by=found.actor, **self.given))


class PairingVenue(TournamentView):
    """Where one board is played."""

    tag = "pairings"

    @operation("Choose where a board is played", takes=VenueIn, gives=PairingOut, needs="manage", once=True)
    def post(self, request: Request, pairing_id: str) -> Response:
        """Play one board on a real board or by the rules here, before its first match is made."""
        found = pairing_open_to(self.asker, pairing_id)
        services.pairing_venue(pairing_id=pairing_id, by=found.actor, **self.given)
        pairing = pairing_open_to(self.asker, pairing_id).row
        return self.answer(pairing, **_beside(pairing.stage, [pairing]))


class Postponement(TournamentView):
    """A board that is played later than its round."""

    tag = "pairings"

    @operation("Postpone a board", takes=PostponementIn, gives=PairingOut, needs="manage", once=True)
    def post(self, request: Request, pairing_id: str) -> Response:
        """Let a board be played later. Its round stays open, and the next one may start without it."""
        found = pairing_open_to(self.asker, pairing_id)
        services.pairing_postpone(pairing_id=pairing_id, by=found.actor, **self.given)
        pairing = pairing_open_to(self.asker, pairing_id).row
        return self.answer(pairing, **_beside(pairing.stage, [pairing]))

    @operation("Take a postponement back", status=204, needs="manage")
    def delete(self, request: Request, pairing_id: str) -> Response:
        """Let a postponed board begin."""
        found = pairing_open_to(self.asker, pairing_id)
        services.pairing_resume(pairing_id=pairing_id, by=found.actor)
        return self.done()
