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
KEPT_MS: Final = 60_000
"""How long news is remembered for a page that was drawn before it and comes with its socket after it."""
SLACK_MS: Final = 5_000
"""How long a page may be in drawing: what it shows may be older by that much than the instant it carries."""


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
        self._news: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._kept_since_ms = now_ms()

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
        parts = tuple(parts)
        self._news[room].update(dict.fromkeys(parts, now_ms()))
        if room not in self._followers:
            return
        if room not in self._stale:
            self._stale[room] = set()
            asyncio.get_running_loop().call_later(GAP_S, self._tell, room)
        self._stale[room].update(parts)

    def catch_up(self, room: str, follower: Follower, drawn_ms: int) -> None:
        """Tell a follower what has changed since its page was drawn, or to fetch all if that is long ago."""
        since_ms = drawn_ms - SLACK_MS
        if since_ms < self._kept_since_ms:
            follower.outbox.put(_refresh(()))
        elif parts := [part for part, at_ms in self._news.get(room, {}).items() if at_ms >= since_ms]:
            follower.outbox.put(_refresh(parts))

    def tell_time(self) -> None:
        """Send the server's time, which also shows that the line is up; forget old news."""
        self._forget(now_ms() - KEPT_MS)
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

    def close_all(self, code: str) -> None:
        """End every socket, as one that may come back."""
        for followers in tuple(self._followers.values()):
            for follower in tuple(followers):
                follower.close(1012, code)

    def _forget(self, before_ms: int) -> None:
        self._kept_since_ms = max(self._kept_since_ms, before_ms)
        for room, news in tuple(self._news.items()):
            kept = {part: at_ms for part, at_ms in news.items() if at_ms >= before_ms}
            if kept:
                self._news[room] = kept
            else:
                del self._news[room]

    def _tell(self, room: str) -> None:
        frame = _refresh(self._stale.pop(room, ()))
        for follower in tuple(self._followers.get(room, ())):
            follower.outbox.put(frame)


def _refresh(parts: Iterable[str]) -> str:
    return encode({"t": "refresh", "parts": sorted(parts), "server_ms": now_ms()})
