"""Memory of one web process with 500 live matches, both players at each as pages are, some actions played."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import uvloop

from bench.matches import Board, make_boards
from bench.movers import Counts, at_once, settle, sit_down
from bench.place import Place
from bench.watching import memory_mb, web_pids
from tests.live import LiveService

MATCHES: Final = 500
ACTIONS: Final = 20 * MATCHES
AT_MOST_S: Final = 25.0


def run(place: Place) -> None:
    """Measure and print."""
    with place.service(FLAGFALL_SOCKET_MESSAGES="1000") as service:
        boards = make_boards(service, MATCHES, per_move_ms=600_000, label="memory")
        [pid] = web_pids(service)
        before = memory_mb(pid)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            joined, played, actions = runner.run(_measure(service, boards, pid))
    print(
        f"{before:.0f} MB at first, {joined:.0f} MB with {MATCHES} matches and {2 * MATCHES} sockets,"
        f" {played:.0f} MB after {actions} actions: {1024 * (played - before) / MATCHES:.0f} KB per match"
    )


async def _measure(service: LiveService, boards: list[Board], pid: int) -> tuple[float, float, int]:
    counts = Counts()
    matches = await sit_down(boards, service.ports, counts)
    joined = memory_mb(pid)
    began = time.monotonic()
    for match in matches:
        match.go(at_once)
    while counts.acks < ACTIONS and time.monotonic() - began < AT_MOST_S:
        await asyncio.sleep(0.1)
    await settle(matches)
    return joined, memory_mb(pid), counts.acks
