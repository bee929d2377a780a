"""One thread per process that commits: it takes whatever waits and writes it in one transaction.

The commit in flight is the window in which the next batch gathers; no other delay is added. Handlers hand in a complete
`Plan` and await its outcome; nothing but this thread waits for the disk.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import InterfaceError, OperationalError, connection

from matches.errors import BusyError
from matches.rows import Plan
from matches.store import commit

log = logging.getLogger(__name__)

BATCH: Final = 64
QUEUE: Final = 1000
_RETRY_S: Final = (0.05, 0.1, 0.25, 0.5, 1.0)

Commit = Callable[[Sequence[Plan]], set[str]]


class Fate(enum.Enum):
    """What became of a plan. `LOST` also stands for "unknown": whoever asked must read the row again."""

    WON = "won"
    LOST = "lost"


@dataclass(slots=True)
class _Waiting:
    plan: Plan
    future: asyncio.Future[Fate]
    since: float = field(default_factory=time.monotonic)


class Writer:
    """The queue and its thread. Belongs to the event loop that was running at `start`."""

    def __init__(self, commit: Commit = commit, *, limit: int = QUEUE) -> None:
        self._commit, self._limit = commit, limit
        self._queue: deque[_Waiting] = deque()
        self._ready = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the thread; the running loop is where outcomes arrive."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="matches-writer", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Commit what waits, then end the thread."""
        with self._ready:
            self._stopping = True
            self._ready.notify()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def submit(self, plan: Plan) -> asyncio.Future[Fate]:
        """Queue a plan; the future brings its fate, or the error that the plan itself caused. Raises BusyError."""
        loop = self._loop
        if loop is None:
            raise RuntimeError("the writer has not been started")
        waiting = _Waiting(plan, loop.create_future())
        with self._ready:
            if self._stopping or len(self._queue) >= self._limit:
                raise BusyError
            self._queue.append(waiting)
            self._ready.notify()
        return waiting.future

    @property
    def age_s(self) -> float:
        """Return how long the oldest waiting plan has waited; 0 when none waits."""
        with self._ready:
            return time.monotonic() - self._queue[0].since if self._queue else 0.0

    # the thread
    def _run(self) -> None:
        try:
            while batch := self._take():
                self._settle(batch, self._survive([waiting.plan for waiting in batch]))
        finally:
            connection.close()

    def _take(self) -> list[_Waiting]:
        """Wait for work and return up to `BATCH` plans of different matches; empty when there will be no more."""
        with self._ready:
            while not self._queue and not self._stopping:
                self._ready.wait()
            batch: dict[str, _Waiting] = {}
            later: list[_Waiting] = []
            while self._queue and len(batch) < BATCH:
                waiting = self._queue.popleft()
                if batch.setdefault(waiting.plan.match_id, waiting) is not waiting:
                    later.append(waiting)
            self._queue.extendleft(reversed(later))
            return list(batch.values())

    def _survive(self, plans: Sequence[Plan]) -> list[Fate | Exception]:
        """Return the fates, whatever goes wrong: without this thread nobody could act any more."""
        try:
            return self._attempt(plans)
        except Exception:
            log.exception("the writer failed with %d plans in flight", len(plans))
            return [Fate.LOST] * len(plans)

    def _attempt(self, plans: Sequence[Plan]) -> list[Fate | Exception]:
        try:
            won = self._commit(plans)
        except (OperationalError, InterfaceError):
            # Whether the batch was committed is unknown. Reading the rows again tells; the guard makes that safe.
            log.warning("the writer lost its connection with %d plans in flight", len(plans), exc_info=True)
            self._reconnect()
            return [Fate.LOST] * len(plans)
        except Exception as error:
            if len(plans) == 1:
                return [error]
            log.warning("a batch of %d plans was refused; trying them one by one", len(plans), exc_info=True)
            return [fate for plan in plans for fate in self._attempt([plan])]
        return [Fate.WON if plan.match_id in won else Fate.LOST for plan in plans]

    def _reconnect(self) -> None:
        """Return when the database answers again, or the process ends."""
        attempt = 0
        while not self._stopping:
            connection.close()
            try:
                connection.ensure_connection()
            except (OperationalError, InterfaceError):
                time.sleep(_RETRY_S[min(attempt, len(_RETRY_S) - 1)])
                attempt += 1
            else:
                return

    def _settle(self, batch: Sequence[_Waiting], fates: Sequence[Fate | Exception]) -> None:
        """Hand all outcomes to the loop in one call: a wake-up per plan would cost more than the commit."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(_deliver, batch, fates)


def _deliver(batch: Sequence[_Waiting], fates: Sequence[Fate | Exception]) -> None:
    for waiting, fate in zip(batch, fates, strict=True):
        if waiting.future.done():
            continue
        if isinstance(fate, Exception):
            waiting.future.set_exception(fate)
        else:
            waiting.future.set_result(fate)
