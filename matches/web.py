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
from matches.enforcement.sweep import overdue_ms, sweep
from matches.hub.hub import Hub
from matches.hub.wire import Wire
from matches.live import Live
from matches.rows import Plan
from matches.services.recovery import make_good
from matches.threads import DatabaseThreads
from matches.writer import Writer

log = logging.getLogger(__name__)

WATCH_S: Final = 5.0
LAST_RESORT_MS: Final = 5_000
"""If a due match has waited this long, no clock worker runs, and the web process sweeps itself."""

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
        self._wire = Wire(settings.REDIS_URL, self.hub.take) if settings.REDIS_URL else None
        self._watching: asyncio.Task[None] | None = None

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
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def stop(self) -> None:
        """Commit what waits and let everything end."""
        if self._watching is not None:
            self._watching.cancel()
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

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_S)
            try:
                await self.threads.run(_keep_watch)
            except Exception:
                log.warning("the watch could not look at the clocks", exc_info=True)


def _begin() -> None:
    now.calibrate()
    outages.beat(announce.PROCESS)
    make_good()


def _keep_watch() -> None:
    outages.beat(announce.PROCESS)
    make_good()
    late = overdue_ms()
    if late > LAST_RESORT_MS:
        log.error("deadlines are %d ms overdue: no clock worker seems to run; sweeping here", late)
        sweep()


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


def _spare_the_collector() -> None:
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
                _spare_the_collector()
                sys.setswitchinterval(SWITCH_S)
            except Exception as error:
                log.exception("the service did not start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
