"""Asking Celery for something later. Tasks are named by text, so nothing here imports them.

Whoever asks does not wait: a thread of its own talks to the broker, because a broker that is away may take seconds to
say so, and flags have to fall meanwhile. A task that is lost costs time only; the sweep and the slow schedule find what
is due.
"""

from __future__ import annotations

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

SETTLE: Final = "clock.settle"
BOT_MOVE: Final = "live.bot_move"
CHECKPOINTS: Final = "work.keep_checkpoints"

REST_S: Final = 5.0
"""How long nobody is asked after the broker has not answered."""

_WAITING: Final = 10_000
_ENDS_WITHIN_S: Final = 10.0

Call = Callable[[], object]


class Sender:
    """Carries calls out in order, in a thread of its own; drops them while the broker is away."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Call | None] = queue.Queue(_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process = 0
        self._resting_until = 0.0

    def put(self, call: Call) -> bool:
        """Have `call` made soon; tell whether that can be expected."""
        if self.resting:
            return False
        self._start()
        try:
            self._waiting.put_nowait(call)
        except queue.Full:
            return False
        return True

    @property
    def resting(self) -> bool:
        """Tell whether the broker failed a moment ago."""
        return time.monotonic() < self._resting_until

    def stop(self) -> None:
        """Carry out what waits, for some seconds at most: a short command must not take its tasks with it."""
        thread = self._thread
        if thread is not None and thread.is_alive() and self._process == os.getpid():
            self._waiting.put(None)
            thread.join(_ENDS_WITHIN_S)

    def _start(self) -> None:
        """Start the thread if it does not run: at the first call, and after a fork, which copies no threads."""
        with self._lock:
            if self._thread is None or self._process != os.getpid() or not self._thread.is_alive():
                self._process = os.getpid()
                self._thread = threading.Thread(target=self._run, name="matches-timers", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while (call := self._waiting.get()) is not None:
            if self.resting:
                continue
            try:
                call()
            except (OperationalError, OSError):
                self._resting_until = time.monotonic() + REST_S
                log.warning("the broker does not answer; tasks are dropped for %.0f s", REST_S)
            except Exception:
                log.exception("a task could not be sent")


_sender = Sender()
atexit.register(_sender.stop)


def ask(task: str, *args: Any, at_ms: int | None = None, expires_s: int = 60) -> bool:
    """Have a task sent to its queue, to run at an instant; tell whether that can be expected."""
    eta = None if at_ms is None else datetime.fromtimestamp(at_ms / 1000, UTC)

    def send() -> None:
        current_app.send_task(task, args, eta=eta, expires=expires_s, ignore_result=True, retry=False)

    return _sender.put(send)
