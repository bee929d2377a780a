"""Sitting down, changing the seat, standing up; and what the host does with seats."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from gameengine.core.types import Seat
from gameengine.games.registry import GAMES
from matches.access import Principal
from matches.errors import MatchError
from matches.guests import Person
from matches.tables.models import FreeTable, TableSeat
from matches.tables.services import common
from matches.tables.services.common import State
from matches.tables.services.opening import require_level, require_room, seat_bot
from matches.tables.services.playing import begin_if_full


@transaction.atomic
def table_join(*, table_id: str, by: Principal, person: Person, seat: Seat | None = None, key: str = "") -> FreeTable:
    """Sit down at a free seat, any or the one wanted; on the last one the game begins.

    Of two who come at once the row's lock lets one in first. `key` opens a table that is not listed. Raises MatchError.
    """
    table = common.locked(table_id)
    if not table.listed and key != table.key:
        raise MatchError("table_by_link")
    sitters = common.sitters_of(table)
    _require_place(table, sitters, by)
    chosen = _free(table, sitters, seat)
    require_room(by)
    common.sit_down(table, chosen, person)
    begin_if_full(table)
    common.changed(table)
    return table


def _require_place(table: FreeTable, sitters: Sequence[TableSeat], by: Principal) -> None:
    """Raise MatchError unless somebody who does not sit at the table yet may."""
    if table.state == State.CLOSED:
        raise MatchError("table_gone")
    if common.own_sitter(sitters, by) is not None:
        raise MatchError("joined_twice")
    if not common.free_seats(table, sitters):
        raise MatchError("table_full")
    if table.state != State.OPEN:
        raise MatchError("table_playing")


def _free(table: FreeTable, sitters: Sequence[TableSeat], seat: Seat | None) -> Seat:
    """Return a free seat. Raises MatchError `no_such_seat`, `seat_taken`."""
    free = common.free_seats(table, sitters)
    if seat is None:
        return free[0]
    if not 0 <= seat < table.seats:
        raise MatchError("no_such_seat")
    if seat not in free:
        raise MatchError("seat_taken")
    return seat


@transaction.atomic
def seat_move(*, table_id: str, by: Principal, seat: Seat) -> None:
    """Change to a free seat while the table waits. Raises MatchError."""
    table = common.waiting(table_id)
    sitters = common.sitters_of(table)
    own = common.required(sitters, by)
    own.seat = _free(table, sitters, seat)
    own.save(update_fields=["seat"])
    common.changed(table)


@transaction.atomic
def seat_give(*, table_id: str, by: Principal, seat: Seat, level: str) -> FreeTable:
    """Give a free seat to a bot; on the last one the game begins. Raises MatchError; only the host may."""
    table = common.waiting(table_id)
    sitters = common.sitters_of(table)
    common.require_host(sitters, by)
    require_level(GAMES[table.game], level)
    seat_bot(table, _free(table, sitters, seat), level)
    begin_if_full(table)
    common.changed(table)
    return table


@transaction.atomic
def seat_free(*, table_id: str, by: Principal, seat: Seat) -> None:
    """Leave the own seat, or as host take another player or a bot from theirs, while no game is played.

    Raises MatchError.
    """
    table = common.between_games(table_id)
    sitters = common.sitters_of(table)
    gone = next((sitter for sitter in sitters if sitter.seat == seat), None)
    if gone is None:
        raise MatchError("no_such_seat")
    if not common.sits(gone, by):
        common.require_host(sitters, by)
    common.stand_up(table, sitters, [gone], "empty")


@transaction.atomic
def table_leave(*, table_id: str, by: Principal) -> None:
    """Stand up while no game is played; whoever was host hands that on. Raises MatchError."""
    table = common.between_games(table_id)
    sitters = common.sitters_of(table)
    common.stand_up(table, sitters, [common.required(sitters, by)], "empty")


@transaction.atomic
def table_reopen(*, table_id: str, by: Principal) -> None:
    """Wait for others after a game, when a seat has become free. Raises MatchError; whoever sits there may."""
    table = common.locked(table_id)
    sitters = common.sitters_of(table)
    common.required(sitters, by)
    if table.state != State.OVER or not common.free_seats(table, sitters):
        raise MatchError("table_full" if table.state == State.OVER else "no_game_over")
    table.state = State.OPEN
    common.changed(table)
