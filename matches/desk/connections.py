"""When the players of a match were connected: one band per seat, and from where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gameengine.core.types import Seat
from matches import now
from matches.models import Connection, Match
from matches.presence import closing_instants

WIDTH: Final = 1000
"""How wide a band is drawn, in units of its own."""
_SHORT_HASH: Final = 8


@dataclass(frozen=True, slots=True)
class Socket:
    """One connection. `is_open` tells that it lasts; `moved` that address or browser differ from the one before."""

    from_ms: int
    to_ms: int
    is_open: bool
    address: str
    agent: str
    moved: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a band, in its units."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Band:
    """The connections of one seat between two instants. `at` is where the instant that is looked at lies."""

    seat: Seat
    name: str
    sockets: tuple[Socket, ...]
    stretches: tuple[Stretch, ...]
    at: float

    @property
    def is_there(self) -> bool:
        """Tell whether the seat was connected at the instant that is looked at."""
        return any(part.x <= self.at <= part.x + part.width for part in self.stretches)


def bands(match: Match, names: Sequence[str], *, from_ms: int, to_ms: int, at_ms: int) -> tuple[Band, ...]:
    """Return a band for each seat of a person, of what is still known of its connections."""
    people = [seat.seat for seat in match.seats.all() if not seat.bot_level]
    rows = list(match.connections.order_by("opened_at_ms"))
    ends = closing_instants(rows, now.now_ms())
    span_ms = max(1, to_ms - from_ms)

    def place(instant: int) -> float:
        return round(WIDTH * min(max(0, instant - from_ms), span_ms) / span_ms, 1)

    def stretch(socket: Socket) -> Stretch:
        return Stretch(place(socket.from_ms), max(2.0, place(socket.to_ms) - place(socket.from_ms)))

    found = []
    for seat in people:
        sockets = tuple(_sockets((row for row in rows if row.seat == seat), ends, to_ms))
        found.append(Band(seat, names[seat], sockets, tuple(map(stretch, sockets)), place(at_ms)))
    return tuple(found)


def _sockets(rows: Iterable[Connection], ends: dict[int, int | None], to_ms: int) -> Iterable[Socket]:
    before: Connection | None = None
    for row in rows:
        end = ends[row.pk]
        moved = before is not None and (row.address, row.agent) != (before.address, before.agent)
        yield Socket(
            row.opened_at_ms, to_ms if end is None else end, end is None, row.address[:_SHORT_HASH], row.agent, moved
        )
        before = row
