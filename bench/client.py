"""WebSockets with next to no cost for whoever measures: the least of RFC 6455 that loopback needs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, Final

_TEXT: Final = 0x81
_PONG: Final = 0x8A
_PING_KIND: Final = 0x9
_CLOSE_KIND: Final = 0x8
# Clients must mask what they send; a mask of zeros leaves it as it is.
_MASK: Final = b"\0\0\0\0"
_MASKED: Final = 0x80

_PROBE: Final = re.compile(rb'"probe":(\d+)')

OnFrame = Callable[[bytes], None]


class RawSocket(asyncio.Protocol):
    """One socket. `on_frame` is called with every text frame; `opened` is done when the server has agreed."""

    def __init__(self, request: bytes, on_frame: OnFrame) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._request, self._on_frame = request, on_frame
        self._rest = b""
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = transport
        self._write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Note the end."""
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("the server closed the socket"))

    def data_received(self, data: bytes) -> None:
        """Take in bytes, whole frames or not."""
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, ends, data = data.partition(b"\r\n\r\n")
            if not ends:
                self._rest = head
                return
            self._agreed(head)
        self._rest = data[self._frames(data) :]

    def send(self, text: bytes) -> None:
        """Send one text frame of at most 64 KiB."""
        self._write(_head(_TEXT, len(text)) + text)

    def close(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _agreed(self, head: bytes) -> None:
        if b" 101 " in head.split(b"\r\n", 1)[0]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionRefusedError(head.decode("latin-1")))

    def _frames(self, data: bytes) -> int:
        """Hand over every whole frame; return where the rest begins."""
        start, end = 0, len(data)
        while end - start >= 2:
            size, body = data[start + 1], start + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                body += wide
                size = int.from_bytes(data[start + 2 : body], "big")
            if body + size > end:
                break
            self._take(data[start] & 0x0F, data[body : body + size])
            start = body + size
        return start

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            if probe := _PROBE.search(payload):
                self.send(b'{"t":"echo","n":%s}' % probe[1])
            self._on_frame(payload)
        elif kind == _PING_KIND:
            self._write(_head(_PONG, len(payload)) + payload)
        elif kind == _CLOSE_KIND:
            self.close()

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, _MASKED | size)) + _MASK
    return bytes((first, _MASKED | 126)) + size.to_bytes(2, "big") + _MASK


def request(port: int, path: str, cookie: str) -> bytes:
    """Return the request for a socket of a page on this machine."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "User-Agent: bench",
        *([f"Cookie: sessionid={cookie}"] if cookie else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def connect(port: int, path: str, on_frame: OnFrame, *, cookie: str = "") -> RawSocket:
    """Return an open socket. Raises OSError if the server does not agree."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: RawSocket(request(port, path, cookie), on_frame), "127.0.0.1", port
    )
    await socket.opened
    return socket
