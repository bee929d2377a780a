"""The clock worker is killed with 100 flags about to fall: how long until a web process has decided them; aim 7 s.

It is noticed within five seconds that nobody keeps time; all that is overdue then should fall within two seconds.
"""

from __future__ import annotations

import time
from typing import Final

from bench.matches import make_falling_boards
from bench.place import Place
from tests.live import LiveService

CLOCKS: Final = 100
WARNING_MS: Final = 3_000
BEFORE_S: Final = 0.5
AT_MOST_S: Final = 30.0


def run(place: Place) -> None:
    """Measure and print."""
    with place.service() as service:
        boards = make_falling_boards(
            service, CLOCKS, label="restart", spread_ms=1, warning_ms=WARNING_MS, on_timeout="lose"
        )
        time.sleep(max(0.0, boards[0].deadline_ms / 1000 - time.time() - BEFORE_S))
        service.kill("clock")
        began = time.monotonic()
        first = _wait(service, "SELECT count(*) FROM matches_match WHERE status = 'over'", 1) - began
        every = _wait(service, "SELECT count(*) FROM matches_match WHERE status = 'over'", CLOCKS) - began
        [(flags, matches)] = service.query(
            "SELECT count(*), count(DISTINCT match_id) FROM matches_matchevent WHERE kind = 'timeout'"
        )
        service.restart("clock")
        back = time.monotonic()
        # It signs off when it hands back.
        handed = _wait(service, "SELECT (count(*) = 0)::int FROM matches_heartbeat WHERE name LIKE 'stand-in/%%'", 1)
    print(
        f"first decided {first:.1f} s after the worker was killed, all {CLOCKS} after {every:.1f} s (aim: 7 s),"
        f" {every - first:.1f} s after the first (aim: 2 s); {flags} flags in {matches} matches;"
        f" handed back {handed - back:.1f} s after a worker was there again"
    )


def _wait(service: LiveService, count: str, least: int) -> float:
    """Return the instant at which a query counted so many. Raises TimeoutError."""
    deadline = time.monotonic() + AT_MOST_S
    while time.monotonic() < deadline:
        [(found,)] = service.query(count)
        if found >= least:
            return time.monotonic()
        time.sleep(0.01)
    raise TimeoutError(f"fewer than {least} within {AT_MOST_S:.0f} s: {count}")
