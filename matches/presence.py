"""Who is there, and since when somebody is not: per player over all sockets of all processes, and any request."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.conf import settings
from django.db.models import Max

from gameengine.core.types import Seat
from matches import now
from matches.announce import PROCESS
from matches.models import Connection, Heartbeat, SeatAssignment

OFFLINE_AFTER_MS: Final = 5_000
"""Whoever has had no socket for this long is away."""

SEEN_MS: Final = 20_000
"""For how long a request counts where no socket came after it: pages without one ask again every few seconds."""

_PROCESS_GONE_MS: Final = 15_000
"""A process that has not beaten for this long is gone, and its sockets with it."""

Away = Mapping[Seat, int]
"""Since which instant each seat that is away has been away."""


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
    seats = SeatAssignment.objects.filter(match_id=match_id).values_list("seat", flat=True)
    return frozenset(seats) - frozenset(away_from(match_id))


def away_from(match_id: str) -> Away:
    """Return since when each seat of a match is away at which nobody is."""
    return away_from_each([match_id])[match_id]


def away_from_each(match_ids: Collection[str]) -> dict[str, Away]:
    """Return the same for several matches at once."""
    present = now.now_ms()
    opened, left = _sockets(match_ids, present)
    away: dict[str, dict[Seat, int]] = {match_id: {} for match_id in match_ids}
    seats = SeatAssignment.objects.filter(match_id__in=match_ids, bot_level="")
    for match_id, seat, seen_ms, made_ms in seats.values_list("match_id", "seat", "seen_ms", "match__created_at_ms"):
        since = None if (match_id, seat) in opened else away_since(seen_ms, left[match_id, seat], present)
        if since is not None:
            # Who was never there is away since the match was made.
            away[match_id][seat] = max(since, made_ms)
    return dict(away)


def away_since(seen_ms: int, left_ms: int, present: int) -> int | None:
    """Return since when somebody without a socket is away: since the last sign, once that is old enough.

    `seen_ms` is the last request, `left_ms` when the last socket was closed; 0 for none.
    """
    patience = SEEN_MS if seen_ms > left_ms else OFFLINE_AFTER_MS
    last = max(seen_ms, left_ms)
    return None if present - last < patience else last


def _sockets(
    match_ids: Collection[str], present: int
) -> tuple[set[tuple[str, Seat]], defaultdict[tuple[str, Seat], int]]:
    """Return the seats that have a socket, and when the last one of each seat was closed.

    The sockets of a process that has died were closed at its last sign of life.
    """
    beats = dict(Heartbeat.objects.values_list("name", "beat_ms"))
    sockets = Connection.objects.filter(match_id__in=match_ids)
    opened: set[tuple[str, Seat]] = set()
    left: defaultdict[tuple[str, Seat], int] = defaultdict(int)
    closed = sockets.filter(closed_at_ms__isnull=False).values("match_id", "seat").annotate(last=Max("closed_at_ms"))
    for match_id, seat, last in closed.values_list("match_id", "seat", "last"):
        left[match_id, seat] = last
    still = sockets.filter(closed_at_ms__isnull=True).values_list("match_id", "seat", "process", "opened_at_ms")
    for match_id, seat, process, opened_ms in still:
        beat_ms = beats.get(process, 0)
        if beat_ms > present - _PROCESS_GONE_MS:
            opened.add((match_id, seat))
        else:
            left[match_id, seat] = max(left[match_id, seat], beat_ms, opened_ms)
    return opened, left


def closing_instants(sockets: Iterable[Connection], present: int) -> dict[int, int | None]:
    """Return by its number when each socket was closed; None for one that is open.

    The sockets of a process that has died were closed at its last sign of life.
    """
    beats = dict(Heartbeat.objects.values_list("name", "beat_ms"))
    ends: dict[int, int | None] = {}
    for socket in sockets:
        beat_ms = beats.get(socket.process, 0)
        lives = socket.closed_at_ms is None and beat_ms > present - _PROCESS_GONE_MS
        ends[socket.pk] = None if lives else socket.closed_at_ms or max(beat_ms, socket.opened_at_ms)
    return ends


def _hashed(address: str) -> str:
    key = settings.SECRET_KEY.encode()
    return hashlib.blake2b(address.encode(), key=key[:64], digest_size=16).hexdigest() if address else ""
