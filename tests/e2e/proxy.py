"""A real TCP proxy between a browser and the server, which can swallow what a browser sends and say nothing of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 64 * 1024


class Proxy:
    """Listens on a port of its own. Swallowed bytes are gone; the connection stays open as if all were well.

    `deaf` swallows what comes over lines that are open now; `dead` also keeps new ones waiting for ever.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._lines: set[_Pipe] = set()
        self.dead = False
        self.swallowed = 0
        self.port = 0

    @property
    def url(self) -> str:
        """Return the address under which the browser knows the service."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)

    def stop(self) -> None:
        """Drop every line."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def swallow(self, *, also_new: bool = False) -> None:
        """Swallow from now on what is sent over the sockets that are open."""
        self.dead = also_new
        for line in tuple(self._lines):
            line.deaf = line.is_socket

    def heal(self) -> None:
        """Let new lines through again. Those that have swallowed something stay as they are."""
        self.dead = False

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _close(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        line = _Pipe(self)
        self._lines.add(line)
        try:
            await asyncio.gather(line.carry(reader, back, upward=True), line.carry(there, writer, upward=False))
        finally:
            self._lines.discard(line)
            for end in (writer, back):
                end.transport.abort()


class _Pipe:
    """One line through the proxy."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self.is_socket = self.deaf = False

    async def carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, upward: bool) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while data := await source.read(CHUNK):
                if upward and b"upgrade: websocket" in data.lower():
                    self.is_socket, self.deaf = True, self._proxy.dead
                if upward and self.deaf:
                    self._proxy.swallowed += len(data)
                    continue
                sink.write(data)
                await sink.drain()
        sink.close()


@contextmanager
def proxied(port: int) -> Iterator[Proxy]:
    """Return a proxy in front of a port."""
    proxy = Proxy(port)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()
