"""Who is there: per player over all sockets of all processes, and any authenticated request."""

from __future__ import annotations

import hashlib
from typing import Final

from django.conf import settings
from django.db.models import Q

from gameengine.core.types import Seat
from matches import now
from matches.announce import PROCESS
from matches.models import Connection, Heartbeat, SeatAssignment

OFFLINE_AFTER_S: Final = 5.0
"""Whoever has no socket for this long is offline."""

SEEN_MS: Final = 20_000
"""For how long a request counts: pages without a socket ask again every few seconds."""

_PROCESS_GONE_MS: Final = 15_000
"""A process that has not beaten for this long is gone, and its sockets with it."""


def connection_open(match_id: str, seat: Seat, address: str, agent: str) -> int:
    """Note a player's socket; returns the number by which it is closed. Of the address only a keyed hash is kept."""
    connection = Connection.objects.create(
        match_id=match_id,
        seat=seat,
        process=PROCESS,
        opened_at_ms=now.now_ms(),
        address=_hashed(address),
        agent=agent[:200],
    )
    return connection.pk


def connection_close(number: int) -> None:
    """Note that a socket is gone."""
    Connection.objects.filter(pk=number).update(closed_at_ms=now.now_ms())


def connections_end() -> None:
    """Note that every socket of this process is gone."""
    Connection.objects.filter(process=PROCESS, closed_at_ms__isnull=True).update(closed_at_ms=now.now_ms())


def seats_here(match_id: str) -> frozenset[Seat]:
    """Return the seats at which somebody is: bots, open sockets, and requests of the last seconds."""
    present = now.now_ms()
    alive = Heartbeat.objects.filter(beat_ms__gt=present - _PROCESS_GONE_MS).values("name")
    sockets = Connection.objects.filter(match_id=match_id, closed_at_ms__isnull=True, process__in=alive)
    asking = SeatAssignment.objects.filter(match_id=match_id).filter(
        ~Q(bot_level="") | Q(seen_ms__gt=present - SEEN_MS)
    )
    return frozenset(sockets.values_list("seat", flat=True)) | frozenset(asking.values_list("seat", flat=True))


def _hashed(address: str) -> str:
    key = settings.SECRET_KEY.encode()
    return hashlib.blake2b(address.encode(), key=key[:64], digest_size=16).hexdigest() if address else ""
