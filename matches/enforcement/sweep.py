"""The sweep: whatever is due is settled, one match per transaction."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final, Protocol

from django.db import InterfaceError, OperationalError
from django.db.models import Min

from matches import now
from matches.due import due_by
from matches.errors import MatchError
from matches.rows import Plan, Row
from matches.services.acting import due
from matches.services.locked import change, commit_unless_changed
from matches.services.quarantine import guarded
from matches.services.recovery import make_good
from matches.settling import due_ms, late_ms
from matches.store import read_many, row_of
from matches.store.read import Stored

log = logging.getLogger(__name__)

PERIOD_MS: Final = 250
AT_ONCE: Final = 200

_lateness: deque[int] = deque(maxlen=1000)


class CarryOut(Protocol):
    """Has something done, now or soon, here or in another thread."""

    def __call__(self, do: Callable[[], bool], /) -> Future[bool]:
        """Return the future of what `do` returns."""


def at_once(do: Callable[[], bool]) -> Future[bool]:
    """Do it here and now."""
    done: Future[bool] = Future()
    done.set_result(do())
    return done


class _InHand:
    """The matches that the sweep of this process has seen coming lately: an alarm clock need not look at them too."""

    def __init__(self) -> None:
        self._now: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()

    def take(self, match_ids: frozenset[str]) -> None:
        """Note what this look has found. What the one before had found is still kept; older ones are not."""
        self._now, self._before = match_ids, self._now

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._now or match_id in self._before


_in_hand = _InHand()


def sweep(*, ahead_ms: int = 0, limit: int = AT_ONCE, carry_out: CarryOut = at_once) -> int:
    """Settle every match that is due, or becomes due within `ahead_ms`, each at its instant; return how many.

    Looking a period ahead makes the sweep as precise as an alarm clock: a deadline that is set meanwhile lies at least
    the settling time away, so the next sweep finds it in time. All rows are read in one look, before their instants;
    what changes meanwhile is left alone, because the version then is another. Returns when all is carried out.
    """
    found = read_many(due_by(now.now_ms() + ahead_ms).order_by("due_ms")[:limit])
    _in_hand.take(frozenset(stored["id"] for stored in found))
    settled = []
    for count, stored in enumerate(found):
        settle = _prepared(stored)
        time.sleep(max(0, due_ms(stored["deadline_ms"], stored["grace_ms"]) - now.now_ms()) / 1000)
        if count == 0:
            make_good()
        settled.append(carry_out(settle))
    return sum(done.result() for done in settled)


def _prepared(stored: Stored) -> Callable[[], bool]:
    """Return what settles a row, as much of it done before its instant as can be."""
    try:
        return partial(settle_row, row_of(stored))
    except Exception:
        # The locked path fails in the same way when it is time, and takes the match out of play.
        return partial(settle_one, stored["id"])


def settle_if_due(match_id: str) -> bool:
    """Do what `settle_one` does if a look without a lock says that there is something to do: for alarm clocks."""
    if match_id in _in_hand:
        return False
    return due_by(now.now_ms()).filter(pk=match_id).exists() and settle_one(match_id)


def settle_row(row: Row) -> bool:
    """Let what is due of a match fall, if its row still is as it was read; tell whether anything did."""
    return _settled(row.id, lambda: _guess(row))


def settle_one(match_id: str) -> bool:
    """Let what is due of one match fall; tell whether anything was. Steps over a row that somebody else holds."""
    return _settled(match_id, lambda: change(match_id, due, skip_locked=True))


def _guess(row: Row) -> Plan | None:
    plan = due(row)
    return plan if plan is not None and commit_unless_changed(plan) else None


def _settled(match_id: str, act: Callable[[], object]) -> bool:
    try:
        plan = guarded(match_id, act)
    except MatchError:
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # Not even quarantine was possible. The others must not wait behind it.
        log.exception("match %s can be neither settled nor taken out of play", match_id)
        return False
    if not isinstance(plan, Plan):
        return False
    before = plan.before
    if before.deadline_ms is not None:
        _lateness.append(late_ms(before.deadline_ms, plan.events[0].decided_at_ms, before.grace_ms))
    return True


def lag_ms() -> int:
    """Return how late the latest of the last thousand settlements of this process was."""
    return max(_lateness, default=0)


def overdue_ms() -> int:
    """Return how long ago the oldest due match should have been settled, by whomever; 0 if none is due."""
    present = now.now_ms()
    oldest = due_by(present).aggregate(oldest=Min("due_ms"))["oldest"]
    return 0 if oldest is None else max(0, present - oldest)
