"""A small limiter for log-ins: whoever guesses passwords has to wait, and so has nobody else.

Counted on the cache, once per name and address and once per address; a good log-in clears the name's count.
"""

from __future__ import annotations

import hashlib
from typing import Final

from django.core.cache import cache

from matches.limits import counted

WAIT_S: Final = 900
PER_NAME: Final = 10
PER_ADDRESS: Final = 60


def _keys(name: str, address: str) -> tuple[tuple[str, int], ...]:
    name_key = hashlib.sha256(f"{name.lower()}|{address}".encode()).hexdigest()
    return (f"login/{name_key}", PER_NAME), (f"login/{address}", PER_ADDRESS)


def login_is_blocked(*, name: str, address: str) -> bool:
    """Tell whether too many log-ins have failed for this name from this address, or from this address at all."""
    return any(cache.get(key, 0) >= limit for key, limit in _keys(name, address))


def login_failed(*, name: str, address: str) -> None:
    """Count a failure; the count is forgotten `WAIT_S` seconds after its first one."""
    for key, _limit in _keys(name, address):
        counted(key, WAIT_S)


def login_succeeded(*, name: str, address: str) -> None:
    """Forget the failures of this name from this address."""
    cache.delete(_keys(name, address)[0][0])
