"""What it means that a seat is away: how long the others have waited for it, and when they may claim. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gameengine.core.seats import teams_of
from gameengine.core.types import Seat
from gameengine.table import Table, seats_to_act
from matches.presence import Away

CLAIM_LIVE_MS: Final = 120_000
"""After so long a claim is possible where claims are allowed and nothing else was said."""

Claim: TypeAlias = Literal["win", "draw"]


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat that is away since an instant. `claim_at_ms` is from when others may claim, None if they never may.

    It lies ahead, or has passed, only while the seat is to act: nobody waits for who is not.
    """

    seat: Seat
    since_ms: int
    claim_at_ms: int | None = None

    def claim_in_ms(self, at_ms: int) -> int | None:
        """Return how long it takes at an instant until others may claim; None if they never may."""
        return None if self.claim_at_ms is None else max(0, self.claim_at_ms - at_ms)


def awaited_since(table: Table, seat: Seat, since_ms: int) -> int | None:
    """Return since when others wait for a seat that is away since an instant; None while it is not to act."""
    if table.status != "live" or seat not in seats_to_act(table):
        return None
    return max(since_ms, table.clock.since_ms)


def absences(table: Table, away: Away, claim_away_ms: int | None) -> tuple[Absence, ...]:
    """Return who is away, in the order of the seats; nobody is missed whose match is over or who is out."""
    if table.status == "over":
        return ()
    return tuple(
        Absence(seat, since_ms, _claim_at(table, seat, since_ms, claim_away_ms))
        for seat, since_ms in sorted(away.items())
        if seat not in table.gone
    )


def _claim_at(table: Table, seat: Seat, since_ms: int, claim_away_ms: int | None) -> int | None:
    awaited = awaited_since(table, seat, since_ms)
    return None if awaited is None or claim_away_ms is None else awaited + claim_away_ms


def claimable(found: Iterable[Absence], table: Table, by: Seat) -> Absence | None:
    """Return the absence against which a seat may claim now or later: of another side, whose time is first."""
    teams = teams_of(table.game, table.options, table.seats)
    others = [
        (one.claim_at_ms, one)
        for one in found
        if one.claim_at_ms is not None and teams[one.seat] != teams[by] and by not in table.gone
    ]
    return min(others, key=lambda pair: pair[0])[1] if others else None


def results(table: Table) -> tuple[Claim, ...]:
    """Return what may be claimed: where more than two sides play a seat can only lose."""
    teams = teams_of(table.game, table.options, table.seats)
    return ("win", "draw") if len(set(teams)) == 2 else ("win",)
