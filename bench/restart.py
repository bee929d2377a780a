"""A killed clock worker comes back with 100 flags overdue: how long until all are decided; aim 2 s from the first."""

from __future__ import annotations

import time
from typing import Final

from bench.matches import make_falling_boards
from bench.place import Place
from tests.live import LiveService

CLOCKS: Final = 100
WARNING_MS: Final = 3_000
AT_MOST_S: Final = 30.0


def run(place: Place) -> None:
    """Measure and print."""
    with place.service() as service:
        service.kill("clock")
        boards = make_falling_boards(
            service, CLOCKS, label="restart", spread_ms=1, warning_ms=WARNING_MS, on_timeout="lose"
        )
        time.sleep(max(0.0, boards[-1].deadline_ms / 1000 - time.time()) + 1.0)
        began = time.monotonic()
        service.processes["clock"].start()
        first = _wait(service, 1) - began
        every = _wait(service, CLOCKS) - began
        [(flags, matches)] = service.query(
            "SELECT count(*), count(DISTINCT match_id) FROM matches_matchevent WHERE kind = 'timeout'"
        )
    print(
        f"first decided {first:.1f} s after the process began, all {CLOCKS} after {every:.1f} s,"
        f" {every - first:.1f} s after the first (aim: 2 s); {flags} flags in {matches} matches"
    )


def _wait(service: LiveService, decided: int) -> float:
    """Return the instant at which so many matches were over. Raises TimeoutError."""
    deadline = time.monotonic() + AT_MOST_S
    while time.monotonic() < deadline:
        [(over,)] = service.query("SELECT count(*) FROM matches_match WHERE status = 'over'")
        if over >= decided:
            return time.monotonic()
        time.sleep(0.01)
    raise TimeoutError(f"only some of {decided} flags were decided within {AT_MOST_S:.0f} s")
