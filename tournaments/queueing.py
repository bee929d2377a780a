"""What an item of the arbiters' queue is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from matches.models import Call, Match
from tournaments.models import Pairing
from tournaments.urgency import Item


@dataclass(frozen=True, slots=True)
class Subject:
    """A board, and what of it: its match, a call, the seat and who sits there, quiet moves until the limit."""

    pairing: Pairing
    match: Match | None = None
    call: Call | None = None
    seat: int | None = None
    seat_name: str = ""
    quiet_left: int | None = None


QueueItem: TypeAlias = Item[Subject]
