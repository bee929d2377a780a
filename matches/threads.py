"""Threads of a web process in which the event loop lets the database be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from django.db import Error, connection

T = TypeVar("T")

THREADS: Final = 4


class DatabaseThreads:
    """A few threads with a connection each. One that failed is closed; the next call opens a new one."""

    def __init__(self, count: int = THREADS) -> None:
        self._pool = ThreadPoolExecutor(count, "matches-db")

    async def run(self, do: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Return what `do` returns, called in one of the threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, partial(_clean, partial(do, *args, **kwargs)))

    def later(self, do: Callable[..., object], *args: Any) -> None:
        """Have `do` called without waiting for it; it must not fail for good reasons."""
        self._pool.submit(_clean, partial(do, *args))

    def stop(self) -> None:
        """Let running calls end and close the connections."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _clean(do: Callable[[], T]) -> T:
    try:
        return do()
    except Error:
        connection.close()
        raise
