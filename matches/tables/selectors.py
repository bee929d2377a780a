"""Reading free tables: who may see which, and what has been played at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q, QuerySet

from gameengine.core.game import Outcome
from gameengine.core.types import Seat
from gameengine.table.views import outcome_from_json
from matches.access import Principal
from matches.errors import MatchError
from matches.models import Match, SeatAssignment
from matches.sides import Side, sides_of
from matches.tables.models import FreeTable, TableGame
from matches.tables.services.common import own_sitter

State = FreeTable.State


def tables_open(game: str = "") -> QuerySet[FreeTable]:
    """Return the listed tables at which somebody may sit down, the newest first."""
    found = FreeTable.objects.filter(state=State.OPEN, listed=True).prefetch_related("sitters")
    return found.filter(game=game) if game else found


def tables_of(by: Principal) -> QuerySet[FreeTable]:
    """Return the tables at which a principal sits, the newest first."""
    own = Q(sitters__player_ref__in=[ref for ref in by.players if ref])
    if by.user_id is not None:
        own |= Q(sitters__user_id=by.user_id)
    return FreeTable.objects.filter(own).exclude(state=State.CLOSED).distinct().prefetch_related("sitters")


def games_running(game: str = "") -> QuerySet[TableGame]:
    """Return the games at listed tables that have begun and are not over, the latest move first."""
    running = TableGame.objects.filter(table__listed=True, match__status=Match.Status.LIVE)
    found = running.select_related("match", "table").prefetch_related("match__seats").order_by("-match__changed_at_ms")
    return found.filter(match__game=game) if game else found


def table_shown_to(by: Principal, table_id: str, keys: Iterable[str] = ()) -> FreeTable:
    """Return a table that a principal may see: every listed one, and any at which it sits or whose key it has.

    Raises MatchError `no_such_table`, `table_by_link`.
    """
    table = FreeTable.objects.filter(pk=table_id).prefetch_related("sitters").first()
    if table is None:
        raise MatchError("no_such_table")
    if not table.listed and table.key not in keys and not by.staff and own_sitter(table.sitters.all(), by) is None:
        raise MatchError("table_by_link")
    return table


def table_of_key(key: str) -> FreeTable:
    """Return the table of a link. Raises MatchError `table_link_unknown`."""
    table = FreeTable.objects.filter(key=key).first()
    if table is None:
        raise MatchError("table_link_unknown")
    return table


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a series: its number, its match, who played together, and how it ended (None: it goes on)."""

    number: int
    match: Match
    sides: tuple[Side, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has scored in a series."""

    name: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Series:
    """All games of a table, and the sum of their scores, the best first."""

    games: tuple[Played, ...]
    scores: tuple[Score, ...]

    @property
    def last(self) -> Played | None:
        """Return the game that was begun last."""
        return self.games[-1] if self.games else None


def series_of(table: FreeTable) -> Series:
    """Return what has been played at a table. Scores belong to people, wherever they have sat."""
    games: list[Played] = []
    points: dict[tuple[int | None, str, str], Fraction] = {}
    names: dict[tuple[int | None, str, str], str] = {}
    for game in table.series.select_related("match").prefetch_related("match__seats"):
        seats = list(game.match.seats.all())
        outcome = outcome_from_json(game.match.outcome)
        sides = sides_of(game.match, seats)
        games.append(Played(game.number, game.match, sides, outcome))
        for seat in seats:
            who = _who(seat)
            names[who] = seat.name
            points[who] = points.get(who, Fraction(0)) + share(outcome, sides, seat.seat)
    scores = sorted((Score(names[who], sum_) for who, sum_ in points.items()), key=lambda score: -score.points)
    return Series(tuple(games), tuple(scores))


def share(outcome: Outcome | None, sides: Sequence[Side], seat: Seat) -> Fraction:
    """Return what a game counts in a series: one point, whoever has won, shared by sides, whatever it gave itself."""
    if outcome is None or outcome.kind == "none" or outcome.ranks[seat] > 1:
        return Fraction(0)
    return Fraction(1, sum(outcome.ranks[side.seats[0]] == 1 for side in sides))


def _who(seat: SeatAssignment) -> tuple[int | None, str, str]:
    return seat.user_id, seat.player_ref, seat.name if seat.bot_level else ""


def current_match(table: FreeTable) -> Match | None:
    """Return the match that is being played at a table."""
    if table.state != State.PLAYING:
        return None
    game = table.series.select_related("match").filter(number=table.games).first()
    return game.match if game else None
