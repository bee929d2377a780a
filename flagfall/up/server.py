"""The web server of the one-process service."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

CLOSES_WITHIN_S: Final = 3


class PortTakenError(OSError):
    """Somebody else listens on the address already, or it is not one of this machine's."""


class Server(uvicorn.Server):
    """Serves until SIGINT or SIGTERM; calls `on_ready` once the first page can be asked for."""

    def __init__(self, *, host: str, port: int, on_ready: Callable[[], object]) -> None:
        config = uvicorn.Config(
            "flagfall.asgi:application",
            host=host,
            port=port,
            log_config=None,
            log_level="warning",
            access_log=False,
            # Each frame would be compressed once per socket, a thousand times for a thousand spectators.
            ws_per_message_deflate=False,
            server_header=False,
            timeout_graceful_shutdown=CLOSES_WITHIN_S,
        )
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def check_free(host: str, port: int) -> None:
    """Raise `PortTakenError` unless one could listen on `host` and `port`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTakenError(error.errno, error.strerror) from error


def serve(*, host: str, port: int, on_ready: Callable[[], object]) -> None:
    """Serve until the process is told to end; returns quietly then."""
    # The server passes the signal on when it has closed down; both kinds end here.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Server(host=host, port=port, on_ready=on_ready).run()
    except KeyboardInterrupt:
        return
