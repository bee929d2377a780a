"""How a process ends: asked once, it first finishes what it has begun; asked again, or after a limit, it just ends."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any, Final

from django.conf import settings

log = logging.getLogger(__name__)

ASKED: Final = (signal.SIGTERM, signal.SIGINT)
KILLED: Final = 1
"""The exit code of a process that did not end by itself."""

DEFAULT_LIMIT_S: Final = 20.0

Handler = Callable[[int, FrameType | None], Any]


def limit_s() -> float:
    """Return how long a process may take to finish."""
    return float(getattr(settings, "DRAIN_S", DEFAULT_LIMIT_S))


def insist_after(seconds: float) -> None:
    """End this process after so long, whatever hangs in it."""
    timer = threading.Timer(seconds, _insist, args=[seconds])
    timer.daemon = True
    timer.start()


def _insist(seconds: float) -> None:
    # Where it hangs is all that can be learnt from it.
    faulthandler.dump_traceback()
    end_now(f"it did not end within {seconds:.0f} s")


def end_now(why: str) -> None:
    """End this process at once."""
    log.error("this process is ended: %s", why)
    logging.shutdown()
    os._exit(KILLED)


class DrainFirst:
    """Stands before the server's own handlers of signals: the first signal reaches them once `drain` is done."""

    def __init__(self, drain: Callable[[], Awaitable[None]], before: dict[int, Handler], limit_s: float) -> None:
        self._drain, self._before, self._limit_s = drain, before, limit_s
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._asked = 0

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Begin to end, or, asked once more, do not wait any longer."""
        self._asked += 1
        if self._asked == 1:
            insist_after(self._limit_s)
            self._loop.call_soon_threadsafe(self._begin, number)
            return
        self._before[number](number, frame)
        # What the server takes for impatience: it waits for nobody then.
        self._before[signal.SIGINT](signal.SIGINT, frame)

    def _begin(self, number: int) -> None:
        self._task = self._loop.create_task(self._run(number))

    async def _run(self, number: int) -> None:
        try:
            await self._drain()
        except Exception:
            log.exception("what was received could not be finished")
        finally:
            self._before[number](number, None)


def drain_before_end(drain: Callable[[], Awaitable[None]]) -> bool:
    """Have `drain` carried out on this loop when the process is told to end; tell whether the server lets us.

    For servers that set plain handlers of signals in the main thread, as uvicorn does.
    """
    if threading.current_thread() is not threading.main_thread():
        return False
    before: dict[int, Handler] = {number: handler for number in ASKED if callable(handler := signal.getsignal(number))}
    if len(before) < len(ASKED) or signal.default_int_handler in before.values():
        return False
    first = DrainFirst(drain, before, limit_s())
    for number in ASKED:
        signal.signal(number, first)
    return True
