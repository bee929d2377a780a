"""Opening and closing tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from gameengine.clock import TimeControl
from gameengine.core.game import Game
from gameengine.core.seats import seat_range
from gameengine.core.types import JsonObject, Seat
from gameengine.games.registry import GAMES
from gameengine.table.options import complete_options
from matches import now
from matches.access import Principal
from matches.errors import MatchError
from matches.guests import Person
from matches.tables.clocks import is_untimed
from matches.tables.models import FreeTable, TableSeat
from matches.tables.services import common
from matches.tables.services.common import State
from matches.tables.services.playing import begin_if_full

OWN: Final = "own"
"""The place that whoever opens the table takes."""

MOST_TABLES: Final = 5
"""At so many tables that are open or being played one person may sit."""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What is to be played, and who may come. `places` has for each seat `OWN`, a bot's level, or "" for anybody."""

    game: str
    options: JsonObject
    control: TimeControl
    places: tuple[str, ...]
    listed: bool = True
    by_lot: bool = True


@transaction.atomic
def table_open(*, by: Principal, person: Person, spec: TableSpec) -> FreeTable:
    """Open a table, with its first sitter and its bots; a game without free seats begins at once.

    Raises MatchError, and Refusal BAD_OPTION for options that cannot be played, alone or together.
    """
    game = GAMES[spec.game]
    options = complete_options(game, spec.options)
    _check(game, options, spec)
    require_room(by)
    present = now.now_ms()
    table = FreeTable.objects.create(
        game=spec.game,
        options=options,
        control=spec.control.to_json(),
        seats=len(spec.places),
        listed=spec.listed,
        by_lot=spec.by_lot,
        opened_at_ms=present,
        changed_at_ms=present,
    )
    for seat, place in enumerate(spec.places):
        if place == OWN:
            common.sit_down(table, seat, person, host=True)
        elif place:
            seat_bot(table, seat, place)
    begin_if_full(table)
    common.changed(table)
    return table


def _check(game: Game[Any], options: JsonObject, spec: TableSpec) -> None:
    """Raise MatchError for what no table may be."""
    least, most = seat_range(game, options)
    if not least <= len(spec.places) <= most:
        raise MatchError("bad_seats", f"{least} to {most}")
    own = spec.places.count(OWN)
    if own != 1:
        raise MatchError("own_seat_twice" if own else "own_seat_missing")
    for place in spec.places:
        if place not in {OWN, ""}:
            require_level(game, place)
    if spec.listed and is_untimed(spec.control):
        raise MatchError("untimed_listed")


def require_level(game: Game[Any], level: str) -> None:
    """Raise MatchError `no_such_level` unless the game has bots of this strength."""
    if level not in game.bots:
        raise MatchError("no_such_level")


def require_room(by: Principal) -> None:
    """Raise MatchError `too_many_tables` for somebody who sits at as many tables as one may."""
    own = Q(player_ref__in=[ref for ref in by.players if ref])
    if by.user_id is not None:
        own |= Q(user_id=by.user_id)
    busy = TableSeat.objects.filter(own, table__state__in=[State.OPEN, State.PLAYING])
    if busy.count() >= MOST_TABLES:
        raise MatchError("too_many_tables")


def seat_bot(table: FreeTable, seat: Seat, level: str) -> None:
    """Put a bot at a seat; several at one table are numbered."""
    number = table.sitters.exclude(bot_level="").count() + 1
    name = _("Computer") if number == 1 else _("Computer %(number)s") % {"number": number}
    TableSeat.objects.create(table=table, seat=seat, name=name, bot_level=level)


@transaction.atomic
def table_close(*, table_id: str, by: Principal) -> None:
    """Close a table at which no game is played. Raises MatchError; only the host may."""
    table = common.between_games(table_id)
    common.require_host(common.sitters_of(table), by)
    common.close(table, "host")
