"""Flag lateness with 1,000 running clocks: from the end of the settling time to the decision; aim p99 under 50 ms.

The flags of 1,000 live matches fall within 30 seconds, on PostgreSQL, with a worker for the queue `clock`. At every
fourth board the player acts at the last moment. An action that the server had received in time must never be flagged.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from dataclasses import dataclass
from functools import partial
from typing import Final

import uvloop

from bench.client import RawSocket, connect
from bench.matches import Board, make_falling_boards
from bench.movers import in_groups
from bench.place import Place
from flagfall.simulation.tally import spread
from gameengine.clock.clock import MOST_CREDIT_MS
from matches.settling import SETTLING_MS
from tests.live import LiveService

CLOCKS: Final = 1_000
APART_MS: Final = 30
WARNING_MS: Final = 15_000
EVERY: Final = 4
"""At each board of so many the player acts just before the flag falls."""
LEAD_MS: Final = (1, 40)
DOUBT_MS: Final = 2
"""Between the ping that tells the instant and the action behind it the server may do something else for so long."""
AFTERWARDS_S: Final = 3.0
_PONG: Final = re.compile(rb'"server_ms":(\d+)')


@dataclass(slots=True)
class LastMoment:
    """A player who acts at the last moment: when the server had that before it, and what it answered."""

    board: Board
    socket: RawSocket | None = None
    received_ms: int = 0
    answer: bytes = b""

    async def open(self, port: int) -> None:
        """Sit down."""
        cookie = self.board.cookies[self.board.running_seat]
        self.socket = await connect(port, self.board.path("json"), self._read, cookie=cookie)

    def act(self) -> None:
        """Act; a ping right before asks for the server's time."""
        if self.socket is not None:
            self.socket.send(b'{"t":"ping","n":1}')
            self.socket.send(b'{"t":"cmd","cmd":"1","ply":0,"a":"flip a1"}')

    def _read(self, frame: bytes) -> None:
        if frame.startswith(b'{"t":"pong"'):
            found = _PONG.search(frame)
            self.received_ms = int(found[1]) if found else 0
        elif frame.startswith(b'{"t":"ack"'):
            self.answer = frame

    @property
    def accepted(self) -> bool:
        """Tell whether the action counts."""
        return b'"ok":true' in self.answer

    def wronged(self, kept_ms: int | None) -> bool:
        """Tell whether the action came in time and was refused all the same.

        `kept_ms` is the instant that the server noted for it; of an action after the decision it notes nothing.
        """
        received_ms = self.received_ms + DOUBT_MS if kept_ms is None else kept_ms
        return bool(self.answer) and not self.accepted and received_ms < self.board.deadline_ms


def run(place: Place) -> None:
    """Measure and print."""
    with place.service(FLAGFALL_SOCKET_MESSAGES="1000") as service:
        boards = make_falling_boards(
            service, CLOCKS, label="flags", spread_ms=APART_MS, warning_ms=WARNING_MS, on_timeout="lose"
        )
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            movers = runner.run(_play(service, boards))
        late, early, undecided = _decisions(service, boards)
        kept = _kept(service, boards)
    accepted, wronged = (
        sum(mover.accepted for mover in movers),
        sum(mover.wronged(kept.get(mover.board.id)) for mover in movers),
    )
    silent = sum(not mover.answer for mover in movers)
    print(f"{len(late)} flags decided: {spread(late)} after the settling time (aim: p99 under 50 ms)")
    print(f"{early} decided before its end, {undecided} left over")
    print(
        f"{len(movers)} acted in the last {LEAD_MS[1]} ms: {accepted} accepted,"
        f" {len(movers) - accepted - wronged - silent} too late, {silent} without an answer,"
        f" {wronged} in time and flagged (must be 0)"
    )


async def _play(service: LiveService, boards: list[Board]) -> list[LastMoment]:
    """Let the players act at their last moments, and wait until all flags have fallen."""
    loop, port, chance = asyncio.get_running_loop(), service.ports[0], random.Random(1)  # noqa: S311
    movers = [LastMoment(board) for board in boards[::EVERY]]
    await in_groups([partial(mover.open, port) for mover in movers])
    offset = loop.time() - time.time()
    if time.time() * 1000 > boards[0].deadline_ms - LEAD_MS[1]:
        print("the first flags fell before everybody had sat down")
    for mover in movers:
        lead_ms = chance.uniform(*LEAD_MS)
        loop.call_at((mover.board.deadline_ms - lead_ms) / 1000 + offset, mover.act)
    last_ms = boards[-1].deadline_ms + MOST_CREDIT_MS + SETTLING_MS
    await asyncio.sleep(last_ms / 1000 + AFTERWARDS_S - time.time())
    return movers


def _decisions(service: LiveService, boards: list[Board]) -> tuple[list[int], int, int]:
    """Return how late each flag was decided, how many too early, and how many should have been and were not."""
    ids = ([board.id for board in boards],)
    rows = service.query(
        "SELECT e.decided_at_ms - e.at_ms - m.grace_ms"
        " FROM matches_matchevent e JOIN matches_match m ON m.id = e.match_id"
        " WHERE e.kind = 'timeout' AND e.match_id = ANY(%s)",
        ids,
    )
    after = [row[0] - SETTLING_MS for row in rows]
    [(undecided,)] = service.query(
        "SELECT count(*) FROM matches_match WHERE id = ANY(%s) AND status = 'live'"
        " AND deadline_ms + grace_ms < extract(epoch FROM clock_timestamp()) * 1000 - 1000",
        ids,
    )
    return after, sum(late < 0 for late in after), undecided


def _kept(service: LiveService, boards: list[Board]) -> dict[str, int]:
    """Return the instant of receipt of each command that changed its match, by match."""
    ids = ([board.id for board in boards],)
    return dict(service.query("SELECT match_id, at_ms FROM matches_command WHERE match_id = ANY(%s)", ids))
