"""Free tables: listed, opened, joined, played at and left."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from gameengine.games.registry import GAMES
from matches.api.operation import operation
from matches.api.views import ApiView
from matches.errors import MatchError
from matches.guests import SESSION_NAME, Person, person_of
from matches.tables import services
from matches.tables.api.serializers import AgainIn, JoinIn, KeyQuery, SeatIn, TableIn, TableOut, TablesQuery
from matches.tables.clocks import USUAL, clock_of
from matches.tables.models import FreeTable
from matches.tables.selectors import table_shown_to, tables_open
from matches.tables.services import TableSpec


class _Tables(ApiView):
    tag = "tables"
    ordering = ("-opened_at_ms", "id")
    fresh_s: ClassVar[int] = 1

    def person(self) -> Person:
        """Return who sits down. Raises NotAuthenticated, MatchError `guest_name_missing`."""
        session: Any = getattr(self.request, "session", {})
        found = person_of(self.principal, self.given.get("name") or str(session.get(SESSION_NAME, "")))
        if found is None:
            raise NotAuthenticated
        if not found.name:
            raise MatchError("guest_name_missing")
        return found

    def now(self, table_id: str) -> Response:
        """Return the answer with a table as it is now."""
        table = FreeTable.objects.prefetch_related("sitters").get(pk=table_id)
        return self.answer(table)

    def shown_table(self, table_id: str) -> FreeTable:
        """Return a table that the asker may see. Raises MatchError."""
        table = table_shown_to(self.principal, table_id, [self.asked_for.get("key", "")])
        services.table_seen(table=table, by=self.principal)
        return table


class TableList(_Tables):
    """Tables at which somebody may sit down."""

    @operation("List the open tables", gives=TableOut, many=True, query=TablesQuery)
    def get(self, request: Request) -> Response:
        """Return the listed tables with a free seat, the newest first."""
        return self.page(tables_open(self.asked_for.get("game", "")))

    @operation("Open a table", takes=TableIn, gives=TableOut, status=201, needs="play", once=True)
    def post(self, request: Request) -> Response:
        """Open a table and sit down at it; without a seat for anybody the game begins at once."""
        given, person = self.given, self.person()
        spec = TableSpec(
            game=given["game"],
            options=given["options"],
            control=clock_of(GAMES[given["game"]], given.get("clock", USUAL)),
            places=tuple(given["places"]),
            listed=given["listed"],
            by_lot=given["by_lot"],
        )
        return self.now(services.table_open(by=self.principal, person=person, spec=spec).pk)


class TableDetail(_Tables):
    """One table."""

    @operation("Read a table", gives=TableOut, query=KeyQuery, refuses=(403,))
    def get(self, request: Request, table_id: str) -> Response:
        """Return a listed table, one at which you sit, or any by its key. Asking also says that you are there."""
        return self.answer(self.shown_table(table_id))

    @operation("Close a table", status=204, needs="play")
    def delete(self, request: Request, table_id: str) -> Response:
        """Close a table of which you are host, between games."""
        services.table_close(table_id=table_id, by=self.principal)
        return self.done()


class TableSeats(_Tables):
    """Sitting down."""

    @operation("Sit down at a table", takes=JoinIn, gives=TableOut, status=201, needs="play")
    def post(self, request: Request, table_id: str) -> Response:
        """Sit down at a free seat; on the last one the game begins, and waits for everybody to be ready."""
        given, person = self.given, self.person()
        services.table_join(
            table_id=table_id, by=self.principal, person=person, seat=given.get("seat"), key=given["key"]
        )
        return self.now(table_id)


class TableSeatDetail(_Tables):
    """One seat."""

    @operation("Fill a seat of a table", takes=SeatIn, gives=TableOut, needs="play")
    def put(self, request: Request, table_id: str, seat: int) -> Response:
        """Move to a free seat, or as host let a bot play there."""
        level = self.given.get("bot_level")
        if level is None:
            services.seat_move(table_id=table_id, by=self.principal, seat=seat)
        else:
            services.seat_give(table_id=table_id, by=self.principal, seat=seat, level=level)
        return self.now(table_id)

    @operation("Free a seat of a table", status=204, needs="play")
    def delete(self, request: Request, table_id: str, seat: int) -> Response:
        """Leave your own seat, or as host remove a player or a bot, between games."""
        services.seat_free(table_id=table_id, by=self.principal, seat=seat)
        return self.done()


class TableStart(_Tables):
    """Beginning early."""

    @operation("Begin with who sits at a table", gives=TableOut, needs="play")
    def post(self, request: Request, table_id: str) -> Response:
        """Begin as host although seats are free, if the game can be played by so many."""
        services.table_start(table_id=table_id, by=self.principal)
        return self.now(table_id)


class TableReopening(_Tables):
    """Waiting for somebody else."""

    @operation("Open a table again", gives=TableOut, needs="play")
    def post(self, request: Request, table_id: str) -> Response:
        """Wait for others after a game, when somebody has left."""
        services.table_reopen(table_id=table_id, by=self.principal)
        return self.now(table_id)


class TableAgain(_Tables):
    """Another game."""

    @operation("Say whether to play again", takes=AgainIn, gives=TableOut, needs="play")
    def put(self, request: Request, table_id: str) -> Response:
        """Offer, accept or decline another game after one has ended; it begins once everybody wants it."""
        services.table_again(table_id=table_id, by=self.principal, answer=self.given["answer"])
        return self.now(table_id)
