"""Matches on a real board for tests."""

from __future__ import annotations

from typing import Any

from gameengine.games.registry import GAMES, HOSTED
from matches.decide import Intent
from matches.ids import new_id
from matches.models import Match
from matches.rows import Ack
from matches.services.acting import perform
from matches.stamps import Stamp
from tests.matches.building import live_match

BOARD = next(key for key in GAMES if key not in HOSTED)
MINUTE = {"kind": "absolute", "base_ms": 60_000}
GRACE_MS = 60_000


def board_match(control: Any = MINUTE, **about: Any) -> Match:
    """Return a match on a real board that has begun."""
    return live_match(control, game=BOARD, **about)


def press(
    match: Match,
    seat: int,
    at_ms: int,
    stamp_ms: int | None = None,
    *,
    heard_ms: int | None = None,
    text: str = "press",
) -> Ack:
    """Hand in an act as a socket does: received at `at_ms`, made at `stamp_ms` by the word of the device."""
    stamp = None if stamp_ms is None else Stamp(stamp_ms, heard_ms)
    return perform(match.pk, Intent(seat, text, at_ms, new_id(), stamp=stamp))
