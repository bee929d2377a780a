"""Fan-out of one event to 1,000 sockets of one web process, from the sending of the action; aim p99 under 150 ms.

One match has 1,000 spectators and an action a second; beside it 50 matches are played at 25 actions a second, whose
players' acknowledgements are measured too. An action is decided and durable before anybody hears of it.
"""

from __future__ import annotations

import asyncio
from typing import Final

import uvloop

from bench.client import connect
from bench.matches import Board, make_boards
from bench.movers import Counts, Match, in_groups, settle, sit_down, steadily
from bench.place import Place
from flagfall.simulation.tally import spread
from tests.live import LiveService

SPECTATORS: Final = 1_000
EVENTS: Final = 20
BESIDE: Final = 50
BESIDE_RATE: Final = 25.0


class Crowd:
    """Everybody who watches a match: how long after its sending each of them saw each action."""

    def __init__(self, match: Match) -> None:
        self.seen_ms: list[float] = []
        self._match = match
        self._loop = asyncio.get_running_loop()

    def read(self, frame: bytes) -> None:
        """Take the time of an event."""
        if not frame.startswith(b'{"t":"ev"'):
            return
        ply = int(frame[(at := frame.index(b'"ply":') + 6) : frame.index(b",", at)])
        sent_at = self._match.sent_at.get(ply - 1)
        if sent_at is not None:
            self.seen_ms.append(1000 * (self._loop.time() - sent_at))


def run(place: Place) -> None:
    """Measure and print."""
    with place.service(FLAGFALL_SOCKET_MESSAGES="1000") as service:
        boards = make_boards(service, 1 + BESIDE, per_move_ms=600_000, label="fanout")
        [(seq,)] = service.query("SELECT seq FROM matches_match WHERE id = %s", (boards[0].id,))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            seen_ms, sent, late_ms = runner.run(_measure(service, boards, seq))
    missing = sent * SPECTATORS - len(seen_ms)
    print(f"seen by {SPECTATORS} spectators: {spread(seen_ms)} (aim: p99 under 150 ms); {missing} not seen")
    print(f"players' acknowledgements beside it: {spread(late_ms)}")


async def _measure(service: LiveService, boards: list[Board], seq: int) -> tuple[list[float], int, list[float]]:
    loop, port, counts = asyncio.get_running_loop(), service.ports[0], Counts()
    watched, *others = await sit_down(boards, service.ports, counts)
    crowd, path = Crowd(watched), boards[0].path(since=seq)
    await in_groups([lambda: connect(port, path, crowd.read) for _ in range(SPECTATORS)])
    start, every_s = loop.time() + 1.0, len(others) / BESIDE_RATE
    for number, match in enumerate(others):
        match.go(steadily(start + number * every_s / len(others), every_s))
    watched.go(steadily(start, 1.0))
    await asyncio.sleep(EVENTS + 0.5)
    await settle([watched, *others])
    await asyncio.sleep(2.0)
    return crowd.seen_ms, len(watched.sent_at), counts.late_ms
