"""From one game to the next: the match of a full table, its end, and the wish to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from django.conf import settings
from django.db import transaction

from gameengine.core.abilities import HasDecks
from gameengine.core.game import Game
from gameengine.core.seats import seat_range, teams_of
from gameengine.core.types import Json
from gameengine.games.registry import GAMES
from gameengine.table.decks import deck_choice
from matches.absence import CLAIM_LIVE_MS
from matches.access import Principal
from matches.choosing import brought, ready_deck
from matches.errors import MatchError
from matches.models import Match
from matches.services import SeatSpec, match_create
from matches.tables.models import ROOM, FreeTable, TableGame, TableSeat
from matches.tables.seating import drawn, rotated, rotation
from matches.tables.services import common
from matches.tables.services.common import State

Answer = Literal["yes", "no", "back"]
"""Play again, rather not, or take back what one has said."""

BOT_PACE_MS: Final = 1_500
"""So long a bot looks at the board among people."""

_ASIDE: Final = 100
"""Where seats are put while they change places: no two may be the same on the way."""


def begin_if_full(table: FreeTable) -> None:
    """Begin the next game if every seat is taken. The caller holds the table and writes it."""
    sitters = common.sitters_of(table)
    if len(sitters) == table.seats:
        _begin(table, sitters)


@transaction.atomic
def table_start(*, table_id: str, by: Principal) -> Match:
    """Begin with those who sit at the table, if they are enough for the game. Raises MatchError; only the host may."""
    table = common.waiting(table_id)
    sitters = common.sitters_of(table)
    common.require_host(sitters, by)
    least, most = seat_range(GAMES[table.game], table.options)
    if not least <= len(sitters) <= most:
        raise MatchError("too_few_players")
    table.seats = len(sitters)
    match = _begin(table, sitters)
    common.changed(table)
    return match


@transaction.atomic
def table_again(*, table_id: str, by: Principal, answer: Answer) -> Match | None:
    """Say whether to play again; the next game begins, and is returned, once every person at the table wants it.

    Raises MatchError.
    """
    table = common.locked(table_id)
    _require_over(table)
    sitters = common.sitters_of(table)
    own = common.required(sitters, by)
    if answer == "no":
        _decline(table, sitters, own)
        return None
    if answer == "yes" and len(sitters) < table.seats:
        raise MatchError("table_incomplete")
    own.again = answer == "yes"
    own.save(update_fields=["again"])
    table.declined_by = ""
    agreed = all(sitter.again or sitter.bot_level for sitter in sitters)
    match = _begin(table, sitters) if agreed else None
    common.changed(table)
    return match


def _require_over(table: FreeTable) -> None:
    if table.state == State.CLOSED:
        raise MatchError("table_gone")
    if table.state == State.PLAYING:
        raise MatchError("table_playing")
    if table.state != State.OVER:
        raise MatchError("no_game_over")


def _decline(table: FreeTable, sitters: Sequence[TableSeat], own: TableSeat) -> None:
    TableSeat.objects.filter(pk__in=[sitter.pk for sitter in sitters]).update(again=False)
    table.declined_by = own.name
    common.changed(table)


def _begin(table: FreeTable, sitters: list[TableSeat]) -> Match:
    """Make the match of the next game; it waits until everybody says to be there, and whoever does not forfeits."""
    game = GAMES[table.game]
    seated = _next_seats(game, table, sitters)
    before = TableGame.objects.filter(table=table, number=table.games).select_related("match").first()
    table.games += 1
    table.state, table.declined_by = State.PLAYING, ""
    match = match_create(
        game=table.game,
        options=table.options,
        control=table.control,
        seats=[_spec(sitter) for sitter in seated],
        owner_ref=f"table/{table.pk}/{table.games}",
        room=table.room,
        claim_away_ms=CLAIM_LIVE_MS,
        no_show_ms=settings.TABLE_NO_SHOW_MS,
        listed=table.listed,
        secret_parts=_decks(game, table, seated, before.match if before else None),
    )
    TableGame.objects.create(table=table, number=table.games, match=match)
    return match


def _next_seats(game: Game[Any], table: FreeTable, sitters: list[TableSeat]) -> list[TableSeat]:
    """Return who sits where in the next game, and write it: by lot or as chosen at first, then all move on."""
    if table.games:
        seated = rotated(sitters, rotation(teams_of(game, table.options, len(sitters))))
    else:
        seated = drawn(sitters) if table.by_lot else sitters
    _reseat(seated)
    table.sitters.update(again=False)
    return seated


def _reseat(sitters: Sequence[TableSeat]) -> None:
    """Number the seats in this order."""
    for offset in (_ASIDE, 0):
        for seat, sitter in enumerate(sitters):
            sitter.seat = seat + offset
            sitter.save(update_fields=["seat"])


def _spec(sitter: TableSeat) -> SeatSpec:
    pace_ms = BOT_PACE_MS if sitter.bot_level else 0
    return SeatSpec(sitter.name, sitter.player_ref, sitter.user_id, sitter.bot_level, pace_ms)


def _decks(game: Game[Any], table: FreeTable, seated: Sequence[TableSeat], before: Match | None) -> Sequence[Json]:
    """Return what the seats bring: people what they had the game before, bots the ready deck of a hero by lot."""
    if not isinstance(game, HasDecks) or deck_choice(table.options) == "fixed":
        return ()
    old = {(one.user_id, one.player_ref): one.seat for one in before.seats.all()} if before else {}
    return [
        ready_deck(game, table.options)
        if sitter.bot_level
        else (brought(before, old[who]) if before and (who := (sitter.user_id, sitter.player_ref)) in old else None)
        for sitter in seated
    ]


def game_record(*, match: Match) -> None:
    """Take note that the game of a table is over; matches of no table are ignored. Runs in the match's transaction."""
    if not match.room.startswith(f"{ROOM}/"):
        return
    played = TableGame.objects.filter(match=match).first()
    if played is None:
        return
    table = common.locked(played.table_id)
    if table.state == State.PLAYING and table.games == played.number:
        table.state = State.OVER
        common.changed(table)
