"""The one clock of the service: milliseconds since the epoch, as the database sees time.

On PostgreSQL the instant is computed, without a round trip, from this process's monotonic clock and the largest
difference to the database's clock seen so far. A reading of the database is never later than its arrival, so the
estimate is never ahead of the database and never charges a player too much. On SQLite there is one host and one clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from django.db import connection

_DECAY_PPM: Final = 100
"""How fast an old sample loses its worth, so that clocks which drift apart are followed."""
_SAMPLES: Final = 20


class DriftingOffset:
    """How far the database's clock is ahead of this process's monotonic clock, in nanoseconds; never too much."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._offset: int | None = None
        self._taken = 0

    @property
    def known(self) -> bool:
        """Tell whether a sample has been taken."""
        return self._offset is not None

    def sample(self, database_ns: int, monotonic_ns: int) -> None:
        """Take in that the database's clock read `database_ns` no later than the local instant `monotonic_ns`."""
        fresh = database_ns - monotonic_ns
        with self._lock:
            if self._offset is None or fresh > self._offset - self._decay(monotonic_ns):
                self._offset, self._taken = fresh, monotonic_ns

    def read(self, monotonic_ns: int) -> int:
        """Return the estimated time of the database at a local instant, in nanoseconds."""
        with self._lock:
            if self._offset is None:
                raise LookupError("the clock has not been calibrated")
            return monotonic_ns + self._offset - self._decay(monotonic_ns)

    def _decay(self, monotonic_ns: int) -> int:
        return max(0, monotonic_ns - self._taken) * _DECAY_PPM // 1_000_000


class _ForwardOnly:
    """The wall clock, held still when the system sets it back."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def read(self) -> int:
        with self._lock:
            self._last = max(self._last, time.time_ns())
            return self._last


_offset = DriftingOffset()
_wall = _ForwardOnly()
_instead: Callable[[], int] | None = None


def now_ms() -> int:
    """Return the present instant."""
    if _instead is not None:
        return _instead()
    if not _by_database():
        return _wall.read() // 1_000_000
    if not _offset.known:
        calibrate()
    return _offset.read(time.monotonic_ns()) // 1_000_000


@cache
def _by_database() -> bool:
    # Asked once: looking the connection up takes longer than all the rest of reading the clock.
    return connection.vendor == "postgresql"


def calibrate(samples: int = _SAMPLES) -> None:
    """Compare clocks with the database a few times. Processes call it before they serve; nothing to do on SQLite."""
    if not _by_database():
        return
    with connection.cursor() as cursor:
        for _ in range(samples):
            cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
            row = cursor.fetchone()
            learn(int(row[0]), time.monotonic_ns())


def learn(database_us: int, monotonic_ns: int) -> None:
    """Take in a reading of the database's clock, in microseconds, that came along with an answer."""
    _offset.sample(database_us * 1000, monotonic_ns)


@contextmanager
def replaced(clock: Callable[[], int]) -> Iterator[None]:
    """Let `now_ms` ask `clock` instead: for tests and simulations."""
    global _instead  # noqa: PLW0603
    before, _instead = _instead, clock
    try:
        yield
    finally:
        _instead = before
