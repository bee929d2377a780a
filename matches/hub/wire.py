"""Hints between processes over Redis: one subscription and one publisher per process.

A hint that does not arrive costs at most the five seconds until the next comparison with the database, so nothing here
waits for Redis or fails without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import orjson
import redis.asyncio as redis
from redis.exceptions import RedisError

from matches.announce import CHANNEL, PROCESS, Hint, encode

log = logging.getLogger(__name__)

_STOPS_WITHIN_S: Final = 3.0
_WAITING: Final = 10_000
_GATHER_S: Final = 0.01
"""What is said within this time goes in one message: sending and reading one costs far more than a hint in it."""
_AGAIN_S: Final = (0.1, 0.25, 0.5, 1.0, 2.0)


class Wire:
    """Sends this process's hints in the order given and calls `take` with those of others."""

    def __init__(self, url: str, take: Callable[[Hint], None]) -> None:
        self._url, self._take = url, take
        self._waiting: asyncio.Queue[Hint] = asyncio.Queue(_WAITING)
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    def start(self) -> None:
        """Start both directions on the running loop."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._for_ever(self._listen)), loop.create_task(self._for_ever(self._speak))]

    async def stop(self) -> None:
        """End both directions."""
        # A cancellation that meets a time limit inside the client is lost; the flag is not.
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOPS_WITHIN_S)

    def send(self, hint: Hint) -> None:
        """Have a hint sent soon; dropped if Redis has been away for so long that too many wait."""
        if not self._waiting.full():
            self._waiting.put_nowait(hint)

    async def _for_ever(self, direction: Callable[[redis.Redis], Any]) -> None:
        failures = 0
        while not self._stopping:
            client = redis.Redis.from_url(self._url, socket_connect_timeout=1, health_check_interval=10)
            try:
                await direction(client)
            except (RedisError, OSError):
                if failures == 0:
                    log.warning("no hints from or to other processes", exc_info=True)
                failures += 1
            finally:
                await client.aclose()
            await asyncio.sleep(_AGAIN_S[min(failures, len(_AGAIN_S) - 1)])

    async def _listen(self, client: redis.Redis) -> None:
        async with client.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe(CHANNEL)
            async for message in subscription.listen():
                self._take_in(message["data"])

    def _take_in(self, data: bytes) -> None:
        try:
            message = orjson.loads(data)
            if message["from"] != PROCESS:
                for hint in message["hints"]:
                    self._take(hint)
        except (ValueError, KeyError, TypeError, AttributeError):
            log.warning("hints could not be read: %r", data[:200])

    async def _speak(self, client: redis.Redis) -> None:
        while True:
            hints = [await self._waiting.get()]
            await asyncio.sleep(_GATHER_S)
            while not self._waiting.empty():
                hints.append(self._waiting.get_nowait())
            await client.publish(CHANNEL, encode(*hints))
