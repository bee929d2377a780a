"""Committed rows as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from gameengine import table
from gameengine.table import Branched, ChanceSource, Committed, line_from_json
from matches.errors import MatchError
from matches.models import Command, Match, MatchEvent, SeatAssignment
from matches.rows import Ack, EventRow, Row
from matches.sealing import unseal_all

_FIELDS = (
    "id", "game", "version", "seq", "head", "status", "deadline_ms", "grace_ms", "changed_at_ms", "table", "room",
    "practice", "owner_ref", "claim_away_ms", "seed__sealed",
)  # fmt: skip

_OF_A_LINE = ("seq", "kind", "actor", "at_ms", "decided_at_ms", "public", "private", "hash")
"""The columns of a line of the log, in the order of `EventRow`."""

Stored = dict[str, Any]
"""The columns of a row as they lie in the database."""


def load(match_id: str) -> Row:
    """Return the committed row. Raises MatchError `no_such_match`."""
    return _row(Match.objects.filter(pk=match_id))


def load_if_newer(row: Row) -> Row:
    """Return the committed row: the same object while it has the version of `row`."""
    version = Match.objects.filter(pk=row.id).values_list("version", flat=True).first()
    return row if version == row.version else load(row.id)


def load_locked(match_id: str, *, skip_locked: bool = False) -> Row:
    """Return the row and hold its lock until the caller's transaction ends.

    Raises MatchError `no_such_match`, with `skip_locked` also if somebody else holds the lock.
    """
    rows = Match.objects.filter(pk=match_id)
    if connection.vendor == "postgresql":
        rows = rows.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    # SQLite has one lock for all, and the transaction already holds it.
    return _row(rows)


def read_many(matches: QuerySet[Match]) -> list[Stored]:
    """Return the committed rows of a query, in its order, each to be made a value by `row_of`."""
    return list(matches.annotate(has_bots=Exists(_bots(OuterRef("pk")))).values(*_FIELDS, "has_bots"))


def _row(matches: Any) -> Row:
    found = read_many(matches[:1])
    if not found:
        raise MatchError("no_such_match")
    return row_of(found[0])


def row_of(found: Stored) -> Row:
    """Return a stored row as a value. Whatever is wrong with its table is an error here."""
    bots = _bots(found["id"]).values_list("seat", flat=True) if found["has_bots"] else ()
    return Row(
        id=found["id"],
        game=found["game"],
        version=found["version"],
        seq=found["seq"],
        head=found["head"],
        status=found["status"],
        deadline_ms=found["deadline_ms"],
        changed_at_ms=found["changed_at_ms"],
        table=table.load(found["table"]),
        chance=chance_of(found["id"], unseal_all(found["seed__sealed"])),
        bots=frozenset(bots),
        room=found["room"],
        practice=found["practice"],
        owner_ref=found["owner_ref"],
        grace_ms=found["grace_ms"],
        claim_away_ms=found["claim_away_ms"],
    )


def chance_of(match_id: str, seeds: Sequence[bytes]) -> ChanceSource:
    """Return where the outcomes of a match come from; each of its branches has a seed."""
    sources = [Committed(match_id, seed) for seed in seeds]
    return sources[0] if len(sources) == 1 else Branched(sources)


def _bots(match_id: Any) -> QuerySet[SeatAssignment]:
    return SeatAssignment.objects.filter(match_id=match_id).exclude(bot_level="")


def find_command(match_id: str, cmd: str, game: str = "") -> Ack | None:
    """Return the answer that a command got when it changed the match; None if it never did."""
    known = Command.objects.filter(match_id=match_id, cmd=cmd).first()
    return None if known is None else Ack(known.ok, known.code, known.seq, known.ply, game)


def events_after(match_id: str, seq: int, limit: int | None = None) -> list[EventRow]:
    """Return the lines of the log after number `seq`, in order."""
    found = MatchEvent.objects.filter(match_id=match_id, seq__gt=seq).order_by("seq")
    return event_rows(found[:limit] if limit else found)


def event_rows(events: QuerySet[MatchEvent]) -> list[EventRow]:
    """Return lines of a log as values, in the order of the query."""
    # No model is made of a line: a long match has hundreds, and making them took as long as reading them.
    return [_event_row(row) for row in events.values_list(*_OF_A_LINE)]


def _event_row(columns: tuple[Any, ...]) -> EventRow:
    seq, kind, actor, at_ms, decided_at_ms, public, private, hash_ = columns
    sealed = orjson.loads(private) if private else {}
    parts = {audience: part["part"] for audience, part in sealed.items()}
    line = line_from_json(orjson.loads(public), parts)
    return EventRow(seq, kind, actor, at_ms, decided_at_ms, public, private, hash_, line)
