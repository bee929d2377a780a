"""Threads of a web process in which the event loop lets the database be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

T = TypeVar("T")

THREADS: Final = 4


class DatabaseThreads:
    """A few threads with a connection each. One that failed is closed; the next call opens a new one."""

    def __init__(self, count: int = THREADS, name: str = "matches-db") -> None:
        self._pool = ThreadPoolExecutor(count, name)
        self._connections: set[BaseDatabaseWrapper] = set()

    async def run(self, do: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Return what `do` returns, called in one of the threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, partial(self._clean, partial(do, *args, **kwargs)))

    def later(self, do: Callable[..., T], *args: Any) -> Future[T]:
        """Have `do` called without waiting for it. If nobody asks the future, it must not fail for good reasons."""
        return self._pool.submit(self._clean, partial(do, *args))

    def stop(self) -> None:
        """Let running calls end and close the connections."""
        self._pool.shutdown(wait=True)
        for connection in self._connections:
            # The threads that opened them are gone.
            connection.inc_thread_sharing()
            connection.close()

    def _clean(self, do: Callable[[], T]) -> T:
        own = connections[DEFAULT_DB_ALIAS]
        self._connections.add(own)
        try:
            return do()
        except Error:
            own.close()
            raise
