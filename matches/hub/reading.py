"""What a hub reads from the database. Called in database threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches import store
from matches.errors import MatchError
from matches.hub.scenes import SeatName
from matches.models import Match, SeatAssignment
from matches.presence import Away, away_from
from matches.rows import EventRow, Row

FIRST: int = 64
"""So many of the last events a new room starts with."""


@dataclass(frozen=True, slots=True)
class Opened:
    """All that a new room needs."""

    row: Row
    seats: tuple[SeatName, ...]
    recent: tuple[EventRow, ...]
    away: Away


def open_room(match_id: str) -> Opened:
    """Return what a room starts from. Raises MatchError `no_such_match`."""
    row = store.load(match_id)
    seats = SeatAssignment.objects.filter(match_id=match_id).order_by("seat")
    names = tuple(SeatName(one.seat, one.name, one.bot_level, one.team) for one in seats)
    return Opened(row, names, tuple(between(match_id, row.seq - FIRST, row.seq)), away_from(match_id))


def between(match_id: str, after: int, until: int) -> list[EventRow]:
    """Return the events with numbers greater than `after`, up to `until`."""
    return [event for event in store.events_after(match_id, max(0, after)) if event.seq <= until]


def news(known: Row) -> tuple[Row, list[EventRow]]:
    """Return the committed row and the events since the known one."""
    row = _row(known)
    return row, between(known.id, known.seq, row.seq)


def _row(known: Row) -> Row:
    """Return the committed row; of a match whose table cannot be read, what the columns say about the last good one."""
    try:
        return store.load(known.id)
    except MatchError:
        raise
    except (ValueError, KeyError, TypeError, LookupError):
        match = Match.objects.get(pk=known.id)
        return replace(
            known,
            version=match.version,
            seq=match.seq,
            head=match.head,
            status=match.status,
            deadline_ms=match.deadline_ms,
            grace_ms=match.grace_ms,
            changed_at_ms=match.changed_at_ms,
        )


def versions(match_ids: Sequence[str]) -> dict[str, int]:
    """Return the version of each match."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("id", "version"))
