"""The arbiters' desk: the queue, calls and rulings."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from matches.api.refusals import NotPlayedError
from matches.api.serializers import CallOut, MatchOut, RulingOut
from matches.api.state import state_of
from matches.asking import asked
from matches.errors import MatchError
from matches.models import Call, Match
from matches.rows import Ack
from tournaments import services
from tournaments.api.serializers.queue import QueueItemOut, TakenOut, TakingIn
from tournaments.api.serializers.rounds import DecisionIn, PreviewOut, RulingIn, RulingTextIn
from tournaments.api.views import TournamentView, require
from tournaments.permissions import Capability, Right
from tournaments.selectors.open_to import call_open_to, calls_of, game_open_to
from tournaments.selectors.queue import arbiter_queue, queue_item


class Queue(TournamentView):
    """What needs an arbiter in a tournament."""

    tag = "arbiting"

    @operation("Read the arbiters' queue", gives=QueueItemOut, many=True, closed=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return everything that needs an arbiter, most urgent first; for arbiters alone."""
        tournament, actor = self.here(slug)
        require(actor, Capability.RULE, Right.DECIDE)
        return self.all_of(arbiter_queue(tournament))


class QueueTaking(TournamentView):
    """Taking an item of the queue, so that colleagues leave it to you."""

    tag = "arbiting"

    @operation(
        "Take an item of the queue", takes=TakingIn, gives=TakenOut, needs="manage", once=True, refuses=(404, 409)
    )
    def post(self, request: Request, slug: str, item: str) -> Response:
        """Keep the item for some minutes; taken again, for as long from then on. `item_held` tells who else has it."""
        tournament, actor = self.here(slug)
        require(actor, Capability.RULE, Right.DECIDE)
        found = queue_item(tournament, item)
        return self.answer(services.queue_take(tournament=tournament, item=found, by=actor, **self.given))

    @operation("Give an item of the queue back", status=204, needs="manage", refuses=(404,))
    def delete(self, request: Request, slug: str, item: str) -> Response:
        """Let colleagues have what you had taken; what somebody else has stays theirs."""
        tournament, actor = self.here(slug)
        require(actor, Capability.RULE, Right.DECIDE)
        services.queue_release(tournament=tournament, item=queue_item(tournament, item), by=actor)
        return self.done()


class CallQuery(PageQuery):
    """Which calls to list."""

    state = serializers.ChoiceField(choices=Call.State.values, required=False)


class CallList(TournamentView):
    """The calls from all matches of a tournament."""

    tag = "arbiting"
    ordering = ("opened_at_ms", "id")

    @operation("List the calls of a tournament", gives=CallOut, many=True, query=CallQuery, closed=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the calls for the arbiter, oldest first; for arbiters alone."""
        tournament, actor = self.here(slug)
        require(actor, Capability.RULE, Right.DECIDE)
        calls = calls_of(tournament)
        return self.page(calls.filter(state=self.asked_for["state"]) if "state" in self.asked_for else calls)


class CallDetail(TournamentView):
    """One call."""

    tag = "arbiting"

    @operation("Read a call", gives=CallOut, closed=True)
    def get(self, request: Request, call_id: str) -> Response:
        """Return the call; for arbiters alone."""
        found = call_open_to(self.asker, call_id)
        require(found.actor, Capability.RULE, Right.DECIDE)
        return self.answer(found.row)


class Taking(TournamentView):
    """Taking a call from the queue."""

    tag = "arbiting"

    @operation("Take a call", gives=CallOut, needs="manage", once=True)
    def post(self, request: Request, call_id: str) -> Response:
        """Take the call into your own hands, also from a colleague's."""
        found = call_open_to(self.asker, call_id)
        return self.answer(services.call_take_up(call_id=call_id, by=found.actor))


class Decision(TournamentView):
    """Closing a call."""

    tag = "arbiting"

    @operation("Decide a call", takes=DecisionIn, gives=CallOut, needs="manage", once=True)
    def post(self, request: Request, call_id: str) -> Response:
        """Close the call with a decision in words, which both sides read."""
        found = call_open_to(self.asker, call_id)
        return self.answer(services.call_decide(call_id=call_id, by=found.actor, **self.given))


class Rulings(TournamentView):
    """What arbiters do to a match."""

    tag = "arbiting"

    @operation("List the rulings on a match", gives=RulingOut, many=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Return every ruling with its reason, oldest first."""
        return self.all_of(asked(request, match_id).match.rulings.all())

    @operation("Rule on a match", takes=RulingIn, gives=RulingOut, status=201, needs="manage", once=True)
    def post(self, request: Request, match_id: str) -> Response:
        """Pause, let go on, set clocks, warn, decide, go back, take back: each with a reason that players read.

        What the match refuses is 409 with its code, and has the match as it is now in `match`.
        """
        found = game_open_to(self.asker, match_id)
        ack = services.match_ruling(
            match_id=match_id,
            by=found.actor,
            text=self.given["ruling"],
            reason=self.given["reason"],
            seq=self.given.get("seq"),
        )
        if not ack.ok:
            raise _refused(found.row.match, ack)
        return self.answer(found.row.match.rulings.get(seq=ack.seq or 0))


class RulingPreview(TournamentView):
    """A ruling that is only looked at."""

    tag = "arbiting"

    @operation("Look at a ruling before it is made", takes=RulingTextIn, gives=PreviewOut, needs="manage")
    def post(self, request: Request, match_id: str) -> Response:
        """Return what the ruling would do now, and change nothing. What the match would refuse is 409 with its code."""
        found = game_open_to(self.asker, match_id)
        try:
            preview = services.match_ruling_preview(match_id=match_id, by=found.actor, text=self.given["ruling"])
        except MatchError as error:
            raise _refused(found.row.match, Ack(False, error.code, game=found.row.match.game)) from error
        return self.answer(preview)


def _refused(match: Match, ack: Ack) -> NotPlayedError:
    """Return the refusal with the match as everybody sees it."""
    return NotPlayedError(ack, {"match": MatchOut(state_of(match, None)).data})
