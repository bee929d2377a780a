"""What one audience is told of a match: frames of the stream, made once for all sockets of that audience.

A scene remembers what its audience has seen last, so that only differences travel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import orjson

from gameengine.core.seats import teams_of
from gameengine.core.types import Viewer
from gameengine.table import Table, legal_actions, seats_to_act, view
from matches import now
from matches.absence import absences
from matches.parts import standing
from matches.presence import Away
from matches.rows import EventRow, Row

Form = Literal["html", "json"]

SHORT_HASH = 16
"""Hex digits (8 bytes) of the chain's hash that each frame carries: receipts in the hands of those who watch."""


class Audience(NamedTuple):
    """For whom a frame is made: a seat or the public, a language, a form."""

    viewer: Viewer
    language: str
    form: Form


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sits at a seat, as everybody may read it."""

    seat: int
    name: str
    bot_level: str = ""
    team: str = ""


class Scene(Protocol):
    """The stream for one audience."""

    needs_log: bool
    """Whether `snapshot` and `replay` need the log before them."""

    def prime(self, row: Row, recent: Sequence[EventRow], away: Away) -> None:
        """Remember what the audience's pages show: `row` with the marks of the last events, and who is away."""
        ...

    def events(self, row: Row, events: Sequence[EventRow]) -> list[str]:
        """Return one frame per event, of which the last brings the audience up to `row`; remember `row`."""
        ...

    def snapshot(self, row: Row, log: Sequence[EventRow]) -> str:
        """Return the whole of `row` as one frame, remembering nothing. `log` is the whole log up to it."""
        ...

    def replay(self, row: Row, events: Sequence[EventRow]) -> list[str]:
        """Return the frames for somebody who has missed `events`, remembering nothing."""
        ...

    def presence(self, row: Row, away: Away) -> list[str]:
        """Return the frames that tell at which seats nobody is, and remember that."""
        ...

    def own(self, row: Row) -> str:
        """Return the frame that tells a seat what has changed for it alone; it has no number of its own."""
        ...


def encode(frame: dict[str, Any]) -> str:
    """Return a frame as text."""
    return orjson.dumps(frame).decode()


def clk(table: Table, status: str) -> dict[str, Any]:
    """Return the clocks as frames carry them: they are read off `deadline_ms` by the server's time, never counted."""
    public: dict[str, Any] = table.clock.public_json(table.at_ms)
    if status != "live":
        public = standing(public)
    paused = table.clock.paused or status in ("paused", "quarantined")
    return {**public, "server_ms": now.now_ms(), "paused": paused}


class JsonScene:
    """Values for bots and API clients."""

    needs_log = False

    def __init__(self, viewer: Viewer, seats: Sequence[SeatName]) -> None:
        self._viewer, self._seats = viewer, seats
        self._away: Away = {}

    def prime(self, row: Row, recent: Sequence[EventRow], away: Away) -> None:
        """Remember who is away; all else is told whole."""
        self._away = away

    def events(self, row: Row, events: Sequence[EventRow]) -> list[str]:
        """Return one frame per event; the last has the moment: `status`, `view`, `clk`, `legal`, `to_act`."""
        frames = [self._event(event) for event in events]
        frames[-1] |= self._moment(row)
        return [encode(frame) for frame in frames]

    replay = events

    def snapshot(self, row: Row, log: Sequence[EventRow]) -> str:
        """Return the view with what belongs around it."""
        return encode(
            {
                "t": "snap",
                "seq": row.seq,
                "ply": row.table.ply,
                "h": row.head[:SHORT_HASH],
                "game": row.game,
                "names": [seat.name for seat in self._seats],
                "teams": teams_of(row.table.game, row.table.options, row.table.seats),
                **self._moment(row),
            }
        )

    def presence(self, row: Row, away: Away) -> list[str]:
        """Return whether somebody is there, by seat, and for each seat that is away since when."""
        self._away = away
        here = encode({"t": "presence", "here": [seat.seat not in away for seat in self._seats]})
        return [here, *(encode({"t": "gone", **one}) for one in self._gone(row))]

    def _gone(self, row: Row) -> list[dict[str, Any]]:
        """Return who is away since when, and how long it takes until others may claim."""
        at_ms = now.now_ms()
        return [
            {"seat": one.seat, "since_ms": one.since_ms, "claim_in_ms": one.claim_in_ms(at_ms)}
            for one in absences(row.table, self._away, row.claim_away_ms)
            if one.seat != self._viewer
        ]

    def own(self, row: Row) -> str:
        """Return the moment."""
        return encode({"t": "own", "seq": row.seq, "ply": row.table.ply, **self._moment(row)})

    def _event(self, event: EventRow) -> dict[str, Any]:
        line = event.line.seen_by(self._viewer)
        return {
            "t": "ev",
            "seq": event.seq,
            "ply": event.line.ply,
            "kind": event.kind,
            "at_ms": event.at_ms,
            "h": event.hash[:SHORT_HASH],
            "line": line,
            "legal": None,
            "to_act": None,
        }

    def _moment(self, row: Row) -> dict[str, Any]:
        to_act = seats_to_act(row.table) if row.status == "live" else ()
        own = self._viewer is not None and self._viewer in to_act
        return {
            "status": row.status,
            "view": view(row.table, self._viewer),
            "clk": clk(row.table, row.status),
            "legal": legal_actions(row.table, self._viewer) if own and self._viewer is not None else None,
            "to_act": to_act,
            "open_nonces": row.table.opening.open_until_ms is not None,
            "away": self._gone(row),
        }
