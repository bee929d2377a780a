"""The threads that keep time in a process: heartbeat, sweep and promoter.

The sweep needs the database only: with the broker down, flags fall all the same.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from django.db import InterfaceError, OperationalError, connection

from matches import gauges, outages
from matches.announce import PROCESS
from matches.enforcement import keepers
from matches.enforcement.promoter import PERIOD_S, Promoter
from matches.enforcement.sweep import AT_ONCE, PERIOD_MS, at_once, lag_ms, sweep
from matches.services.recovery import make_good
from matches.services.resuming import resume_due
from matches.threads import DatabaseThreads

log = logging.getLogger(__name__)

SETTLERS: Final = 3
FROZEN_S: Final = 5.0
"""A sweep that has not come round for so long keeps no time, whatever else the process still does."""
_STOPS_WITHIN_S: Final = 5.0

_running: set[Keeper] = set()


def is_kept_here() -> bool:
    """Tell whether a keeper runs in this process."""
    return bool(_running)


class Keeper:
    """Keeps time until it is stopped. One that stands in sets no alarm clocks: there is nobody to hear them."""

    def __init__(self, kind: keepers.Kind = "clock") -> None:
        self.name = keepers.name_of(kind)
        self._stop = threading.Event()
        self._promoter = Promoter()
        self._promotes = kind == "clock"
        self._came_round = time.monotonic()
        # While one settlement waits for the disk the next is decided. SQLite has one writer anyway.
        self._settlers = DatabaseThreads(SETTLERS, "matches-settler") if connection.vendor == "postgresql" else None
        self._threads = [
            self._thread(self._beat, outages.BEAT_MS / 1000),
            self._thread(self._sign, keepers.period_s()),
            self._thread(self._sweep, PERIOD_MS / 1000),
            self._thread(self._promote, PERIOD_S),
        ]

    def start(self) -> None:
        """Start the threads."""
        gauges.register("clock_lateness_ms", lag_ms)
        _running.add(self)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let the threads end what they are doing: a transaction that has begun is carried out."""
        self._stop.set()
        for thread in self._threads:
            thread.join(_STOPS_WITHIN_S)
        if self._settlers is not None:
            self._settlers.stop()
        _running.discard(self)

    def _thread(self, step: Callable[[], None], period_s: float) -> threading.Thread:
        name = f"matches{step.__name__}".replace("_", "-")
        return threading.Thread(target=self._repeat, args=(step, period_s), name=name, daemon=True)

    def _repeat(self, step: Callable[[], None], period_s: float) -> None:
        """Run `step` in every period. Whatever goes wrong in one, the next comes."""
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                step()
            except (OperationalError, InterfaceError):
                log.warning("the database does not answer", exc_info=True)
                connection.close()
            except Exception:
                log.exception("%s failed", step.__name__)
                connection.close()
            self._stop.wait(max(0.0, began + period_s - time.monotonic()))
        if step == self._sign:
            self._sign_off()
        connection.close()

    def _beat(self) -> None:
        """Note that the service runs. Not in the thread of the sweep: one that has much to do is no outage."""
        outages.beat(PROCESS)
        make_good()

    def _sign(self) -> None:
        """Note that time is kept here, if it is: a sweep that hangs must not look alive."""
        if time.monotonic() - self._came_round < FROZEN_S:
            keepers.beat(self.name)

    def _sign_off(self) -> None:
        try:
            keepers.end(self.name)
        except (OperationalError, InterfaceError):
            log.warning("the database does not answer; it will be noticed that %s has ended", self.name)

    def _sweep(self) -> None:
        """Let deadlines fall; `sweep` itself first gives back what an outage took."""
        carry_out = at_once if self._settlers is None else self._settlers.later
        while sweep(ahead_ms=PERIOD_MS, carry_out=carry_out) >= AT_ONCE and not self._stop.is_set():
            self._came_round = time.monotonic()
        self._came_round = time.monotonic()

    def _promote(self) -> None:
        resume_due()
        if self._promotes:
            self._promoter.promote()
        self._promoter.nudge_bots()
