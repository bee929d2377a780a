"""What every use case needs: the locked table, who sits there, who may decide, and telling the world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from django.db import transaction

from gameengine.core.types import Seat
from matches import announce, now
from matches.access import Principal
from matches.errors import MatchError
from matches.guests import Person
from matches.tables.models import ROOM, FreeTable, TableSeat

State = FreeTable.State


def locked(table_id: str) -> FreeTable:
    """Return the table, locked: of two who want the last seat one comes first. Raises MatchError `no_such_table`."""
    table = FreeTable.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise MatchError("no_such_table")
    return table


def waiting(table_id: str) -> FreeTable:
    """Return the table, locked, while it waits for players. Raises MatchError."""
    table = locked(table_id)
    if table.state == State.CLOSED:
        raise MatchError("table_gone")
    if table.state != State.OPEN:
        raise MatchError("table_playing")
    return table


def between_games(table_id: str) -> FreeTable:
    """Return the table, locked, while no game is played at it. Raises MatchError."""
    table = locked(table_id)
    if table.state == State.CLOSED:
        raise MatchError("table_gone")
    if table.state == State.PLAYING:
        raise MatchError("table_playing")
    return table


def sitters_of(table: FreeTable) -> list[TableSeat]:
    """Return who sits at the table, by seat."""
    return list(table.sitters.all())


def own_sitter(sitters: Iterable[TableSeat], by: Principal) -> TableSeat | None:
    """Return where a principal sits."""
    return next((sitter for sitter in sitters if sits(sitter, by)), None)


def sits(sitter: TableSeat, by: Principal) -> bool:
    """Tell whether a principal is who sits there."""
    by_user = by.user_id is not None and sitter.user_id == by.user_id
    return by_user or (sitter.player_ref != "" and sitter.player_ref in by.players)


def required(sitters: Iterable[TableSeat], by: Principal) -> TableSeat:
    """Return where a principal sits. Raises MatchError `not_at_table`."""
    own = own_sitter(sitters, by)
    if own is None:
        raise MatchError("not_at_table")
    return own


def require_host(sitters: Iterable[TableSeat], by: Principal) -> TableSeat:
    """Return the seat of the host who acts. Raises MatchError `not_host` for anybody else."""
    own = own_sitter(sitters, by)
    if own is None or not own.host:
        raise MatchError("not_host")
    return own


def free_seats(table: FreeTable, sitters: Sequence[TableSeat]) -> list[Seat]:
    """Return the seats at which nobody sits."""
    taken = {sitter.seat for sitter in sitters}
    return [seat for seat in range(table.seats) if seat not in taken]


def sit_down(table: FreeTable, seat: Seat, person: Person, *, host: bool = False) -> TableSeat:
    """Put a person at a seat."""
    return TableSeat.objects.create(
        table=table,
        seat=seat,
        name=person.name,
        user_id=person.user_id,
        player_ref=person.player_ref,
        host=host,
        seen_ms=now.now_ms(),
    )


def stand_up(table: FreeTable, sitters: Sequence[TableSeat], gone: Sequence[TableSeat], because: str) -> None:
    """Take sitters from the table. The first person left becomes host; without any the table closes."""
    left = [sitter for sitter in sitters if sitter not in gone]
    TableSeat.objects.filter(pk__in=[sitter.pk for sitter in gone]).delete()
    people = [sitter for sitter in left if not sitter.bot_level]
    if not people:
        close(table, because)
        return
    if not any(sitter.host for sitter in people):
        people[0].host = True
        people[0].save(update_fields=["host"])
    table.sitters.update(again=False)
    changed(table)


def close(table: FreeTable, because: str) -> None:
    """Close the table for good; its series of games stays to be read."""
    table.state, table.closed_because = State.CLOSED, because
    changed(table)


def changed(table: FreeTable) -> None:
    """Write the table's row, and tell its room and the list after the commit."""
    table.changed_at_ms = now.now_ms()
    table.save()
    transaction.on_commit(partial(_tell, table.room), robust=True)


def _tell(room: str) -> None:
    announce.announce_room(room, ["table"])
    announce.announce_room(ROOM, ["tables"])
