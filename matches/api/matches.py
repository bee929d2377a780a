"""Matches: read as the asker may see them, acted in by their players."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from gameengine.core.types import Json
from gameengine.games.registry import GAMES
from matches import services
from matches.access import principal_of_request
from matches.api.operation import operation
from matches.api.refusals import NotPlayedError
from matches.api.serializers import (
    ActIn,
    ActOut,
    AttemptOut,
    CallIn,
    CallOut,
    ClaimIn,
    ClockAccountOut,
    MatchOut,
    PliesQuery,
    PlyOut,
    SignedResultOut,
)
from matches.api.state import plies_of, state_of
from matches.api.views import ApiView
from matches.asking import Asked, asked, ruling
from matches.clocks.account import clock_account
from matches.desk.attempts import attempts_of
from matches.errors import MatchError
from matches.evidence.making import result_json
from matches.models import Match
from matches.receipt import received_ms
from matches.selectors import calls_open_to, match_record

EVERY_PLY: Final = 20_000
"""No log has so many; where numbers come twice, no number tells where to go on."""


class MatchView(ApiView):
    """Something of one match."""

    tag = "matches"
    fresh_s: ClassVar[int] = 1

    def found(self, match_id: str) -> Asked:
        """Return the match with the asker's role in it."""
        return asked(self.request, match_id)


class MatchDetail(MatchView):
    """One match."""

    @operation("Read a match", gives=MatchOut)
    def get(self, request: Request, match_id: str) -> Response:
        """Return the match as you may see it: a player what the seat may see, everybody else what is public."""
        found = self.found(match_id)
        services.match_settle(match_id=match_id)
        return self.answer(state_of(found.match, found.role.seat))


class MatchPlies(MatchView):
    """The actions of a match."""

    @operation("List the plies of a match", gives=PlyOut, many=True, query=PliesQuery)
    def get(self, request: Request, match_id: str) -> Response:
        """Return the completed actions after number `since`, in order: those that count, or also voided ones."""
        found, since, void = self.found(match_id), self.asked_for["since"], self.asked_for["void"]
        limit = EVERY_PLY if void else self.asked_for["limit"]
        plies = plies_of(found.match, found.role.seat, since=since, limit=limit + 1, void=void)
        shown = plies[:limit]
        return Response(
            {
                "results": [self.shown(ply) for ply in shown],
                "next": self._from(shown[-1]["ply"]) if len(plies) > limit else None,
                "previous": self._from(max(0, since - limit)) if since else None,
            }
        )

    def _from(self, ply: int) -> str:
        return str(replace_query_param(self.request.build_absolute_uri(), "since", ply))

    @operation("Act in a match", takes=ActIn, gives=ActOut, status=201, needs="play", refuses=(409, 503))
    def post(self, request: Request, match_id: str) -> Response:
        """Play an action for your seat. What counts is the instant at which the request arrives.

        Refusals of the rules and of the clock are 409 with their code, and have the match as it is now in `match`.
        """
        found, given = self.found(match_id), self.given
        ack = services.match_act(
            match_id=match_id,
            seat=found.own_seat,
            text=_text(found.match, given["action"]),
            cmd=given["cmd"],
            ply=given["expected_ply"],
            received_ms=received_ms(request),
        )
        current = state_of(found.match, found.role.seat)
        if not ack.ok:
            raise NotPlayedError(ack, {"match": MatchOut(current).data})
        return self.answer({"cmd": given["cmd"], "seq": ack.seq, "ply": ack.ply, "match": current})


def _text(match: Match, action: Json) -> str:
    """Return an action as text. Raises Refusal BAD_SYNTAX."""
    if isinstance(action, str):
        return action
    data: Any = action
    return GAMES[match.game].action_text(data)


class MatchClock(MatchView):
    """The account of a match's clock."""

    @operation("Read the account of the clock", gives=ClockAccountOut)
    def get(self, request: Request, match_id: str) -> Response:
        """Return where every millisecond from the start to the last line has gone, line by line and by seat."""
        found = self.found(match_id)
        return self.answer(clock_account(found.match, found.role.seat))


class MatchClaims(MatchView):
    """Claims because somebody is away."""

    @operation("Claim for absence", takes=ClaimIn, gives=ActOut, status=201, needs="play", refuses=(409,))
    def post(self, request: Request, match_id: str) -> Response:
        """End the match for a seat that is to act and away for too long, where its organizer allows that.

        Too early it is `claim_early`, with what is missing in `wait_ms`.
        """
        found, given = self.found(match_id), self.given
        ack = services.match_claim(match_id=match_id, seat=found.own_seat, result=given["result"], cmd=given["cmd"])
        current = state_of(found.match, found.role.seat)
        if not ack.ok:
            wait = {} if ack.wait_ms is None else {"wait_ms": ack.wait_ms}
            raise NotPlayedError(ack, {**wait, "match": MatchOut(current).data})
        return self.answer({"cmd": given["cmd"], "seq": ack.seq, "ply": ack.ply, "match": current})


class MatchLog(MatchView):
    """The log of a match as a file."""

    @operation("Download the log of a match", media="application/x-ndjson")
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Return the record, one JSON value a line. While the match runs, it has what is public.

        Afterwards it has every private part and the proof; `python -m gameengine verify FILE` checks it.
        """
        match = self.found(match_id).match
        response = HttpResponse(match_record(match), content_type="application/x-ndjson; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="flagfall-{match.pk}.jsonl"'
        return response


class MatchAttempts(MatchView):
    """Refused commands."""

    @operation("List the refused commands of a match", gives=AttemptOut, many=True, needs="manage")
    def get(self, request: Request, match_id: str) -> Response:
        """Return what seats have tried in vain, oldest first, to arbiters: the last 500, for 30 days.

        In a game with hidden cards text and code are empty while the match runs, until you look behind the screen.
        """
        match = ruling(request, match_id).match
        return self.all_of(attempts_of(match, principal_of_request(request).user_id))


class MatchResult(MatchView):
    """The signed result of a match."""

    @operation("Read the signed result of a match", gives=SignedResultOut, refuses=(409,))
    def get(self, request: Request, match_id: str) -> Response:
        """Return what the service stands for with its key: `/keys/results.json` shows the public one.

        Refused with `match_not_over` before the end.
        """
        match = self.found(match_id).match
        if match.status != Match.Status.OVER:
            raise MatchError("match_not_over")
        return self.answer(result_json(services.result_sign(match=match)))


class MatchCalls(MatchView):
    """Calls for the arbiter."""

    @operation("List the open calls of a match", gives=CallOut, many=True)
    def get(self, request: Request, match_id: str) -> Response:
        """Return the calls that are not closed: all of them to arbiters, to a player those of the own seat."""
        found = self.found(match_id)
        return self.all_of(calls_open_to(found.match, found.role))

    @operation("Call the arbiter", takes=CallIn, gives=CallOut, status=201, needs="play", once=True, refuses=(409,))
    def post(self, request: Request, match_id: str) -> Response:
        """Call for your seat. The match and the clocks go on."""
        found = self.found(match_id)
        return self.answer(services.call_open(match_id=match_id, seat=found.own_seat, **self.given))
