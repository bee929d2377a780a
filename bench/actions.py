"""Durable actions per second of two web processes, against bare psycopg writing the same rows; aim 0.4 or more.

200 live matches of Junqi, each pinned to one process, both players at each as pages are (markup of what changed, per
seat). First as fast as acknowledgements come, then at half of that rate: there an acknowledgement's time runs from the
instant at which the action was to be sent, and its p99 should be under 40 ms. Load generator, web, workers, Redis and
PostgreSQL share the machine.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

import uvloop

from bench import bare
from bench.matches import Board, kept_in, make_boards
from bench.movers import Counts, Match, at_once, settle, sit_down, steadily
from bench.place import Place
from bench.watching import cpu_s, database_pids, load_note, spent_s, web_pids
from flagfall.simulation.tally import spread
from tests.live import LiveService

MATCHES: Final = 200
PROCESSES: Final = 2
WARM_UP_S: Final = 2.0
WARM_UP_ACTIONS: Final = 15 * MATCHES
WARM_UP_AT_MOST_S: Final = 12.0
MEASURED_S: Final = 5.0
BARE_S: Final = 4.0
LINE: Final = (
    '{"actor":1,"at_ms":1800000000000,"clock":{"deadline_ms":1800000600000,"left_ms":[600000,600000],"running":0},'
    '"events":[{"node":"a5","piece":"E","seat":1,"type":"revealed"}],"kind":"action","ply":12,"text":"flip a5",'
    '"used_ms":1234}'
)
"""A line of a log as the service writes it."""


@dataclass(slots=True)
class Figures:
    """What one run showed."""

    rate: float = 0.0
    web_ms: float = 0.0
    database_ms: float = 0.0
    half_ms: list[float] = field(default_factory=list)
    acknowledged: int = 0


def run(place: Place) -> None:
    """Measure and print."""
    with place.service(webs=PROCESSES, FLAGFALL_SOCKET_MESSAGES="1000") as service:
        boards = make_boards(service, MATCHES, per_move_ms=600_000, label="actions")
        yardstick = make_boards(service, MATCHES, per_move_ms=3_600_000, label="bare")
        bare_rate = bare.rate(service, yardstick, (_table(service, boards[0]), LINE), BARE_S)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            found = runner.run(_measure(service, boards))
        kept, gaps = kept_in(service, [board.id for board in boards])
    print(f"bare psycopg, {bare.THREADS} threads: {bare_rate:.0f}/s ({load_note()})")
    print(
        f"{PROCESSES} web processes, full load: {found.rate:.0f}/s, ratio {found.rate / bare_rate:.2f} (aim 0.40);"
        f" processor time per action: web {found.web_ms:.2f} ms, database {found.database_ms:.2f} ms"
    )
    print(f"acknowledged at half load ({found.rate / 2:.0f}/s): {spread(found.half_ms)} (aim: p99 under 40 ms)")
    print(f"{found.acknowledged} actions acknowledged, {kept} in the database, {gaps} logs with gaps")


async def _measure(service: LiveService, boards: list[Board]) -> Figures:
    found, counts = Figures(), Counts()
    matches = await sit_down(boards, service.ports, counts)
    await _full(service, matches, counts, found)
    await settle(matches)
    await _half(matches, counts, found)
    await settle(matches)
    broken = sum(match.broken for match in matches)
    if broken or counts.refused:
        print(f"{counts.refused} actions were refused, {broken} matches lost a socket")
    for match in matches:
        match.close()
    found.acknowledged = counts.acks
    return found


async def _full(service: LiveService, matches: list[Match], counts: Counts, found: Figures) -> None:
    """Let everybody play as fast as answers come."""
    for match in matches:
        match.go(at_once)
    await _warm(counts)
    web, database = web_pids(service), database_pids(service)
    before, began, used = counts.acks, time.monotonic(), (cpu_s(web), cpu_s(database))
    await asyncio.sleep(MEASURED_S)
    actions = counts.acks - before
    found.rate = actions / (time.monotonic() - began)
    found.web_ms = 1000 * spent_s(used[0], cpu_s(web)) / actions
    found.database_ms = 1000 * spent_s(used[1], cpu_s(database)) / actions


async def _warm(counts: Counts) -> None:
    """Let the opening pass, which is not like the rest of a match."""
    began = time.monotonic()
    while counts.acks < WARM_UP_ACTIONS and time.monotonic() - began < WARM_UP_AT_MOST_S:
        await asyncio.sleep(0.05)


async def _half(matches: list[Match], counts: Counts, found: Figures) -> None:
    """Let everybody play at half of that rate, spread evenly over the matches."""
    every_s, start = 2 * len(matches) / found.rate, asyncio.get_running_loop().time() + 0.2
    for number, match in enumerate(matches):
        match.go(steadily(start + number * every_s / len(matches), every_s))
    await asyncio.sleep(0.2 + WARM_UP_S)
    counts.late_ms.clear()
    await asyncio.sleep(MEASURED_S)
    found.half_ms = list(counts.late_ms)


def _table(service: LiveService, board: Board) -> str:
    """Return the text of a table as the service writes it."""
    rows: list[Any] = service.query('SELECT "table" FROM matches_match WHERE id = %s', (board.id,))
    return str(rows[0][0])
