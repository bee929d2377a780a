"""Reading matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import orjson
from django.db.models import QuerySet

from gameengine import log
from gameengine.core.types import Seat
from gameengine.table import Table, load
from matches import now, store
from matches.absence import awaited_since
from matches.access import Role
from matches.models import Call, Command, Match, MatchEvent
from matches.presence import Away, away_from_each
from matches.sealing import unseal_all

_MOST_KNOWN: Final = 2048
_quiet_known: dict[tuple[str, int], int | None] = {}
"""How far matches are from their limit of quiet moves, by match and number of its last line."""


def match_record(match: Match) -> str:
    """Return the log as a record file: complete with its proof once the match is over, else what is public."""
    table = load(match.table)
    over = match.status == Match.Status.OVER
    entries = [_entry(public, private, link) for public, private, link in _lines(match)]
    header = log.header(table, match.pk, match.commitment)
    seeds = unseal_all(match.seed.sealed) if over else ()
    return log.write_record(header, entries, seeds=seeds, nonces=table.nonces)


def _lines(match: Match) -> list[tuple[str, str, str]]:
    return list(match.events.order_by("seq").values_list("public", "private", "hash"))


def _entry(public: str, private: str, link: str) -> log.Entry:
    sealed = orjson.loads(private) if private else {}
    parts = {name: log.Part(part["part"], part["salt"]) for name, part in sealed.items()}
    return log.Entry(orjson.loads(public), log.part_hashes(parts), link, parts)


def long_absences(matches: Iterable[Match]) -> list[tuple[str, Seat, int]]:
    """Return which of these matches have waited for a seat that is away for longer than arbiters are told of.

    Each as (match, seat, since when it is waited for).
    """
    present = now.now_ms()
    running = {
        match.pk: match.tell_away_ms
        for match in matches
        if match.status == Match.Status.LIVE and match.tell_away_ms is not None
    }
    limits = {match_id: tell_ms for match_id, tell_ms in running.items() if tell_ms is not None}
    found = []
    for match_id, away in away_from_each(list(limits)).items():
        # The whole table is read of the few alone of which somebody has been away for so long.
        if any(since_ms <= present - limits[match_id] for since_ms in away.values()):
            found += _awaited(match_id, away, present - limits[match_id])
    return found


def _awaited(match_id: str, away: Away, until_ms: int) -> list[tuple[str, Seat, int]]:
    table = store.load(match_id).table
    since = [(seat, awaited_since(table, seat, since_ms)) for seat, since_ms in away.items()]
    return [(match_id, seat, at_ms) for seat, at_ms in since if at_ms is not None and at_ms <= until_ms]


def quiet_left(matches: Iterable[Match]) -> dict[str, int]:
    """Return how many quiet moves each of these matches is from its limit; those without a limit are left out.

    A table is large: it is read once for each line of the log, not each time somebody looks.
    """
    running = [(match.pk, match.seq) for match in matches if match.status in (Match.Status.LIVE, Match.Status.PAUSED)]
    known = {place: _quiet_known[place] for place in running if place in _quiet_known}
    unread = [match_id for match_id, seq in running if (match_id, seq) not in known]
    rows = Match.objects.filter(pk__in=unread).values_list("pk", "seq", "table") if unread else ()
    read = {(match_id, seq): _quiet_left(load(text)) for match_id, seq, text in rows}
    if len(_quiet_known) > _MOST_KNOWN:
        _quiet_known.clear()
    _quiet_known.update(read)
    return {match_id: left for (match_id, _seq), left in (known | read).items() if left is not None}


def _quiet_left(table: Table) -> int | None:
    if table.quiet_limit is None or table.state is None:
        return None
    return max(0, table.quiet_limit - table.game.quiet(table.state))


def calls_open_to(match: Match, role: Role) -> QuerySet[Call]:
    """Return the calls that are not closed: all of them to who may rule, a seat's own to that seat."""
    calls = Call.objects.filter(match=match).exclude(state=Call.State.CLOSED).select_related("taken_by")
    return calls if role.can_rule else calls.filter(seat=role.seat, seat__isnull=False)


def paused_by(match: Match, command: str) -> bool:
    """Tell whether the last pause of a match came from a command that begins so, and not from one after it."""
    last = MatchEvent.objects.filter(match=match, kind="pause").order_by("seq").last()
    ours = Command.objects.filter(match=match, cmd__startswith=command)
    return last is not None and ours.filter(seq=last.seq).exists()
