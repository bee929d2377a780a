"""What a web process runs beside answering requests: the writer, the hub, the wire, and the watch over the clocks."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from django.conf import settings

from matches import announce, gauges, now, outages, presence
from matches.cache import RowCache
from matches.ending import drain_before_end
from matches.enforcement import StandIn, keepers
from matches.hub.hub import Hub
from matches.hub.wire import Wire
from matches.live import Live
from matches.rows import Plan
from matches.services.recovery import make_good
from matches.threads import DatabaseThreads
from matches.writer import Writer

log = logging.getLogger(__name__)

ANSWERS_WITHIN_S: Final = 5.0
"""So long a process that is told to end waits for the answers to what it has received."""

COLLECT_AFTER: Final = (20_000, 20, 20)
"""New objects before the youngest are looked through, and how often before the older ones are."""

SWITCH_S: Final = 0.000_5
"""How long the event loop may keep the interpreter while the writer has an answer of the database in hand."""

_AGAIN_S: Final = 1.0


class WebProcess:
    """One per process. Started before the first request is answered, stopped after the last."""

    def __init__(self) -> None:
        self.threads = DatabaseThreads()
        self.cache = RowCache()
        self.writer = Writer()
        self.hub = Hub(self.cache, self.threads)
        self.live = Live(self.writer, self.cache, self.threads, self.publish)
        self.draining = False
        self._stand_in = StandIn()
        self._wire = Wire(settings.REDIS_URL, self.hub.take) if settings.REDIS_URL else None
        self._watching: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Return once an outage, if there was one, has been given back: nobody may act before."""
        await self._recovered()
        self.writer.start()
        self.hub.start()
        if self._wire is not None:
            self._wire.start()
        gauges.register("writer_queue_age_ms", lambda: self.writer.age_s * 1000)
        for percent in (50, 99):
            gauges.register(f"action_p{percent}_cpu_ms", partial(self.live.costs.ms, percent))
        loop = asyncio.get_running_loop()
        self._watching = [
            loop.create_task(self._watch(_beat, outages.BEAT_MS / 1000)),
            loop.create_task(self._watch(self._stand_in.look, await self.threads.run(keepers.period_s))),
        ]

    async def drain(self) -> None:
        """Answer what has been received, then ask every socket to come back elsewhere. New ones are sent on at once."""
        self.draining = True
        await self.live.answered(ANSWERS_WITHIN_S)
        await self.hub.send_away("restarting")

    async def stop(self) -> None:
        """Commit what waits and let everything end."""
        for task in self._watching:
            task.cancel()
        await self.threads.run(self._stand_in.stop)
        await self.hub.stop()
        if self._wire is not None:
            await self._wire.stop()
        await self.writer.stop()
        await self.threads.run(presence.connections_end)
        await asyncio.to_thread(self.threads.stop)

    def publish(self, plan: Plan) -> None:
        """Tell the sockets of this process at once, and the other processes by the wire."""
        self.hub.publish(plan)
        if self._wire is not None:
            self._wire.send(announce.hint_of(plan))

    async def _recovered(self) -> None:
        while True:
            try:
                await self.threads.run(_begin)
            except Exception:
                log.exception("the service cannot begin yet")
                await asyncio.sleep(_AGAIN_S)
            else:
                return

    async def _watch(self, look: Callable[[], None], every_s: float) -> None:
        while True:
            await asyncio.sleep(every_s)
            try:
                await self.threads.run(look)
            except Exception:
                log.warning("the watch could not look at the clocks", exc_info=True)


def _begin() -> None:
    now.calibrate()
    _beat()


def _beat() -> None:
    outages.beat(announce.PROCESS)
    make_good()


_process: WebProcess | None = None


def process() -> WebProcess:
    """Return this process's services. Raises RuntimeError before they were started."""
    if _process is None:
        raise RuntimeError("the services of the web process have not been started")
    return _process


async def start() -> WebProcess:
    """Start the services of this process, once."""
    global _process  # noqa: PLW0603
    if _process is None:
        _process = WebProcess()
        await _process.start()
    return _process


async def stop() -> None:
    """Stop the services of this process."""
    global _process
    running, _process = _process, None
    if running is not None:
        await running.stop()


def spare_the_collector() -> None:
    """Let the garbage collector leave alone what lives as long as the process, and look at the rest less often.

    A match keeps its last events, a scene its picture: by default every few actions were looked through again, which
    cost a tenth of the processor's time and now and then a fifth of a second at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def lifespan(_scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answer the server's lifespan messages: an ASGI application of its own."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await start()
                spare_the_collector()
                sys.setswitchinterval(SWITCH_S)
                drain_before_end(process().drain)
            except Exception as error:
                log.exception("the service did not start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
