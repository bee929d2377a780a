"""What arbiters do to a match: the same road as a move, with a name and a reason."""

from __future__ import annotations

import re
from typing import Any, Final

from django.db import transaction

from gameengine.core.types import ARBITER
from matches import now
from matches.decide import Intent, decide
from matches.errors import MatchError
from matches.ids import new_id
from matches.models import Ruling
from matches.rows import Ack, Plan, Row
from matches.services.acting import wait_for_settling
from matches.services.locked import commit
from matches.signals import match_ruled
from matches.store import find_command, load_locked

_WORDS: Final = re.compile(r"(pause|unpause|unpause-at|add-time|set-clock|quiet|result|forfeit|release)\b.*")
_LONGEST_REASON: Final = 500


def match_rule(*, match_id: str, text: str, by_user: Any, reason: str, cmd: str = "") -> Ack:
    """Return the answer to an arbiter's ruling: `pause`, `unpause`, `unpause-at INSTANT`, `add-time SEAT|all MS`,
    `set-clock SEAT MS`, `quiet on|off|N`, `result SEAT|draw`, `forfeit SEAT|both`, or `release` for a match that was
    taken out of play.

    The caller has checked that `by_user` may rule. The reason is kept, and read by both players. The same `cmd` again
    rules nothing and gets the same answer.
    """
    reason = " ".join(reason.split())[:_LONGEST_REASON]
    if not reason:
        return Ack(False, "reason_missing")
    if not _WORDS.fullmatch(text):
        return Ack(False, "unknown_command")
    at_ms = now.now_ms()
    try:
        wait_for_settling(match_id, at_ms)
        with transaction.atomic():
            row = load_locked(match_id)
            known = find_command(match_id, cmd, row.game) if cmd else None
            decided = known or _ruled(row, text, reason, at_ms, cmd or f"ruling/{new_id()}")
            if isinstance(decided, Plan):
                commit(decided)
                _keep(decided, text, reason, by_user)
    except MatchError as error:
        return Ack(False, error.code)
    return decided.ack if isinstance(decided, Plan) else decided


def _ruled(row: Row, text: str, reason: str, at_ms: int, cmd: str) -> Plan | Ack:
    if text == "release":
        if row.status != "quarantined":
            return Ack(False, "NOT_PAUSED", row.seq, row.table.ply, row.game)
        # A match that had not begun cannot be unpaused: what was to happen by itself is postponed instead.
        text = f"outage {max(1, at_ms - row.changed_at_ms)}" if row.table.status == "waiting" else "unpause"
    if not text.startswith("outage"):
        # Whoever follows the match reads the reason at once, and it stays in the log.
        text = f"{text} {_printable(reason)}"
    return decide(row, Intent(ARBITER, text, at_ms, cmd), decided_ms=now.now_ms())


def _printable(reason: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in reason)


def _keep(plan: Plan, text: str, reason: str, by_user: Any) -> None:
    at_ms = plan.events[-1].at_ms
    ruling = Ruling.objects.create(
        match_id=plan.match_id, seq=plan.after.seq, text=text, reason=reason, by_user=by_user, at_ms=at_ms
    )
    match_ruled.send(sender=Ruling, ruling=ruling)
