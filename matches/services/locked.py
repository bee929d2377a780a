"""The locked path of a transition: for everything that is rare, ends a match, or writes more than the match.

The row is locked, read again and decided on, and what else belongs to the change commits with it. It uses the same
pure decision and the same version guard as the writer, so the two may mix.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from matches import announce, now, store, timers
from matches.checkpoints import LONG
from matches.decide import bots_due
from matches.models import Match
from matches.rows import Ack, Plan, Row
from matches.services.board_calls import board_calls
from matches.services.results import result_sign
from matches.signals import match_finished, match_reopened
from matches.store import load_locked, write
from matches.store.columns import match_values

DEFAULT_BOT_PAUSE_MS: Final = 700
CHECKPOINTS_WITHIN_S: Final = 600

Decision = Callable[[Row], Plan | Ack | None]


class GuardError(RuntimeError):
    """A locked row was not as it was read: a change without a new version, or a clock that runs ahead."""


def change(match_id: str, decision: Decision, *, skip_locked: bool = False) -> Plan | Ack | None:
    """Lock the match, decide, and write the plan; return what `decision` returned.

    Raises MatchError `no_such_match`, with `skip_locked` also for a row that somebody else holds.
    """
    with transaction.atomic():
        decided = decision(load_locked(match_id, skip_locked=skip_locked))
        if isinstance(decided, Plan):
            commit(decided)
    return decided


def commit(plan: Plan) -> None:
    """Write a plan for a row that the caller's transaction has locked; send `match_finished` if it ends the match."""
    if not write(plan):
        raise GuardError(f"{plan.match_id} is not at version {plan.before.version}")
    _follow(plan)


def commit_unless_changed(plan: Plan) -> bool:
    """Write a plan in a transaction of its own if nobody has changed its row or holds it; tell whether it was written.

    Nothing is locked or read before: for whoever has the row at hand and can do without.
    """
    if not plan.ends and plan.call is None:
        won = bool(store.commit([plan], skip_locked=True))
        if won:
            tell(plan)
        return won
    with transaction.atomic():
        won = write(plan, skip_locked=True)
        if won:
            _follow(plan)
    return won


def _follow(plan: Plan) -> None:
    """Have done what belongs to a plan that is written: the result in the same transaction, the telling after it."""
    board_calls(plan)
    if plan.after.status == Match.Status.OVER and not plan.is_silent:
        # Also when a ruling on a match that was over before has changed its last line.
        result_sign(match=_changed(plan))
    if plan.ends:
        match_finished.send(sender=Match, match=_changed(plan))
    elif plan.reopens:
        match_reopened.send(sender=Match, match=_changed(plan))
    # Robust: what is committed stays so, and is no fault of the match, whatever becomes of the telling.
    transaction.on_commit(partial(tell, plan), robust=True)


def _changed(plan: Plan) -> Match:
    """Return the match as it now is, without asking for it: what the plan does not say is read when it is wanted."""
    before, after = plan.before, plan.after
    known = {
        **{"id": before.id, "game": before.game, "version": after.version},
        **{"room": before.room, "practice": before.practice, "owner_ref": before.owner_ref},
        **match_values(plan),
    }
    names = [field.attname for field in Match._meta.concrete_fields if field.attname in known]
    return Match.from_db(connection.alias, names, [known[name] for name in names])


def tell(plan: Plan) -> None:
    """Tell the world that a plan was committed."""
    announce.committed(plan)
    if plan.ends and plan.after.seq > LONG:
        timers.ask(timers.CHECKPOINTS, plan.match_id, expires_s=CHECKPOINTS_WITHIN_S)
    if not plan.is_silent:
        wake_bots(plan.after)


def wake_bots(row: Row) -> None:
    """Ask for the action of every bot from which the table waits for something, after a pause in which people look."""
    for seat in bots_due(row):
        timers.ask(timers.BOT_MOVE, row.id, seat, row.table.ply, at_ms=now.now_ms() + bot_pause_ms())


def bot_pause_ms() -> int:
    """Return how long a bot waits before it begins to think."""
    return int(getattr(settings, "MATCH_BOT_PAUSE_MS", DEFAULT_BOT_PAUSE_MS))
