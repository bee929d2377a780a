"""So that nobody waits in vain: seats of people who have gone become free, tables without people close."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import transaction

from matches import now
from matches.access import Principal
from matches.models import Match
from matches.services import match_purge
from matches.tables.clocks import UNTIMED
from matches.tables.models import FreeTable, TableGame, TableSeat
from matches.tables.services import common
from matches.tables.services.common import State

NOTE_EVERY_MS: Final = 10_000
"""How exactly it is known when somebody was there last."""

KEEP_EMPTY_MS: Final = 24 * 3600 * 1000
"""So long a closed table is kept at which nothing was played."""

UNTIMED_ENDS_MS: Final = 7 * 24 * 3600 * 1000
"""After so long without an action a match without time limit is dropped, as practice is."""


def table_seen(*, table: FreeTable, by: Principal) -> None:
    """Note that somebody who sits at the table is looking at it."""
    present = now.now_ms()
    own = common.own_sitter(table.sitters.all(), by)
    if own is not None and own.seen_ms < present - NOTE_EVERY_MS:
        TableSeat.objects.filter(pk=own.pk).update(seen_ms=present)


def tables_tend() -> int:
    """Do what is due at all tables; return at how many something was. May run twice or late."""
    idle_ms = now.now_ms() - settings.TABLE_IDLE_MS
    quiet = FreeTable.objects.filter(state__in=[State.OPEN, State.OVER], changed_at_ms__lt=idle_ms)
    done = sum(_tend_idle(table_id, idle_ms) for table_id in quiet.values_list("pk", flat=True))
    return done + _tend_stuck() + _drop_untimed() + _forget()


@transaction.atomic
def _tend_idle(table_id: str, idle_ms: int) -> bool:
    """Free the seats of people who were not seen, and close a table without any that was.

    Between two games nobody loses the seat as long as somebody is there.
    """
    table = common.locked(table_id)
    if table.state not in {State.OPEN, State.OVER} or table.changed_at_ms >= idle_ms:
        return False
    sitters = common.sitters_of(table)
    people = [sitter for sitter in sitters if not sitter.bot_level]
    gone = [sitter for sitter in people if sitter.seen_ms < idle_ms]
    if not gone or (table.state == State.OVER and gone != people):
        return False
    if gone == people:
        common.close(table, "idle")
    else:
        common.stand_up(table, sitters, gone, "idle")
    return True


def _tend_stuck() -> int:
    """Let tables go on whose match has ended, or was deleted, without a word."""
    over = TableGame.objects.exclude(match__status=Match.Status.OVER).values("table")
    stuck = FreeTable.objects.filter(state=State.PLAYING).exclude(pk__in=over)
    return sum(_let_go(table_id) for table_id in stuck.values_list("pk", flat=True))


@transaction.atomic
def _let_go(table_id: str) -> bool:
    table = common.locked(table_id)
    running = table.series.exclude(match__status=Match.Status.OVER)
    if table.state != State.PLAYING or running.exists():
        return False
    table.state = State.OVER
    common.changed(table)
    return True


def _drop_untimed() -> int:
    """Delete matches of tables that have no limit and in which nobody has acted for long."""
    long_ago = now.now_ms() - UNTIMED_ENDS_MS
    games = TableGame.objects.filter(match__changed_at_ms__lt=long_ago, match__control__kind=UNTIMED)
    games = games.exclude(match__status=Match.Status.OVER).select_related("table", "match")
    for game in games:
        match_purge(match_id=game.match_id, by_user=None, reason="nobody has acted at a free table without time limit")
        _let_go(game.table_id)
    return len(games)


def _forget() -> int:
    """Delete closed tables at which nothing was played."""
    old = FreeTable.objects.filter(
        state=State.CLOSED, series__isnull=True, changed_at_ms__lt=now.now_ms() - KEEP_EMPTY_MS
    )
    deleted, _rows = old.delete()
    return deleted
