"""What an item of the arbiters' queue is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from matches.models import Call, Match
from tournaments.models import Dispute, Pairing
from tournaments.urgency import Item


@dataclass(frozen=True, slots=True)
class Subject:
    """A board, and what of it: its match, a call, a dispute, who sits at a seat, quiet moves until the limit.

    A dispute about a person may be about no board.
    """

    pairing: Pairing | None
    match: Match | None = None
    call: Call | None = None
    dispute: Dispute | None = None
    seat: int | None = None
    seat_name: str = ""
    quiet_left: int | None = None


QueueItem: TypeAlias = Item[Subject]
