"""Players who are no trouble: they pick an action from what the socket says is legal, by looking at bytes only."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.client import RawSocket, connect
from bench.matches import Board

_LEGAL: Final = b'"legal":[{"a":"'
_ACTION: Final = re.compile(rb'\{"a":"([^"]+)"')
_PLY: Final = re.compile(rb'"ply":(\d+)')
_CMD: Final = re.compile(rb'"cmd":"(\d+)-')
_COME_AT_ONCE: Final = 40
"""So many sockets are opened at the same time."""


@dataclass(slots=True)
class Counts:
    """What came back, from all players."""

    acks: int = 0
    refused: int = 0
    late_ms: list[float] = field(default_factory=list)
    """From the instant at which an action was to be sent to its acknowledgement."""

    def reset(self) -> None:
        """Begin anew."""
        self.acks, self.refused, self.late_ms = 0, 0, []


@dataclass(slots=True)
class _Sent:
    """A command without an answer: when it was to be sent, when it was, by whom, and its frame."""

    due: float
    at: float
    seat: int
    frame: bytes


class Match:
    """Two players at one board. `plan` tells when the next action is to be sent, on the loop's clock."""

    def __init__(self, board: Board, port: int, counts: Counts, seed: int) -> None:
        self.board, self._port, self._counts = board, port, counts
        self._random = random.Random(seed)  # noqa: S311 - which move is played does not matter
        self._sockets: list[RawSocket] = []
        self._turn: tuple[int, int, bytes] | None = None
        self._sent: dict[bytes, _Sent] = {}
        self._number = 0
        self.sent_at: dict[int, float] = {}
        """When the action for a ply was sent, on the loop's clock."""
        self.plan: Callable[[], float] | None = None

    async def open(self) -> None:
        """Sit down at both seats."""
        for seat in (0, 1):
            reader = self._reader(seat)
            self._sockets.append(await connect(self._port, self.board.path(), reader, cookie=self.board.cookies[seat]))

    def go(self, plan: Callable[[], float]) -> None:
        """Play from now on, each action at the instant that `plan` gives."""
        self.plan = plan
        self._continue()

    def rest(self) -> None:
        """Play no more until `go`."""
        self.plan = None

    @property
    def waits(self) -> bool:
        """Tell whether an action has no answer yet."""
        return bool(self._sent)

    @property
    def broken(self) -> bool:
        """Tell whether a socket is gone."""
        return any(socket.lost for socket in self._sockets)

    def close(self) -> None:
        """Leave both seats."""
        for socket in self._sockets:
            socket.close()

    def _reader(self, seat: int) -> Callable[[bytes], None]:
        def read(frame: bytes) -> None:
            if frame.startswith(b'{"t":"ack"'):
                self._answered(frame)
                return
            at = frame.find(_LEGAL)
            if at >= 0:
                ply = int(_PLY.findall(frame)[0])
                self._turn = (seat, ply, self._random.choice(_ACTION.findall(frame, at)))
                self._continue()

        return read

    def _continue(self) -> None:
        if self._turn is None or self.plan is None:
            return
        turn, self._turn = self._turn, None
        loop = asyncio.get_running_loop()
        due = self.plan()
        if due <= loop.time():
            self._send(*turn, due)
        else:
            loop.call_at(due, self._send, *turn, due)

    def _send(self, seat: int, ply: int, action: bytes, due: float) -> None:
        self._number += 1
        cmd, loop = b"%d" % self._number, asyncio.get_running_loop()
        frame = b'{"t":"cmd","cmd":"%s-%d","ply":%d,"a":"%s"}' % (cmd, seat, ply, action)
        self._sent[cmd] = _Sent(due, loop.time(), seat, frame)
        self.sent_at[ply] = loop.time()
        self._sockets[seat].send(frame)

    def repeat(self, patience_s: float) -> None:
        """Send again what has had no answer for so long, as every client does."""
        now = asyncio.get_running_loop().time()
        for sent in self._sent.values():
            if now - sent.at > patience_s:
                sent.at = now
                self._sockets[sent.seat].send(sent.frame)

    def _answered(self, frame: bytes) -> None:
        found = _CMD.search(frame)
        sent = self._sent.pop(found[1], None) if found else None
        if sent is None:
            # The second answer to what was sent twice.
            return
        if b'"ok":true' not in frame:
            self._counts.refused += 1
            return
        self._counts.acks += 1
        self._counts.late_ms.append(1000 * (asyncio.get_running_loop().time() - sent.due))


async def in_groups(opening: Sequence[Callable[[], Awaitable[object]]]) -> None:
    """Do what opens sockets, some at a time."""
    for start in range(0, len(opening), _COME_AT_ONCE):
        await asyncio.gather(*(one() for one in opening[start : start + _COME_AT_ONCE]))


async def sit_down(boards: Sequence[Board], ports: Sequence[int], counts: Counts) -> list[Match]:
    """Return the matches with both players at each; every match is pinned to one process."""
    matches = [Match(board, ports[number % len(ports)], counts, number) for number, board in enumerate(boards)]
    await in_groups([match.open for match in matches])
    return matches


async def settle(matches: Sequence[Match], within_s: float = 5.0) -> None:
    """Let everybody rest, and wait until every action has its answer."""
    for match in matches:
        match.rest()
    deadline = time.monotonic() + within_s
    while any(match.waits for match in matches) and time.monotonic() < deadline:
        await asyncio.sleep(0.02)


def at_once() -> float:
    """Plan: whenever it is one's turn."""
    return asyncio.get_running_loop().time()


def steadily(start: float, every_s: float) -> Callable[[], float]:
    """Plan: from `start` on, every so many seconds, however late the last one was."""
    instants = (start + number * every_s for number in itertools.count())
    return lambda: next(instants)
