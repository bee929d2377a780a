"""How much one socket may say, and how often something that costs much may be asked for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache

DEFAULT_MESSAGES: Final = 20
WINDOW_S: Final = 5.0
FLOOD: Final = 200
"""Whoever sends this many in one window is cut off; one who sends a few too many is only told so."""


def messages_per_window() -> int:
    """Return how many messages a socket may send in `WINDOW_S` seconds."""
    return int(getattr(settings, "SOCKET_MESSAGES", DEFAULT_MESSAGES))


class MessageLimit:
    """Counts the messages of the last seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._messages = messages_per_window()
        self._taken: deque[float] = deque()
        self._refused: deque[float] = deque()

    def take(self) -> Literal["ok", "over", "flood"]:
        """Return what to do with the next message. Refused ones do not use up the allowance."""
        now = self._clock()
        for times in (self._taken, self._refused):
            while times and times[0] <= now - WINDOW_S:
                times.popleft()
        if len(self._taken) < self._messages:
            self._taken.append(now)
            return "ok"
        self._refused.append(now)
        return "flood" if len(self._refused) >= FLOOD else "over"

    def give_back(self) -> None:
        """Do not count the message that was taken last."""
        if self._taken:
            self._taken.pop()


def counted(key: str, span_s: int, store: BaseCache = cache) -> int:
    """Count something under a key of a cache; return how often it was, for `span_s` seconds from the first time on."""
    store.add(key, 0, span_s)
    try:
        return store.incr(key)
    except ValueError:  # it ran out between the two calls
        store.set(key, 1, span_s)
        return 1
