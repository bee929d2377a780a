"""Tournaments and their stages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework import serializers

from gameengine.games.registry import GAMES
from matches.api.fields import BothLanguages, Moment, OneOf, PageQuery, Shown, Strict, Values, Whole, Words, YesNo
from tournaments.api.serializers.common import Control, EntryRef
from tournaments.formats.registry import FORMATS
from tournaments.models import LAST_ROUND, Entry, Stage, Tournament
from tournaments.selectors.standings import Column, Line, StageStandings

AS_ABOVE = "Whether it is played on real boards; null: as the part of which it is one."


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """A tournament: what was chosen for it, and where it stands."""

    game = serializers.ChoiceField(choices=list(GAMES))
    state = serializers.ChoiceField(choices=Tournament.State.values)
    options = Values()
    control = Values()
    board_options = Values()
    starts_at = Moment(source="starts_at_ms", allow_null=True)
    created_at = Moment(source="created_at_ms")
    opened_at = Moment(source="opened_at_ms", allow_null=True)
    finished_at = Moment(source="finished_at_ms", allow_null=True)

    class Meta:
        model = Tournament
        fields = (
            *("id", "slug", "name", "game", "state", "options", "control", "zone", "place", "description", "contact"),
            *("no_show_ms", "hosted", "self_registration", "check_in", "max_entries", "roster_size", "demo"),
            "second_arbiter",
            "stand_apart",
            *("on_board", "board_options", "one_device"),
            *("claim_ms", "appeal_ms", "dispute_pauses"),
            *("starts_at", "created_at", "opened_at", "finished_at"),
        )


class TournamentQuery(PageQuery):
    """Which tournaments to list."""

    state = serializers.ChoiceField(choices=Tournament.State.values, required=False)
    game = serializers.ChoiceField(choices=list(GAMES), required=False)
    mine = serializers.BooleanField(required=False, help_text="Those in which you play or are staff, drafts included.")
    ordering = serializers.ChoiceField(choices=["created_at", "-created_at"], required=False, default="-created_at")


class TournamentChange(Strict):
    """What may be changed; what is not given stays."""

    name = Words(required=False, allow_blank=True)
    slug = Words(required=False, allow_blank=True)
    options = Values(required=False)
    control = Control(required=False, help_text="JSON form, or a short text such as `5+3`.")
    zone = Words(required=False, allow_blank=True)
    place = Words(required=False, allow_blank=True)
    description = Words(required=False, allow_blank=True)
    contact = Words(required=False, allow_blank=True)
    starts_at = Moment(required=False, allow_null=True, source="starts_at_ms")
    no_show_ms = Whole(required=False)
    hosted = YesNo(required=False)
    self_registration = YesNo(required=False)
    check_in = YesNo(required=False)
    second_arbiter = OneOf(
        choices=Tournament.SecondArbiter.values,
        required=False,
        help_text="When a second arbiter must confirm what changes a result that stands.",
    )
    stand_apart = OneOf(
        choices=Tournament.StandApart.values,
        required=False,
        help_text="Where staff who play do not decide: at all boards of their `stage`, or at their `own` alone.",
    )
    max_entries = Whole(required=False)
    roster_size = Whole(
        required=False, help_text="How many play together; the game says it where matches are played here."
    )
    on_board = YesNo(required=False, help_text="Real boards on tables, with their clocks on this server.")
    board_options = Values(required=False, help_text="Options of the clocks at real boards: `confirm`, `flag`, …")
    one_device = YesNo(required=False, help_text="Whether either player's device may press for both sides.")
    claim_ms = Whole(required=False, help_text="How long after its end something can be disputed.")
    appeal_ms = Whole(required=False, help_text="How long a decision can be appealed.")
    dispute_pauses = YesNo(required=False, help_text="Whether the match of a dispute stands until an arbiter rules.")
    reason = Words(required=False, allow_blank=True, max_length=300)


class TournamentIn(TournamentChange):
    """A new tournament, from the template of its game: what is given takes the place of the template's value."""

    name = Words(allow_blank=True)
    game = Words()
    format = Words(required=False, help_text="The format of the first stage.")
    settings = Values(required=False, help_text="Settings of that format.")
    reason = None  # type: ignore[assignment]  # there is nothing yet that a reason could be for


class StageOut(Shown):
    """A stage: a part of a tournament with one format and a ranking of its own."""

    id = serializers.CharField()
    tournament = serializers.CharField(source="tournament.slug")
    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    format = serializers.ChoiceField(choices=list(FORMATS))
    settings = Values()
    state = serializers.ChoiceField(choices=Stage.State.values)
    source = serializers.CharField(source="source_stage_id", allow_null=True)  # type: ignore[assignment]  # not a field's
    places = serializers.IntegerField(source="source_places", help_text="How many come from the source.")
    feeds_itself = serializers.BooleanField(help_text="Whether they come as soon as the source is over.")
    on_board = serializers.BooleanField(allow_null=True, help_text=AS_ABOVE)


