"""How often one may ask: per token, per person, and per address for whoever is neither.

Counted per minute on the cache. Without a cache nobody is counted: a limit must not take the service down.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from django.core.cache import caches
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from matches.access import principal_of_request
from matches.limits import counted

log = logging.getLogger(__name__)

WINDOW_S: Final = 60
PER_TOKEN: Final = 600
PER_PERSON: Final = 600
PER_ADDRESS: Final = 1200
CHANGES_PER_ADDRESS: Final = 120
"""Lower than for reading: whoever changes something unknown to us can only enter themselves."""


class PerMinute(BaseThrottle):
    """Lets a number of requests pass in each minute, and says in which second to come again."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Tell whether the request is within the limit."""
        key, limit = _counted(request)
        try:
            return _count(key) <= limit
        except (RedisError, OSError):
            log.warning("requests are not counted: the cache does not answer", exc_info=True)
            return True

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return WINDOW_S - time.time() % WINDOW_S


def _counted(request: Request) -> tuple[str, int]:
    """Return under which name a request counts, and how many such there may be."""
    principal = principal_of_request(request)
    if principal.token:
        return f"token/{principal.token}", PER_TOKEN
    if principal.keys:
        return min(principal.keys), PER_PERSON
    address = request.META.get("REMOTE_ADDR", "")
    if request.method in ("GET", "HEAD"):
        return f"address/{address}", PER_ADDRESS
    return f"changes/{address}", CHANGES_PER_ADDRESS


def _count(key: str) -> int:
    """Count one more, and return how many there are in this window."""
    return counted(f"throttle/{int(time.time()) // WINDOW_S}/{key}", 2 * WINDOW_S, caches["kept"])
