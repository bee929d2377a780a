"""Rooms of overviews (a tournament): they hear at most once a second which parts of their pages are out of date."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from matches.hub.outbox import Outbox, Send
from matches.hub.scenes import encode
from matches.now import now_ms

GAP_S: Final = 1.0


class Follower:
    """One socket of an overview. It can miss nothing: a refresh says only what to fetch."""

    def __init__(self, keys: frozenset[str], send: Send, close: Callable[[int, str], None]) -> None:
        self.keys, self.close = keys, close
        self.outbox = Outbox(send, self._overflow)

    def _overflow(self) -> None:
        self.outbox.clear()


class Feeds:
    """All overviews that somebody follows from this process."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)
        self._stale: dict[str, set[str]] = {}

    def join(self, room: str, follower: Follower) -> None:
        """Let a socket in."""
        self._followers[room].add(follower)

    def leave(self, room: str, follower: Follower) -> None:
        """Let a socket go."""
        follower.outbox.close()
        self._followers[room].discard(follower)
        if not self._followers[room]:
            del self._followers[room]

    def note_match(self, room: str, match_id: str) -> None:
        """Note that a match of the room has changed."""
        if room:
            self.note(room, (f"match-{match_id}",))

    def note(self, room: str, parts: Iterable[str]) -> None:
        """Note that parts of the room's pages are out of date; told at the end of the second."""
        if room not in self._followers:
            return
        if room not in self._stale:
            self._stale[room] = set()
            asyncio.get_running_loop().call_later(GAP_S, self._tell, room)
        self._stale[room].update(parts)

    def tell_time(self) -> None:
        """Send the server's time, which also shows that the line is up."""
        if self._followers:
            frame = encode({"t": "time", "server_ms": now_ms()})
            for followers in tuple(self._followers.values()):
                for follower in tuple(followers):
                    follower.outbox.put(frame)

    def close(self, key: str) -> None:
        """End the sockets of a user, player or token."""
        for followers in tuple(self._followers.values()):
            for follower in tuple(followers):
                if key in follower.keys:
                    follower.close(4403, "revoked")

    def _tell(self, room: str) -> None:
        parts = sorted(self._stale.pop(room, ()))
        frame = encode({"t": "refresh", "parts": parts, "server_ms": now_ms()})
        for follower in tuple(self._followers.get(room, ())):
            follower.outbox.put(frame)
