"""When a request had arrived: for one that acts that instant counts, not the one at which somebody had time for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.http import HttpRequest

from matches.now import now_ms

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Receipts:
    """Around an ASGI application: notes the instant at which the last byte of a request was there.

    Not the first: who begins a request early and ends it late would have acted early.
    """

    def __init__(self, application: Callable[[Any, Receive, Send], Awaitable[None]]) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Hand the request on."""

        async def received() -> Any:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                scope["received_ms"] = now_ms()
            return message

        await self._application(scope, received, send)


def received_ms(request: HttpRequest) -> int:
    """Return the instant at which a request had arrived; this one where no server has noted it."""
    noted = getattr(request, "scope", {}).get("received_ms")
    return noted if isinstance(noted, int) else now_ms()
