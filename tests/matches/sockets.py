"""A real socket consumer without a server: frames in, frames out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import orjson
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.db import connection

from matches import web
from matches.access import ANONYMOUS, Principal
from matches.ids import new_id
from matches.routing import websocket_urlpatterns

T = TypeVar("T")

PATIENCE_S = 20

ANA = Principal(players=frozenset({"entry/ana"}))
BEN = Principal(players=frozenset({"entry/ben"}))


def in_database(do: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    """Call something in a thread that closes its connection afterwards."""

    def clean(*args: Any, **kwargs: Any) -> T:
        try:
            return do(*args, **kwargs)
        finally:
            connection.close()

    return partial(asyncio.to_thread, clean)


@asynccontextmanager
async def web_process() -> AsyncIterator[web.WebProcess]:
    """Run the services of a web process."""
    try:
        yield await web.start()
    finally:
        await web.stop()


class Client:
    """A client that reads everything it is sent."""

    def __init__(self, match_id: str, principal: Principal, **query: Any) -> None:
        words = "&".join(f"{key}={value}" for key, value in {"form": "json", **query}.items())
        scope = {
            "type": "websocket",
            "path": f"/ws/match/{match_id}/",
            "query_string": words.encode(),
            "headers": [(b"user-agent", b"test")],
            "client": ("192.0.2.1", 4711),
            "subprotocols": [],
            "principal": principal,
        }
        self.wire = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
        self.frames: list[dict[str, Any]] = []

    async def open(self) -> dict[str, Any]:
        await self.connect()
        return await self.next("hello")

    async def connect(self) -> None:
        await self.wire.send_input({"type": "websocket.connect"})
        assert (await self.wire.receive_output(timeout=15))["type"] == "websocket.accept"

    async def next(self, kind: str | None = None) -> dict[str, Any]:
        """Return the next frame (of a kind); the server's own notices do not put the end of patience off."""
        end = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < end, f"no {kind} among {[frame['t'] for frame in self.frames]}"
            output = await self.wire.receive_output(timeout=PATIENCE_S)
            if output["type"] == "websocket.close":
                return {"t": "closed", "code": output["code"]}
            frame = orjson.loads(output["text"])
            self.frames.append(frame)
            if kind in (None, frame["t"]):
                return frame

    async def until(self, seq: int) -> list[dict[str, Any]]:
        """Read until the match's number `seq` has been told; return all frames so far."""
        while not any(frame["t"] in ("ev", "snap") and frame["seq"] >= seq for frame in self.frames):
            await self.next()
        return self.frames

    async def say(self, **frame: Any) -> None:
        await self.say_text(orjson.dumps(frame).decode())

    async def say_text(self, text: str) -> None:
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def command(self, text: str, *, cmd: str | None = None, ply: int | None = None) -> dict[str, Any]:
        """Send a command and return its answer."""
        await self.say(t="cmd", cmd=cmd or new_id(), a=text, ply=ply)
        return await self.next("ack")

    async def drain(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """Read whatever comes until it is quiet for a while; return all frames so far."""
        while not await self.wire.receive_nothing(timeout=seconds):
            output = await self.wire.receive_output(timeout=1)
            if output["type"] == "websocket.send":
                self.frames.append(orjson.loads(output["text"]))
        return self.frames

    async def close(self) -> None:
        if not self.wire.future.done():
            await self.wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wire.wait(timeout=15)


@asynccontextmanager
async def clients(match_id: str, *principals: Principal, **query: Any) -> AsyncIterator[list[Client]]:
    opened = [Client(match_id, principal, **query) for principal in principals]
    try:
        for client in opened:
            await client.open()
        yield opened
    finally:
        for client in opened:
            await client.close()


NOBODY = ANONYMOUS
