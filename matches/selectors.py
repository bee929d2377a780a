"""Reading matches."""

from __future__ import annotations

import orjson
from django.db.models import QuerySet

from gameengine import log
from gameengine.table import load
from matches.access import Role
from matches.models import Call, Match
from matches.sealing import unseal


def match_record(match: Match) -> str:
    """Return the log as a record file: complete with its proof once the match is over, else what is public."""
    table = load(match.table)
    over = match.status == Match.Status.OVER
    entries = [_entry(public, private, link) for public, private, link in _lines(match)]
    header = log.header(table, match.pk, match.commitment)
    seed = unseal(match.seed.sealed) if over else None
    return log.write_record(header, entries, seed=seed, nonces=table.nonces)


def _lines(match: Match) -> list[tuple[str, str, str]]:
    return list(match.events.order_by("seq").values_list("public", "private", "hash"))


def _entry(public: str, private: str, link: str) -> log.Entry:
    sealed = orjson.loads(private) if private else {}
    parts = {name: log.Part(part["part"], part["salt"]) for name, part in sealed.items()}
    return log.Entry(orjson.loads(public), log.part_hashes(parts), link, parts)


def calls_open_to(match: Match, role: Role) -> QuerySet[Call]:
    """Return the calls that are not closed: all of them to who may rule, a seat's own to that seat."""
    calls = Call.objects.filter(match=match).exclude(state=Call.State.CLOSED).select_related("taken_by")
    return calls if role.can_rule else calls.filter(seat=role.seat, seat__isnull=False)
