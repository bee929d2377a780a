"""Telling the hubs of all processes that something was committed. A hint only: the truth is in the log.

Hubs of this process are called on their own event loop; the others hear it through Redis, if there is one. A hint that
is lost costs at most the five seconds until each hub compares its rooms with the database.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import orjson
import redis
from django.conf import settings

from matches.ids import new_id
from matches.rows import Plan

log = logging.getLogger(__name__)

PROCESS: Final = new_id()
"""Names this process in hints, connections and heartbeats."""

CHANNEL: Final = "flagfall/hints/2"

Hint = Mapping[str, Any]
"""`{"t": "match", "id", "seq", "room"}`, `{"t": "own", "id"}` for what only a seat itself may notice,
`{"t": "room", "room", "parts"}`, `{"t": "presence", "id"}` or `{"t": "close", "key"}`."""

Listener = Callable[[Hint, Plan | None], None]
"""Called in any thread; must hand over to its own."""

REST_S: Final = 5.0
"""How long Redis is left alone after it has not answered: flags must not wait for it."""


@dataclass(slots=True)
class _Rest:
    until: float = 0.0


_resting = _Rest()
_listeners: list[Listener] = []


def listen(listener: Listener) -> Callable[[], None]:
    """Have `listener` called with everything that this process announces; returns what undoes it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def tell(hint: Hint, plan: Plan | None = None) -> None:
    """Tell every hub. Call it after the commit, outside the event loop: it may wait for Redis, a second at most."""
    tell_here(hint, plan)
    if settings.REDIS_URL and time.monotonic() >= _resting.until:
        try:
            _client(settings.REDIS_URL).publish(CHANNEL, encode(hint))
        except redis.RedisError:
            _resting.until = time.monotonic() + REST_S
            log.warning("no hints to other processes for %.0f s", REST_S, exc_info=True)


def tell_here(hint: Hint, plan: Plan | None = None) -> None:
    """Tell the hubs of this process only."""
    for listener in tuple(_listeners):
        listener(hint, plan)


def encode(*hints: Hint) -> bytes:
    """Return hints as they travel together, signed with the process that knows them already."""
    return orjson.dumps({"from": PROCESS, "hints": hints})


def committed(plan: Plan) -> None:
    """Tell every hub that a plan was committed."""
    tell(hint_of(plan), plan)


def hint_of(plan: Plan) -> Hint:
    """Return the hint for a committed plan."""
    if plan.is_silent:
        return {"t": "own", "id": plan.match_id}
    return {"t": "match", "id": plan.match_id, "seq": plan.after.seq, "room": plan.after.room}


def announce_room(room: str, parts: list[str]) -> None:
    """Tell everybody in a room that these parts of its pages are out of date."""
    if room:
        tell({"t": "room", "room": room, "parts": parts})


def close_sockets(key: str) -> None:
    """End the sockets of a user (`user/<id>`), a player ref or a token (`token/<id>`) whose right was withdrawn."""
    tell({"t": "close", "key": key})


@lru_cache(maxsize=2)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
