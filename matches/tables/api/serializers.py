"""What the API takes and gives of free tables."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.clock import control_from_json
from gameengine.core.seats import teams_of
from gameengine.games.registry import GAMES, HOSTED
from gameengine.table import result_json, score_json
from matches.access import Principal
from matches.api.fields import BothLanguages, Moment, OneOf, PageQuery, Shown, Strict, Values, Whole, Words, YesNo
from matches.guests import LONGEST_NAME
from matches.tables.models import FreeTable
from matches.tables.selectors import current_match, series_of
from matches.tables.services import OWN
from matches.tables.services.common import own_sitter

MOST_SEATS = 10
LONGEST_KEY = 40


class TableSeatOut(Shown):
    """A seat of a table; without a name it is free."""

    seat = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    bot_level = serializers.CharField(allow_blank=True, help_text="Empty for people.")
    host = serializers.BooleanField()
    again = serializers.BooleanField(help_text="Whether who sits there wants to play again.")
    team = serializers.IntegerField(help_text="Seats with the same number play together.")


class TableGameOut(Shown):
    """One game of the series of a table."""

    number = serializers.IntegerField()
    match = serializers.CharField(source="match.pk")
    names = serializers.SerializerMethodField(help_text="By seat.")
    outcome = Values(allow_null=True)

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_names(self, game: Any) -> list[str]:
        """Return who sat where."""
        return [seat.name for seat in game["match"].seats.all()]


class TableScoreOut(Shown):
    """What somebody has scored in the series."""

    name = serializers.CharField()
    points = serializers.CharField(help_text="A whole number or a fraction.")


class TableOut(serializers.ModelSerializer[FreeTable]):
    """A free table."""

    game = serializers.ChoiceField(choices=list(HOSTED))
    options = Values()
    control = Values()
    clock = serializers.SerializerMethodField(help_text="The clock in words.")
    seats = serializers.SerializerMethodField()
    you = serializers.SerializerMethodField(help_text="Your seat, if one is yours.")
    match = serializers.SerializerMethodField(help_text="The game that is being played.")
    games = serializers.SerializerMethodField(help_text="The series, the first game first.")
    scores = serializers.SerializerMethodField(help_text="The sum of its results, the best first.")
    key = serializers.SerializerMethodField(help_text="The secret of the table's link, for those who sit there.")
    opened_at = Moment(source="opened_at_ms")
    changed_at = Moment(source="changed_at_ms")

    class Meta:
        model = FreeTable
        fields = (
            *("id", "game", "options", "control", "clock", "state", "listed", "by_lot", "seats", "you", "match"),
            *("games", "scores", "key", "declined_by", "closed_because", "opened_at", "changed_at"),
        )

    @property
    def _by(self) -> Principal:
        principal: Principal = self.context["view"].principal
        return principal

    @extend_schema_field(BothLanguages)
    def get_clock(self, table: FreeTable) -> Any:
        """Return the clock in both languages."""
        sentence = control_from_json(table.control).sentence()
        return {"en": sentence.en, "de": sentence.de}

    @extend_schema_field(TableSeatOut(many=True))
    def get_seats(self, table: FreeTable) -> Any:
        """Return every seat."""
        sitters = {sitter.seat: sitter for sitter in table.sitters.all()}
        teams = teams_of(GAMES[table.game], table.options, table.seats)
        free = {"name": "", "bot_level": "", "host": False, "again": False}
        lines = [
            {**(_sitter(sitters[seat]) if seat in sitters else free), "seat": seat, "team": teams[seat]}
            for seat in range(table.seats)
        ]
        return TableSeatOut(lines, many=True).data

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_you(self, table: FreeTable) -> int | None:
        """Return the asker's seat."""
        own = own_sitter(table.sitters.all(), self._by)
        return own.seat if own else None

    @extend_schema_field({"type": "string", "nullable": True})
    def get_match(self, table: FreeTable) -> str | None:
        """Return the match that is being played."""
        match = current_match(table)
        return match.pk if match else None

    @extend_schema_field(TableGameOut(many=True))
    def get_games(self, table: FreeTable) -> Any:
        """Return the series."""
        lines = [
            {"number": one.number, "match": one.match, "outcome": result_json(one.outcome)}
            for one in series_of(table).games
        ]
        return TableGameOut(lines, many=True).data

    @extend_schema_field(TableScoreOut(many=True))
    def get_scores(self, table: FreeTable) -> Any:
        """Return the sums."""
        lines = [{"name": one.name, "points": str(score_json(one.points))} for one in series_of(table).scores]
        return TableScoreOut(lines, many=True).data

    @extend_schema_field({"type": "string", "nullable": True})
    def get_key(self, table: FreeTable) -> str | None:
        """Return the key to whoever sits at the table."""
        return None if self.get_you(table) is None else table.key


def _sitter(sitter: Any) -> dict[str, Any]:
    return {"name": sitter.name, "bot_level": sitter.bot_level, "host": sitter.host, "again": sitter.again}


class TablesQuery(PageQuery):
    """Of which game."""

    game = serializers.ChoiceField(choices=list(HOSTED), required=False)


class KeyQuery(Strict):
    """By which right."""

    key = serializers.CharField(
        required=False, max_length=LONGEST_KEY, help_text="The key of a table that is not listed."
    )


class TableIn(Strict):
    """A table to open."""

    game = OneOf(choices=list(HOSTED))
    options = Values(required=False, default=dict, help_text="What differs from the usual: see the game's `options`.")
    clock = Words(
        required=False, max_length=60, help_text="In the short form, such as `5+3`; without it that of the rules."
    )
    places = serializers.ListField(
        child=Words(allow_blank=True, max_length=20),
        min_length=1,
        max_length=MOST_SEATS,
        help_text=f"For each seat `{OWN}` (once), the strength of a bot, or an empty text for anybody.",
    )
    listed = YesNo(required=False, default=True)
    by_lot = YesNo(required=False, default=True, help_text="Whether seats are drawn when the first game begins.")
    name = Words(required=False, max_length=LONGEST_NAME, help_text="What a guest is called; accounts have a name.")


class JoinIn(Strict):
    """Where to sit down."""

    seat = Whole(required=False, min_value=0, max_value=MOST_SEATS, help_text="Without it any.")
    key = Words(required=False, default="", max_length=LONGEST_KEY, help_text="The key of a table that is not listed.")
    name = Words(required=False, max_length=LONGEST_NAME, help_text="What a guest is called; accounts have a name.")


class SeatIn(Strict):
    """Who is to sit there."""

    bot_level = Words(required=False, max_length=20, help_text="The strength of a bot; without it you move there.")


class AgainIn(Strict):
    """Whether to play again."""

    answer = OneOf(choices=["yes", "no", "back"], help_text="`back` takes back what you have said.")
