"""Calls for the arbiter."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction

from matches import announce, now
from matches.errors import MatchError
from matches.models import Call, Match
from matches.signals import call_decided, call_taken

QUEUE: Final = "queue"
"""The part of an overview that shows the open calls."""


@transaction.atomic
def call_open(*, match_id: str, seat: int, reason: str, text: str = "") -> Call:
    """Return a new call of a seat; the match goes on. Raises MatchError `no_such_match` or `call_open`."""
    match = Match.objects.filter(pk=match_id).only("id", "room").first()
    if match is None:
        raise MatchError("no_such_match")
    try:
        with transaction.atomic():
            call = Call.objects.create(
                match=match, seat=seat, reason=reason[:40], text=text[:2000], opened_at_ms=now.now_ms()
            )
    except IntegrityError as error:
        raise MatchError("call_open") from error
    _tell(match)
    return call


@transaction.atomic
def call_take(*, call_id: str, by_user: Any) -> Call:
    """Return the call, now in the hands of `by_user`; taking it over from a colleague is allowed. Raises `no_call`."""
    call = _open_call(call_id)
    call.state, call.taken_by, call.taken_at_ms = Call.State.TAKEN, by_user, now.now_ms()
    call.save(update_fields=["state", "taken_by", "taken_at_ms"])
    call_taken.send(sender=Call, call=call, by_user=by_user)
    _tell(call.match)
    return call


@transaction.atomic
def call_release(*, call_id: str) -> Call:
    """Return the call, open again: nobody looks after it. Raises `no_call`."""
    call = _open_call(call_id)
    call.state, call.taken_by, call.taken_at_ms = Call.State.OPEN, None, None
    call.save(update_fields=["state", "taken_by", "taken_at_ms"])
    _tell(call.match)
    return call


@transaction.atomic
def call_close(*, call_id: str, by_user: Any, decision: str) -> Call:
    """Return the call, closed with a decision in words. Raises MatchError `no_call` or `reason_missing`."""
    call = _open_call(call_id)
    if not decision.strip():
        raise MatchError("reason_missing")
    call.state, call.closed_at_ms, call.decision = Call.State.CLOSED, now.now_ms(), decision.strip()
    call.taken_by = call.taken_by or by_user
    call.save(update_fields=["state", "closed_at_ms", "decision", "taken_by"])
    call_decided.send(sender=Call, call=call, by_user=by_user)
    _tell(call.match)
    return call


def _open_call(call_id: str) -> Call:
    unfinished = Call.objects.select_for_update(of=("self",)).select_related("match")
    call = unfinished.filter(pk=call_id).exclude(state=Call.State.CLOSED).first()
    if call is None:
        raise MatchError("no_call")
    return call


def _tell(match: Match) -> None:
    transaction.on_commit(partial(announce.announce_room, match.room, [QUEUE]), robust=True)
