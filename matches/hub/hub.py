"""The hub: all rooms of a process, and how news reaches them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from matches import announce, gauges
from matches.announce import Hint
from matches.branching import goes_back
from matches.cache import RowCache
from matches.errors import MatchError
from matches.hub import reading
from matches.hub.feed import Feeds
from matches.hub.making import make_scene
from matches.hub.room import MOST_MISSED, Room, Subscriber
from matches.presence import OFFLINE_AFTER_MS, away_from, away_from_each
from matches.rows import EventRow, Plan
from matches.threads import DatabaseThreads

log = logging.getLogger(__name__)

NOTICE_S: Final = 5.0
"""How often each room is compared with the database and told its last number."""


_STOPS_WITHIN_S: Final = 3.0
_NOTED_S: Final = 0.1
"""So long after a socket has gone its end is noted at the latest, as a rule."""


class Hub:
    """Belongs to the event loop that was running at `start`. What other threads announce is handed over to it."""

    def __init__(self, cache: RowCache, threads: DatabaseThreads) -> None:
        self._cache, self._threads = cache, threads
        self.rooms: dict[str, Room] = {}
        self.feeds: Feeds
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._fetching: dict[str, bool] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._deaf: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen to what is announced in this process, and begin the five-second notices."""
        self._loop = asyncio.get_running_loop()
        # Not earlier: it notes the present instant, which is known only once the clock is calibrated.
        self.feeds = Feeds()
        self._deaf = announce.listen(self._heard)
        self.later(self._notices())
        gauges.register("sockets", lambda: sum(len(room.subscribers) for room in tuple(self.rooms.values())))

    async def stop(self) -> None:
        """End every task; sockets are ended by the server."""
        if self._deaf is not None:
            self._deaf()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_STOPS_WITHIN_S)

    def later(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside everything else, until the hub stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the hub failed", exc_info=task.exception())

    # sockets
    async def join(self, match_id: str, subscriber: Subscriber) -> Room:
        """Let a socket in, held until `catch_up`. Raises MatchError `no_such_match`."""
        room = await self._room(match_id)
        room.add(subscriber)
        return room

    def leave(self, match_id: str, subscriber: Subscriber) -> None:
        """Let a socket go; an empty room is closed."""
        room = self.rooms.get(match_id)
        if room is not None:
            room.remove(subscriber)
            if not room.subscribers:
                del self.rooms[match_id]

    async def catch_up(self, room: Room, subscriber: Subscriber, since: int | None) -> None:
        """Tell a socket all that came after number `since`; None, a number of the future or a long gap: everything."""
        subscriber.held, subscriber.overflowed = True, False
        scene = room.scene(subscriber.audience)
        try:
            missed = await self._missed(room, since)
            if missed is None or (scene.needs_log and goes_back(missed)):
                whole = await self._log(room) if scene.needs_log else []
                subscriber.outbox.put(scene.snapshot(room.row, whole))
            elif missed:
                subscriber.put(scene.replay(room.row, missed))
        finally:
            subscriber.held = False

    async def _missed(self, room: Room, since: int | None) -> list[EventRow] | None:
        if since is None or since > room.seq or room.seq - since > MOST_MISSED:
            return None
        known = room.missed(since)
        if known is not None:
            return known
        return await self._complete(room, since)

    async def _log(self, room: Room) -> list[EventRow]:
        return await self._complete(room, 0)

    async def _complete(self, room: Room, since: int) -> list[EventRow]:
        """Return all events after `since` up to the room's last, whatever happens while the database answers."""
        while True:
            until = room.seq
            read = await self._threads.run(reading.between, room.row.id, since, until)
            rest = room.missed(until)
            if rest is not None:
                return read + rest

    async def _room(self, match_id: str) -> Room:
        room = self.rooms.get(match_id)
        if room is None:
            opening = self._opening.get(match_id)
            if opening is None:
                opening = self._opening[match_id] = self.later(self._open(match_id))
            room = await asyncio.shield(opening)
        return room

    async def _open(self, match_id: str) -> Room:
        try:
            found = await self._threads.run(reading.open_room, match_id)
        finally:
            self._opening.pop(match_id, None)
        self._cache.put(found.row)
        room = Room(found.row, found.seats, make_scene, found.away)
        room.recent.extend(found.recent)
        self.rooms[match_id] = room
        # Something may have been committed between the reading and this line.
        self.refresh(match_id)
        return room

    # news
    def publish(self, plan: Plan) -> None:
        """Tell a match's room what was just committed. On the loop only."""
        self._cache.put(plan.after)
        # Followers of an overview would learn that something has happened.
        if not plan.is_silent:
            self.feeds.note_match(plan.after.room, plan.match_id)
        room = self.rooms.get(plan.match_id)
        if room is not None:
            self._advance(room, plan)

    def _advance(self, room: Room, plan: Plan) -> None:
        try:
            told = room.advance(plan.after, plan.events)
        except Exception:
            log.exception("match %s cannot be told", plan.match_id)
            return
        if not told:
            self.refresh(plan.match_id)
        self._mend(room)

    def _mend(self, room: Room) -> None:
        """Give everything anew to sockets that could not keep up, or whose picture could not be drawn."""
        for subscriber in tuple(room.subscribers):
            if subscriber.overflowed and not subscriber.held and not subscriber.outbox.closed:
                subscriber.held = True
                self.later(self.catch_up(room, subscriber, None))

    def refresh(self, match_id: str) -> None:
        """Read a match anew, because something may have been missed. Asked again meanwhile, it reads once more."""
        if match_id in self._fetching:
            self._fetching[match_id] = True
        elif match_id in self.rooms:
            self._fetching[match_id] = False
            self.later(self._fetch(match_id))

    async def _fetch(self, match_id: str) -> None:
        try:
            while (room := self.rooms.get(match_id)) is not None:
                self._fetching[match_id] = False
                row, events = await self._threads.run(reading.news, room.row)
                self._cache.put(row)
                room.advance(row, events)
                self._mend(room)
                if not self._fetching[match_id]:
                    return
        except MatchError:
            log.warning("match %s is gone", match_id)
        finally:
            self._fetching.pop(match_id, None)

    def _heard(self, hint: Hint, plan: Plan | None) -> None:
        """Hand over what any thread announces."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.take, hint, plan)

    def take(self, hint: Hint, plan: Plan | None = None) -> None:
        """Act on a hint. On the loop only."""
        kind = hint.get("t")
        if plan is not None:
            self.publish(plan)
        elif kind == "match":
            self._take_match(hint)
        elif kind == "own":
            self._take_own(str(hint["id"]))
        elif kind == "room":
            self.feeds.note(str(hint["room"]), map(str, hint["parts"]))
        elif kind == "presence":
            self.later(self._tell_presence(str(hint["id"])))
        elif kind == "close":
            self._close(str(hint["key"]))

    def _take_match(self, hint: Hint) -> None:
        match_id = str(hint["id"])
        self.feeds.note_match(str(hint["room"]), match_id)
        room = self.rooms.get(match_id)
        if room is None:
            self._cache.drop(match_id)
        elif room.seq < int(hint["seq"]):
            self.refresh(match_id)

    def _take_own(self, match_id: str) -> None:
        """Read anew what another process has changed for a seat alone."""
        self._cache.drop(match_id)
        self.refresh(match_id)

    async def _tell_presence(self, match_id: str) -> None:
        away = await self._threads.run(away_from, match_id)
        room = self.rooms.get(match_id)
        if room is not None:
            room.tell_presence(away)

    async def player_left(self, match_id: str) -> None:
        """Tell everybody that a player is offline, if no socket of his has come back in time."""
        await asyncio.sleep(OFFLINE_AFTER_MS / 1000 + _NOTED_S)
        await self._threads.run(announce.tell, {"t": "presence", "id": match_id})

    async def send_away(self, code: str) -> None:
        """Ask every socket of this process to come back elsewhere, and wait until it has been told."""
        before = set(self._tasks)
        for room in tuple(self.rooms.values()):
            for subscriber in tuple(room.subscribers):
                subscriber.close(1012, code)
        self.feeds.close_all(code)
        telling = self._tasks - before
        if telling:
            await asyncio.wait(telling, timeout=_STOPS_WITHIN_S)

    def _close(self, key: str) -> None:
        for room in tuple(self.rooms.values()):
            for subscriber in tuple(room.subscribers):
                if key in subscriber.keys:
                    subscriber.close(4403, "revoked")
        self.feeds.close(key)

    async def _notices(self) -> None:
        while True:
            await asyncio.sleep(NOTICE_S)
            try:
                await self._notice()
            except Exception:
                log.warning("rooms could not be compared with the database", exc_info=True)

    async def _notice(self) -> None:
        for room in tuple(self.rooms.values()):
            room.probe()
        if self.rooms:
            ids = tuple(self.rooms)
            versions = await self._threads.run(reading.versions, ids)
            away = await self._threads.run(away_from_each, ids)
            for match_id, room in tuple(self.rooms.items()):
                if versions.get(match_id, 0) > room.row.version:
                    self.refresh(match_id)
                self._mend(room)
                if match_id in away and room.row.status != "over":
                    room.tell_presence(away[match_id])
                room.tell_seq()
        self.feeds.tell_time()
