"""What pages about free tables show, as values in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from gameengine.clock import control_from_json
from gameengine.core.game import Game, Option
from gameengine.core.seats import seat_range, teams_of
from gameengine.core.types import Json, Seat
from gameengine.games.registry import GAMES
from gameengine.table import is_variant
from matches import now, words
from matches.access import Principal
from matches.contents import CONTENT, content_in
from matches.option_fields import HEROES
from matches.sides import sides_of, versus
from matches.tables.models import FreeTable, TableGame, TableSeat
from matches.tables.selectors import Played, Score, Series
from matches.tables.services.common import sits
from matches.words import language

HERE_MS: Final = 90_000
"""Whoever was seen within this time is there: a page in the background asks only once a minute."""

_MINUTE_MS: Final = 60_000

CLOSED_BECAUSE: Final[Mapping[str, Any]] = {
    "host": gettext_lazy("The host has closed it."),
    "empty": gettext_lazy("Everybody has left."),
    "idle": gettext_lazy("Nobody was there any more."),
}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a table: free, or with who sits there."""

    seat: Seat
    name: str
    note: str
    partners: str
    free: bool
    own: bool
    host: bool
    bot: bool
    here: bool
    again: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list, and the head of its own page."""

    id: str
    game_key: str
    game: str
    variant: bool
    control: str
    state: str
    state_word: str
    listed: bool
    by_lot: bool
    age: str
    placed: bool
    """Whether it matters already who sits where: seats are as chosen, or were drawn."""
    seats: tuple[SeatLine, ...]
    own: bool

    @property
    def free(self) -> int:
        """Return how many seats are free."""
        return sum(seat.free for seat in self.seats)

    @property
    def free_word(self) -> str:
        """Return how many seats are free, in words."""
        return ngettext("%(n)s seat free", "%(n)s seats free", self.free) % {"n": self.free}

    @property
    def host(self) -> str:
        """Return who may decide about the table."""
        return next((seat.name for seat in self.seats if seat.host), "")


def table_line(table: FreeTable, by: Principal) -> TableLine:
    """Return a table as it is shown to a principal."""
    game = GAMES[table.game]
    seats = seat_lines(table, by)
    return TableLine(
        id=table.pk,
        game_key=table.game,
        game=game.name.to(language()),
        variant=is_variant(game, table.options),
        control=control_from_json(table.control).sentence().to(language()),
        state=table.state,
        state_word=str(FreeTable.State(table.state).label),
        listed=table.listed,
        by_lot=table.by_lot,
        age=age(now.now_ms() - table.opened_at_ms),
        placed=not table.by_lot or table.games > 0,
        seats=seats,
        own=any(seat.own for seat in seats),
    )


def seat_lines(table: FreeTable, by: Principal) -> tuple[SeatLine, ...]:
    """Return every seat of a table."""
    sitters = {sitter.seat: sitter for sitter in table.sitters.all()}
    teams = teams_of(GAMES[table.game], table.options, table.seats)
    return tuple(
        _free_line(seat, team_word(teams, seat))
        if seat not in sitters
        else _taken_line(sitters[seat], team_word(teams, seat), by)
        for seat in range(table.seats)
    )


def team_word(teams: Sequence[int], seat: Seat) -> str:
    """Return the team of a seat in words, "" in a game without teams."""
    return _("Team %(letter)s") % {"letter": "ABCDE"[teams[seat]]} if len(set(teams)) < len(teams) else ""


def _free_line(seat: Seat, team: str) -> SeatLine:
    return SeatLine(seat, "", "", team, free=True, own=False, host=False, bot=False, here=False, again=False)


def _taken_line(sitter: TableSeat, team: str, by: Principal) -> SeatLine:
    return SeatLine(
        seat=sitter.seat,
        name=sitter.name,
        note=_note(sitter, by),
        partners=team,
        free=False,
        own=sits(sitter, by),
        host=sitter.host,
        bot=sitter.bot_level != "",
        here=sitter.bot_level != "" or sitter.seen_ms > now.now_ms() - HERE_MS or sits(sitter, by),
        again=sitter.again,
    )


def _note(sitter: TableSeat, by: Principal) -> str:
    if sitter.bot_level:
        return str(words.LEVELS.get(sitter.bot_level, sitter.bot_level))
    notes = [_("you")] if sits(sitter, by) else []
    notes += [_("host")] if sitter.host else []
    notes += [] if sitter.user_id or sits(sitter, by) else [_("guest")]
    return " · ".join(notes)


def age(ms: int) -> str:
    """Return how long ago something was, as a list has it."""
    minutes = ms // _MINUTE_MS
    if minutes < 1:
        return _("just now")
    return _("%(n)s min ago") % {"n": minutes} if minutes < 60 else _("%(n)s h ago") % {"n": minutes // 60}


def rules_words(table: FreeTable) -> list[tuple[str, str]]:
    """Return the options that differ from the usual ones: name and value in words."""
    game = GAMES[table.game]
    return [
        (option.label.to(language()), _value(game, table, option))
        for option in game.options
        if option.key != HEROES and table.options.get(option.key) != option.default
    ]


def _value(game: Game[Any], table: FreeTable, option: Option) -> str:
    value = table.options.get(option.key)
    if option.key == CONTENT and (named := content_in(game, table.options)):
        return named.name
    return next((text.to(language()) for choice, text in option.choices if choice == value), _plain(value))


def _plain(value: Json) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def enough(table: FreeTable) -> int:
    """Return how many can begin at once although seats are free; 0 if that is not possible."""
    least, most = seat_range(GAMES[table.game], table.options)
    count = table.sitters.count()
    return count if least <= count <= most and count < table.seats else 0


# the series


def points(value: Fraction) -> str:
    """Return a number of points as a cross table has it.

    >>> points(Fraction(3, 2)), points(Fraction(1, 2)), points(Fraction(2)), points(Fraction(1, 3))
    ('1½', '½', '2', '0.33')
    """
    if value.denominator == 1:
        return str(value)
    if value.denominator == 2:
        return f"{int(value) or ''}½"
    return f"{float(value):.2f}"


def series_lines(series: Series) -> list[dict[str, Any]]:
    """Return the games of a series, the latest first."""
    return [
        {
            "number": game.number,
            "match": game.match.pk,
            "names": versus(game.sides),
            "score": words.outcome_score(game.outcome, game.sides),
            "word": result_word(game),
        }
        for game in reversed(series.games)
    ]


def result_word(game: Played) -> str:
    """Return how a game ended, or that it goes on."""
    return _("being played") if game.outcome is None else words.outcome_text(game.outcome, game.sides)


def score_lines(scores: Sequence[Score]) -> list[tuple[str, str]]:
    """Return names with their points."""
    return [(score.name, points(score.points)) for score in scores]


def watch_line(game: TableGame) -> dict[str, Any]:
    """Return a game that can be watched."""
    return {
        "match": game.match_id,
        "names": versus(sides_of(game.match, list(game.match.seats.all()))),
        "game": GAMES[game.match.game].name.to(language()),
        "control": control_from_json(game.match.control).sentence().to(language()),
        "variant": is_variant(GAMES[game.match.game], game.match.options),
        "number": game.number,
    }
