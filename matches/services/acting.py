"""Commands and the passing of time, in the locked path: for forms, the API, bots, and every timer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gameengine.clock.clock import MOST_CREDIT_MS
from gameengine.core.types import ARBITER, Actor
from matches import now
from matches.decide import Intent, decide, settle
from matches.errors import MatchError
from matches.models import Match
from matches.rows import Ack, Plan, Row
from matches.services.attempting import attempt_keep, is_evidence
from matches.services.locked import change
from matches.services.quarantine import guarded
from matches.services.recovery import make_good
from matches.settling import SETTLING_MS
from matches.store import find_command

log = logging.getLogger(__name__)

MOST_LATE_MS: Final = 2000
"""How far the receipt of a command may lie back."""
NOTED_MS: Final = 250
"""A command that has waited longer than this is worth a line in the log of the service."""


def match_act(
    *, match_id: str, seat: int, text: str, cmd: str, ply: int | None = None, received_ms: int | None = None
) -> Ack:
    """Return the answer to a seat's command; the same answer every time the same `cmd` comes.

    The caller has checked that the seat is the asker's. What counts is the instant of receipt. May wait up to the
    settling time if a deadline has just passed.
    """
    present = now.now_ms()
    at_ms = present if received_ms is None else min(max(received_ms, present - MOST_LATE_MS), present)
    return perform(match_id, Intent(seat, text, at_ms, cmd, ply))


def perform(match_id: str, intent: Intent) -> Ack:
    """Return the answer to a command whose instant is already fixed."""
    known: list[Ack] = []
    try:
        wait_for_settling(match_id, intent.at_ms, intent.actor, intent.credit_ms)
        decided = guarded(match_id, change, match_id, _answering(match_id, intent, known))
    except MatchError as error:
        return Ack(False, error.code)
    if decided is None:
        return Ack(False, "server_fault")
    ack = decided.ack if isinstance(decided, Plan) else decided
    if not known and is_evidence(intent, ack):
        attempt_keep(match_id, intent, ack)
    return ack


def as_received(intent: Intent, decided_ms: int) -> Intent:
    """Return the intent with an instant that lies no further back than `MOST_LATE_MS`; tell of one that has waited."""
    waited_ms = decided_ms - intent.at_ms
    if waited_ms > NOTED_MS:
        log.warning("command %s was decided %d ms after its receipt", intent.cmd, waited_ms)
    return intent if waited_ms <= MOST_LATE_MS else replace(intent, at_ms=decided_ms - MOST_LATE_MS)


def _answering(match_id: str, intent: Intent, known: list[Ack]) -> Callable[[Row], Plan | Ack]:
    """Return the decision on a command; the answer to one that has got its own before is put into `known` besides."""

    def decision(row: Row) -> Plan | Ack:
        before, decided_ms = find_command(match_id, intent.cmd, row.game), now.now_ms()
        if before is not None:
            known.append(before)
            return before
        return decide(row, as_received(intent, decided_ms), decided_ms=decided_ms)

    return decision


def wait_for_settling(match_id: str, at_ms: int, actor: Actor = ARBITER, credit_ms: int = 0) -> None:
    """Wait, if a deadline fell shortly before `at_ms`, until whatever was received in time for it has been judged.

    Who is in time by the credit of his own action need not wait.
    """
    deadline_ms, grace_ms, running = _deadline(match_id)
    if deadline_ms is None or at_ms < deadline_ms:
        return
    if actor == running and at_ms < deadline_ms + min(grace_ms, credit_ms):
        return
    make_good()
    longest_ms = MOST_CREDIT_MS + SETTLING_MS
    time.sleep(min(max(0, deadline_ms + grace_ms + SETTLING_MS - now.now_ms()), longest_ms) / 1000)


def match_settle(*, match_id: str) -> bool:
    """Let every deadline fall that passed more than its grace and the settling time ago; tell whether one did.

    Safe to call twice, late, or for nothing: timers, the sweep and pages all do.
    """
    deadline_ms, grace_ms, _running = _deadline(match_id)
    if deadline_ms is None or deadline_ms + grace_ms > now.now_ms() - SETTLING_MS:
        return False
    make_good()
    return isinstance(guarded(match_id, change, match_id, due), Plan)


def _deadline(match_id: str) -> tuple[int | None, int, int | None]:
    """Return when something falls of itself, the grace for it, and whose clock runs."""
    found = Match.objects.filter(pk=match_id).values_list("deadline_ms", "grace_ms", "running_seat").first()
    return found or (None, 0, None)


def due(row: Row) -> Plan | None:
    """Return what has become due of a row."""
    present = now.now_ms()
    return settle(row, to_ms=present - SETTLING_MS, decided_ms=present)
