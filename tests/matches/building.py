"""Matches made for tests, and a clock that stands still until it is told to move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gameengine.log import Finding, verify
from gameengine.table import legal_actions, seats_to_act
from matches import now, selectors, services
from matches.ids import new_id
from matches.models import Match
from matches.rows import Ack, Row
from matches.services import SeatSpec
from matches.store import load

FIVE_SECONDS: Mapping[str, Any] = {"kind": "per_move", "per_move_ms": 5_000}
FIVE_MINUTES: Mapping[str, Any] = {"kind": "absolute", "base_ms": 300_000}
UNLIMITED: Mapping[str, Any] = {"kind": "none"}
START_MS = 1_700_000_000_000
"""Well in the past: the guard compares with the database's own clock, and refuses what lies ahead of it."""


class Clock:
    """A clock for `now.replaced`."""

    def __init__(self, at_ms: int = START_MS) -> None:
        self.at_ms = at_ms

    def __call__(self) -> int:
        return self.at_ms

    def pass_ms(self, ms: int) -> int:
        self.at_ms += ms
        return self.at_ms


@contextmanager
def still_clock() -> Iterator[Clock]:
    clock = Clock()
    with now.replaced(clock):
        yield clock


def live_match(control: Mapping[str, Any] = FIVE_MINUTES, **about: Any) -> Match:
    """Return a match that has begun, of Junqi unless `game` says otherwise."""
    return new_match(control, start_policy="now", **about)


def new_match(control: Mapping[str, Any] = FIVE_MINUTES, **about: Any) -> Match:
    """Return a match of Junqi or of `game`; it waits for both seats unless `start_policy` says otherwise.

    Nothing is given back for the network unless the control says so: then flags fall right after the settling time.
    """
    seats = about.pop("seats", [SeatSpec("Ana", "entry/ana"), SeatSpec("Ben", "entry/ben")])
    about = {"game": "junqi", "options": {}, **about}
    return services.match_create(control={"credit": False, **control}, seats=seats, **about)


def seat_to_act(match_id: str) -> int:
    return seats_to_act(load(match_id).table)[0]


def some_action(row: Row) -> str:
    return legal_actions(row.table, seats_to_act(row.table)[0])[0]


def play(match_id: str, *, cmd: str | None = None) -> Ack:
    """Let whoever is to act play the first legal action."""
    row = load(match_id)
    seat = seats_to_act(row.table)[0]
    return services.match_act(
        match_id=match_id, seat=seat, text=some_action(row), cmd=cmd or new_id(), ply=row.table.ply
    )


def findings(match_id: str) -> list[Finding]:
    """Return what is wrong with the match's published record."""
    return verify(selectors.match_record(Match.objects.get(pk=match_id)))
