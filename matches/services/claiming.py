"""Ending a match for a seat that is away, where its organizer lets others claim that."""

from __future__ import annotations

from django.db import transaction

from gameengine.core.types import ARBITER, Seat
from matches import now
from matches.absence import absences, claimable, results
from matches.decide import Intent, decide
from matches.errors import MatchError
from matches.presence import away_from
from matches.rows import Ack, Plan, Row
from matches.services.acting import wait_for_settling
from matches.services.locked import commit
from matches.store import find_command, load_locked


def match_claim(*, match_id: str, seat: Seat, result: str, cmd: str) -> Ack:
    """Return the answer to a seat's claim of `win` or `draw` because another one is away; the same for the same `cmd`.

    The service decides from its own record of who is there. Refused are `claims_off`, `nobody_away` and, with the
    exact time that is missing in `wait_ms`, `claim_early`.
    """
    at_ms = now.now_ms()
    try:
        wait_for_settling(match_id, at_ms)
        with transaction.atomic():
            row = load_locked(match_id)
            decided = find_command(match_id, cmd, row.game) or _decided(row, seat, result, at_ms, cmd)
            if isinstance(decided, Plan):
                commit(decided)
    except MatchError as error:
        return Ack(False, error.code)
    return decided.ack if isinstance(decided, Plan) else decided


def _decided(row: Row, seat: Seat, result: str, at_ms: int, cmd: str) -> Plan | Ack:
    found = absences(row.table, away_from(row.id), row.claim_away_ms)
    absence = claimable(found, row.table, seat)
    code, wait_ms = _refusal(row, absence.claim_in_ms(at_ms) if absence else None, result)
    if code or absence is None:
        return Ack(False, code, row.seq, row.table.ply, row.game, wait_ms)
    text = f"absent {absence.seat} {result} {seat} {at_ms - absence.since_ms}"
    return decide(row, Intent(ARBITER, text, at_ms, cmd), decided_ms=now.now_ms())


def _refusal(row: Row, wait_ms: int | None, result: str) -> tuple[str, int | None]:
    """Return why a claim is refused, "" if it is not, and how long the claimant has to wait."""
    if row.status == "over":
        return "match_over", None
    if row.claim_away_ms is None:
        return "claims_off", None
    if result not in results(row.table):
        return "bad_command", None
    if wait_ms is None:
        return "nobody_away", None
    return ("claim_early", wait_ms) if wait_ms else ("", None)
