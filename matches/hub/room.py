"""Everybody who watches one match from this process."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from matches.branching import goes_back
from matches.hub.outbox import Outbox, Send
from matches.hub.scenes import Audience, Scene, SeatName, encode
from matches.lag import RoundTrips
from matches.now import now_ms
from matches.presence import Away
from matches.rows import EventRow, Row

log = logging.getLogger(__name__)

RECENT: Final = 256
"""How many events a room remembers for those who come back."""

MOST_MISSED: Final = 200
"""Whoever has missed more than this gets a snapshot instead of events."""

CHUNK: Final = 100
"""To so many spectators a frame goes at once; then everything else has a turn."""

SceneMaker = Callable[[Audience, Row, Sequence[SeatName]], Scene]


class Subscriber:
    """One socket in a room. While `held` it gets nothing new, because something older is being fetched for it.

    `trips` measures the line of a player whom the match gives back what the network costs.
    """

    def __init__(self, audience: Audience, keys: frozenset[str], send: Send, close: Callable[[int, str], None]) -> None:
        self.audience, self.keys = audience, keys
        self.close = close
        self.held = True
        self.overflowed = False
        self.trips: RoundTrips | None = None
        self.outbox = Outbox(send, self._overflow)

    @property
    def plays(self) -> bool:
        """Tell whether a player sits behind this socket."""
        return self.audience.viewer is not None

    def put(self, frames: Iterable[str]) -> None:
        """Queue frames for the socket; one that could not keep up waits for everything anew."""
        for frame in frames:
            if not self.overflowed:
                self.outbox.put(frame)

    def _overflow(self) -> None:
        self.outbox.clear()
        if self.plays:
            # The client comes back with its last number and gets what it has missed.
            self.outbox.close()
            self.close(4008, "slow")
        self.overflowed = True


class Crowd:
    """Hands frames to spectators in order, some sockets per turn of the loop: a crowd must not delay a move."""

    def __init__(self) -> None:
        self._work: deque[tuple[Subscriber, list[str]]] = deque()

    def put(self, subscriber: Subscriber, frames: list[str]) -> None:
        """Have the frames queued for one spectator soon."""
        if not self._work:
            asyncio.get_running_loop().call_soon(self._step)
        self._work.append((subscriber, frames))

    def _step(self) -> None:
        for _ in range(min(CHUNK, len(self._work))):
            subscriber, frames = self._work.popleft()
            subscriber.put(frames)
        if self._work:
            asyncio.get_running_loop().call_soon(self._step)


@dataclass(slots=True)
class Room:
    """A match, the sockets that follow it, and what each audience has seen. Used from one event loop only."""

    row: Row
    seats: tuple[SeatName, ...]
    make_scene: SceneMaker
    away: Away = field(default_factory=dict)
    recent: deque[EventRow] = field(default_factory=lambda: deque(maxlen=RECENT))
    subscribers: set[Subscriber] = field(default_factory=set)
    scenes: dict[Audience, Scene] = field(default_factory=dict)
    crowd: Crowd = field(default_factory=Crowd)

    @property
    def seq(self) -> int:
        """Return the number of the last event that was told."""
        return self.row.seq

    def scene(self, audience: Audience) -> Scene:
        """Return the audience's scene; a new one knows what pages of this moment show."""
        scene = self.scenes.get(audience)
        if scene is None:
            scene = self.scenes[audience] = self.make_scene(audience, self.row, self.seats)
            scene.prime(self.row, self.recent, self.away)
        return scene

    def add(self, subscriber: Subscriber) -> None:
        """Let a socket in, held."""
        self.scene(subscriber.audience)
        self.subscribers.add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        """Let a socket go, and its audience's scene with the last of it."""
        subscriber.outbox.close()
        self.subscribers.discard(subscriber)
        if not any(other.audience == subscriber.audience for other in self.subscribers):
            self.scenes.pop(subscriber.audience, None)

    def advance(self, row: Row, events: Sequence[EventRow]) -> bool:
        """Take in what was committed and tell it; False if something before it is missing. Old news is nothing new."""
        fresh = [event for event in events if event.seq > self.seq]
        if not fresh:
            self._take_own(row)
            return row.seq <= self.seq
        if fresh[0].seq != self.seq + 1 or fresh[-1].seq != row.seq:
            return False
        self.row = row
        self.recent.extend(fresh)
        frames = {audience: self._frames(audience, row, fresh) for audience in tuple(self.scenes)}
        self._tell({audience: told for audience, told in frames.items() if told is not None})
        if goes_back(fresh):
            self._redraw()
        return True

    def _redraw(self) -> None:
        """Have everything told anew to whom a list of moves was told: some of them count no more."""
        for subscriber in self.subscribers:
            if not subscriber.held and self.scenes[subscriber.audience].needs_log:
                subscriber.overflowed = True

    def _take_own(self, row: Row) -> None:
        """Take in what was changed without a line, and tell it to the seats that it is about and to nobody else."""
        if row.seq != self.seq or row.version <= self.row.version:
            return
        before, self.row = self.row.table.passing, row
        now = row.table.passing
        concerned = {seat for seat, passing in enumerate(now) if seat < len(before) and passing != before[seat]}
        self._tell(
            {audience: [scene.own(row)] for audience, scene in self.scenes.items() if audience.viewer in concerned}
        )

    def _frames(self, audience: Audience, row: Row, fresh: Sequence[EventRow]) -> list[str] | None:
        """Return what one audience is told; None if that fails, and then it gets everything anew."""
        try:
            return self.scenes[audience].events(row, fresh)
        except Exception:
            log.exception("match %s cannot be told to %s", row.id, audience)
            self.scenes[audience] = self.make_scene(audience, row, self.seats)
            self._start_over(audience)
            return None

    def _start_over(self, audience: Audience) -> None:
        for subscriber in self.subscribers:
            if subscriber.audience == audience:
                subscriber.overflowed = True

    def tell_presence(self, away: Away) -> None:
        """Tell who is away since when, if that has changed."""
        if away != self.away:
            self.away = away
            self._tell({audience: scene.presence(self.row, away) for audience, scene in self.scenes.items()})

    def tell_seq(self) -> None:
        """Send the last number, so that whoever has missed it notices."""
        frame = encode({"t": "seq", "seq": self.seq, "server_ms": now_ms()})
        self._tell({audience: [frame] for audience in self.scenes})

    def probe(self) -> None:
        """Ask every player whose line is measured to answer at once."""
        for subscriber in tuple(self.subscribers):
            number = subscriber.trips.ask() if subscriber.trips else None
            if number is not None:
                subscriber.outbox.put(encode({"t": "probe", "probe": number}))

    def missed(self, since: int) -> list[EventRow] | None:
        """Return the events after number `since` if they are all remembered here."""
        if since == self.seq:
            return []
        if not self.recent or self.recent[0].seq > since + 1:
            return None
        return [event for event in self.recent if event.seq > since]

    def _tell(self, frames: dict[Audience, list[str]]) -> None:
        """Players at once; the crowd when there is time."""
        for subscriber in tuple(self.subscribers):
            if subscriber.held or subscriber.audience not in frames:
                continue
            if subscriber.plays:
                subscriber.put(frames[subscriber.audience])
            else:
                self.crowd.put(subscriber, frames[subscriber.audience])