class StageIn(Strict):
    """A further stage; with a source its field are the first places of that stage's final order."""

    format = OneOf(choices=list(FORMATS))
    name = Words(required=False, allow_blank=True, default="", max_length=80)
    settings = Values(required=False, default=dict, help_text="Those that are not the defaults of the format.")
    source_stage = Words(required=False, allow_null=True, default=None, max_length=12, help_text="Its source.")
    places = Whole(min_value=0, required=False, default=0)
    feeds_itself = YesNo(required=False, default=False, help_text="Take them as soon as the source is over.")


class StageChange(Strict):
    """What may be changed about a stage; another format begins with the settings that are given, else its defaults."""

    format = OneOf(choices=list(FORMATS), required=False)
    name = Words(required=False, allow_blank=True)
    settings = Values(required=False, help_text="Those that are to change.")
    reason = Words(required=False, allow_blank=True, max_length=300)


class DrawIn(Strict):
    """How to fix the seeds."""

    seeding = serializers.ChoiceField(choices=["given", "rating", "lot"], required=False, default="given")
    only_checked_in = YesNo(
        required=False, allow_null=True, default=None, help_text="Without it as the tournament says."
    )


class PlaceOut(Shown):
    """A place that is settled."""

    rank = serializers.IntegerField()
    to_rank = serializers.IntegerField(help_text="Higher than `rank` when the place is shared.")
    entry = EntryRef(allow_null=True, help_text="Null when the place is not awarded.")
    seed = serializers.IntegerField(allow_null=True)


class TieBreakOut(Shown):
    """A value that orders a table after the points."""

    code = serializers.CharField()
    name = BothLanguages()


class LineOut(Shown):
    """One entry in a table. Values are as other programs read them; null is no value."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null for who has none.")
    to_rank = serializers.IntegerField(allow_null=True)
    entry = EntryRef(allow_null=True)
    seed = serializers.IntegerField(allow_null=True, help_text="The pairing number.")
    rating = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_blank=True)
    values = serializers.DictField(child=serializers.CharField(allow_null=True), help_text="By code of the tie-break.")
    status = serializers.ChoiceField(choices=Entry.Status.values)


class StandingsQuery(Strict):
    """After which round."""

    after = serializers.IntegerField(required=False, min_value=0, max_value=LAST_ROUND)


class StandingsOut(Shown):
    """The ranking of a stage, worked out from the record whenever it is asked for."""

    stage = serializers.CharField(source="stage.pk")
    state = serializers.ChoiceField(choices=Stage.State.values, source="stage.state")
    places = PlaceOut(many=True, help_text="The places that are settled.")
    after = serializers.IntegerField(help_text="The last round that counts.")
    rounds = serializers.IntegerField(help_text="How many there will be.")
    snapshot = serializers.IntegerField(allow_null=True, help_text="The number under which they were published.")
    tie_breaks = TieBreakOut(many=True)
    rows = LineOut(many=True)


class AnnouncementOut(Shown):
    """Something said to everybody: a text of the staff, or a note of the service in your language."""

    id = serializers.CharField()
    at = Moment(source="at_ms")
    text = serializers.SerializerMethodField()
    code = serializers.CharField(allow_blank=True, help_text="Names the kind of a note; empty for a text.")
    data = Values()  # type: ignore[assignment]  # a serializer's own data is something else

    def get_text(self, row: Any) -> str:
        """Return what people read."""
        return str(self.context["text_of"](row))


class AnnouncementIn(Strict):
    """Something to say."""

    text = Words(allow_blank=True)


def standings_values(found: StageStandings, places: Iterable[Any], snapshot: int | None) -> dict[str, Any]:
    """Return standings as `StandingsOut` gives them."""
    return {
        "stage": found.stage,
        "places": places,
        "after": found.after,
        "rounds": found.rounds,
        "snapshot": snapshot,
        "tie_breaks": found.columns,
        "rows": [_line_values(line, found.columns) for line in found.lines],
    }


def _line_values(line: Line, columns: Sequence[Column]) -> dict[str, Any]:
    """Return one line; values are texts, so that a half is never a guess."""
    known = {field: getattr(line, field) for field in ("rank", "to_rank", "seed", "rating", "points", "status")}
    values = zip(columns, line.values, strict=False)
    return {
        **known,
        "entry": {"id": line.entry_id, "name": line.name} if line.entry_id else None,
        "values": {column.code: None if value is None else str(value) for column, value in values},
    }
