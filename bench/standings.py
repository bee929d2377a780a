"""Standings: points and five tie-breaks after 11 rounds, from the cross table to the order. Aim: 1,000 in 0.2 s."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from bench.place import Place
from tests.tournaments.standings.tables import random_swiss
from tournaments.standings.order import Standings, standings
from tournaments.standings.registry import SWISS_ORDER

SIZES: Final = (100, 1000, 3000)
ROUNDS: Final = 11
RUNS: Final = 9


def run(_stand: Place) -> None:
    """Print the time for each size, on the clock and of the processor, and what all trails together take."""
    print(f"{ROUNDS} rounds, {SWISS_ORDER}; median of {RUNS} runs, best in brackets")
    for size in SIZES:
        table = random_swiss(size, size, ROUNDS, absences=0.03, forfeits=0.03)
        taken = [_timed(partial(standings, table)) for _ in range(RUNS)]
        trails = _timed(partial(_list_trails, standings(table)))
        print(f"{size:5}: {_words(taken, 0)} clock, {_words(taken, 1)} processor; every trail listed {trails[0]:.3f} s")


def _list_trails(table: Standings) -> None:
    """List every addend of every value."""
    for row in table.rows:
        for trail in row.order:
            assert trail.addends is not None  # noqa: S101


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds that something takes, by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def _words(taken: list[tuple[float, float]], which: int) -> str:
    """Return median and best."""
    seconds = [each[which] for each in taken]
    return f"{statistics.median(seconds):.3f} s ({min(seconds):.3f})"
