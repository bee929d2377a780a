"""A Celery worker, and the slow schedule, as threads of a process that does something else besides."""

from __future__ import annotations

import logging
import socket
import threading
import warnings
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, Self

from celery import Celery
from celery.beat import EmbeddedService
from celery.signals import worker_ready
from celery.utils.nodenames import nodename
from celery.worker import state as worker_state

from flagfall.queues import QUEUES

THREADS: Final = 8
ENDS_WITHIN_S: Final = 10
AGAIN_S: Final = 5.0

log = logging.getLogger(__name__)

_state: Any = worker_state


class Background:
    """Runs while its block is entered. The sweep of the deadlines has a thread of its own inside the worker."""

    def __init__(
        self,
        app: Celery,
        *,
        queues: Sequence[str] = QUEUES,
        threads: int = THREADS,
        name: str = "up",
        schedule: bool = True,
        ends_within_s: float = ENDS_WITHIN_S,
        again_s: float = AGAIN_S,
    ) -> None:
        self._ends_within_s, self._again_s = ends_within_s, again_s
        self._app, self._queues, self._threads, self._name, self._schedules = app, queues, threads, name, schedule
        self._thread: threading.Thread | None = None
        self._beat: Any = None
        self._ready = threading.Event()
        self._ending = threading.Event()

    def __enter__(self) -> Self:
        """Start both; tasks are taken from now on."""
        _state.should_stop = _state.should_terminate = None
        worker_ready.connect(self._note_ready)
        self._thread = threading.Thread(target=self._work, name="celery-worker", daemon=True)
        self._thread.start()
        # In memory: a schedule that was kept would fire what was missed while nothing ran.
        if self._schedules:
            self._beat = EmbeddedService(self._app, thread=True, scheduler_cls="celery.beat:Scheduler")
            self._beat.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Let running tasks end, and then the threads."""
        if self._beat is not None:
            self._beat.stop()
        self._ending.set()
        # A worker that has not come up yet would not hear that it should stop.
        self._ready.wait(self._ends_within_s)
        _state.should_stop = 0
        if self._thread is not None:
            self._thread.join(self._ends_within_s)

    def _work(self) -> None:
        """Work until told to end. A worker may fall over its broker; then another one begins."""
        while True:
            self._worker().start()
            if self._ending.is_set():
                return
            log.error("the worker has ended by itself; another begins in %.0f s", self._again_s)
            if self._ending.wait(self._again_s):
                return

    def _note_ready(self, **_about: Any) -> None:
        self._ready.set()

    def _worker(self) -> Any:
        with warnings.catch_warnings():
            # Under root it advises against itself: with a broker inside the process nobody else can send it anything.
            warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
            return self._app.Worker(
                hostname=nodename(self._name, socket.gethostname()),
                pool="threads",
                concurrency=self._threads,
                queues=list(self._queues),
                quiet=True,
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
            )
