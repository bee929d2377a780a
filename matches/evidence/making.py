"""The evidence zip of a match, made of its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

import orjson
from django.core.cache import cache

from gameengine import log
from gameengine.core.types import JsonObject, Viewer
from gameengine.table import load
from matches.evidence.notes import notes_of
from matches.looking import sees_all
from matches.models import Match, ResultSignature
from matches.selectors import match_record
from matches.services import result_sign
from matches.signing import public_key, sign
from matches.store import events_after

_KEPT_S: Final = 600
_MOST_KEPT: Final = 1 << 20


def match_evidence(match: Match, *, whole: bool, address: str, user_id: int | None = None) -> bytes:
    """Return the evidence of a match as a zip; `address` is where the public key is shown.

    As a `whole` it has what only those may know who rule. While the match runs it has the log without its private parts
    and the public view; those of the seats only for a user who rules and has looked behind the screen.
    """
    notes = notes_of(match, whole=whole, user_id=user_id)
    sees_seats = match.status == Match.Status.OVER or (whole and sees_all(match, user_id))
    key = _name(match, notes, sees_seats, address)
    kept: bytes | None = cache.get(key)
    if kept is not None:
        return kept
    record, views = match_record(match), _views(match, sees_seats)
    about = log.Material(record, views, notes, signed_result(match), public_key(), address)
    data = log.write_evidence(about, sign)
    if len(data) <= _MOST_KEPT:
        cache.set(key, data, _KEPT_S)
    return data


def _name(match: Match, notes: JsonObject, sees_seats: bool, address: str) -> str:
    """Return a name for the zip: the same as long as nothing that goes into it has changed."""
    about = [match.pk, match.head, match.status, notes, sees_seats, address, public_key()]
    return f"evidence/{hashlib.sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS)).hexdigest()}"


def _views(match: Match, sees_seats: bool) -> dict[str, bytes]:
    table = load(match.table)
    viewers: Iterable[Viewer] = (None, *range(table.seats)) if sees_seats else (None,)
    lines = [event.line for event in events_after(match.pk, 0) if event.seq <= match.seq]
    return log.views_of(log.header(table, match.pk, match.commitment), lines, viewers)


def signed_result(match: Match) -> JsonObject | None:
    """Return the signed result of a match as its file has it; None while the match is not over."""
    return None if match.status != Match.Status.OVER else result_json(result_sign(match=match))


def result_json(row: ResultSignature) -> JsonObject:
    """Return a signed result as its file has it."""
    return signed(row).to_json()


def signed(row: ResultSignature) -> log.SignedResult:
    """Return a signed result as a value."""
    return log.SignedResult(orjson.loads(row.statement), row.key, row.signature)
