"""What waits to be sent to one socket: bounded, so that one slow reader costs nobody else anything."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

FRAMES: Final = 64
BYTES: Final = 256 * 1024

Send = Callable[[str], Awaitable[None]]


class Outbox:
    """Sends frames in order until it is `closed`; for one that finds no room `on_overflow` is called instead."""

    def __init__(self, send: Send, on_overflow: Callable[[], None]) -> None:
        self._send, self._on_overflow = send, on_overflow
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self.closed = False

    def put(self, frame: str) -> None:
        """Queue a frame and return at once."""
        if self.closed:
            return
        if self._waiting and (len(self._waiting) >= FRAMES or self._bytes + len(frame) > BYTES):
            self._on_overflow()
            return
        self._waiting.append(frame)
        self._bytes += len(frame)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    def clear(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
        self._bytes = 0

    def close(self) -> None:
        """Take no more; what waits is not sent any more."""
        self.closed = True
        self.clear()

    async def flushed(self) -> None:
        """Wait until everything that waits now has been handed over."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _drain(self) -> None:
        try:
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame)
                await self._send(frame)
        except Exception:
            # The socket is gone; its consumer hears of that by itself.
            self.close()
        finally:
            self._task = None
