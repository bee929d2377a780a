"""Rounds, pairings, results and corrections."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.core.types import Text
from matches.api.fields import (
    BothLanguages,
    Moment,
    OneOf,
    PageQuery,
    Pattern,
    Shown,
    Strict,
    Values,
    Whole,
    Words,
    YesNo,
)
from matches.models import Match
from tournaments.api.serializers.common import LONGEST_REASON
from tournaments.api.serializers.tournaments import AS_ABOVE
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, PairingMatch, PendingRuling, Result, Round

SET_KINDS = ["played", "forfeit", "double_forfeit", "adjudicated"]


class RoundOut(Shown):
    """A round."""

    id = serializers.CharField()
    tournament = serializers.CharField(source="stage.tournament.slug")
    stage = serializers.CharField(source="stage_id")
    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=Round.State.values)
    snapshot = serializers.IntegerField(help_text="How often its pairings were published.")
    starts_at = Moment(source="starts_at_ms", allow_null=True)
    starts_itself = serializers.BooleanField(help_text="Whether the service starts it then.")
    published_at = Moment(source="published_at_ms", allow_null=True)
    started_at = Moment(source="started_at_ms", allow_null=True)
    closed_at = Moment(source="closed_at_ms", allow_null=True)
    on_board = serializers.BooleanField(allow_null=True, help_text=AS_ABOVE)

    @extend_schema_field(BothLanguages)
    def get_name(self, round_: Round) -> dict[str, str]:
        """Return what people call the round."""
        own = Text(round_.name, round_.name) if round_.name else FORMATS[round_.stage.format].round_name(round_.kind)
        return BothLanguages().to_representation(own)


class VenueIn(Strict):
    """Where it is played."""

    on_board = YesNo(allow_null=True, help_text=AS_ABOVE)


class PublicationIn(Strict):
    """When a round is to begin, if that is known."""

    starts_at = Moment(required=False, allow_null=True, default=None, source="starts_at_ms")
    starts_itself = YesNo(required=False, default=False, help_text="Whether the service starts it then.")


class StartedOut(Shown):
    """The answer to a start: asked again, the same round, and `already`."""

    round = RoundOut()
    matches = serializers.IntegerField()
    already = serializers.BooleanField()


class RoundReasonIn(Strict):
    """Why something is ruled on all boards; their players read it."""

    reason = Words(allow_blank=True, max_length=LONGEST_REASON)


class ResumptionIn(RoundReasonIn):
    """When play goes on; without `at` at once."""

    at = Moment(required=False, allow_null=True, default=None, source="at_ms")


class ExtraTimeIn(RoundReasonIn):
    """How much time everybody is given."""

    ms = Whole(min_value=1, max_value=24 * 3_600_000)


class BoardReportOut(Shown):
    """What became of a ruling at one board."""

    board = serializers.IntegerField()
    match = serializers.CharField(source="match_id")
    reached = serializers.ChoiceField(
        choices=["done", "already", "apart", "runs", "not_begun", "over", "own", "rival", "refused"],
        help_text="`apart` stays paused for a reason of its own.",
    )
    code = serializers.CharField(allow_blank=True, help_text="Why it refuses.")


class RoundReportOut(Shown):
    """What became of a ruling on a round, board by board."""

    round = RoundOut()
    boards = BoardReportOut(many=True)


class ResultOut(Shown):
    """The result of a pairing."""

    kind = serializers.ChoiceField(choices=Result.Kind.values)
    half_points = serializers.SerializerMethodField()
    winner = serializers.IntegerField(allow_null=True, help_text="A side, 0 or 1.")
    advances = serializers.IntegerField(allow_null=True, help_text="The side that goes on.")
    step = serializers.CharField(allow_blank=True, help_text="How it was decided.")
    revision = serializers.IntegerField()
    decided_at = Moment(source="decided_at_ms")

    def get_half_points(self, result: Result) -> list[int]:
        """Return the half points of both sides."""
        return [result.half_points_0, result.half_points_1]


class SideOut(Shown):
    """One side of a pairing."""

    entry = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    open = serializers.BooleanField(help_text="Whether it is not known yet who comes here.")
    source = serializers.CharField(  # type: ignore[assignment]  # a field's own source is something else
        allow_blank=True, help_text="Where it comes from: `seed:3`, `winner:R1-1`."
    )


class GameAtBoardOut(Shown):
    """One match of a pairing; the half points are by side of the pairing, not by seat."""

    match = serializers.CharField(source="match_id")
    number = serializers.IntegerField()
    kind = serializers.CharField()
    swapped = serializers.BooleanField(help_text="Whether side 1 has seat 0.")
    status = serializers.ChoiceField(choices=Match.Status.values, source="match.status")
    end = serializers.ChoiceField(choices=PairingMatch.End.values, allow_null=True)
    half_points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class ProvisionalOut(Shown):
    """Why a result may still change: somebody disputes it, or can until an instant."""

    disputed = serializers.BooleanField()
    until = Moment(source="until_ms", allow_null=True)


class PairingOut(Shown):
    """Two entries at one board."""

    id = serializers.CharField()
    round = serializers.CharField(source="round_id")
    board = serializers.IntegerField()
    key = serializers.CharField(help_text="The place in the stage, by which `source` names it.")
    state = serializers.ChoiceField(choices=Pairing.State.values)
    postponed = serializers.BooleanField(help_text="Whether it is played later than its round.")
    postponed_until = Moment(source="postponed_until_ms", allow_null=True)
    on_board = serializers.BooleanField(allow_null=True, help_text=AS_ABOVE)
    sides = serializers.SerializerMethodField()
    matches = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField(allow_null=True)
    provisional = serializers.SerializerMethodField(allow_null=True)

    @extend_schema_field(SideOut(many=True))
    def get_sides(self, pairing: Pairing) -> list[Any]:
        """Return both sides."""
        opens, sources = (pairing.open_0, pairing.open_1), (pairing.source_0, pairing.source_1)
        return [self._side(*side) for side in zip(pairing.entries, opens, sources, strict=True)]

    def _side(self, entry: Any, is_open: bool, source: str) -> Any:
        known = {"entry": entry.pk, "name": entry.name, "seed": self.context["seeds"].get(entry.pk)} if entry else {}
        return SideOut({"entry": None, "name": None, "seed": None, **known, "open": is_open, "source": source}).data

    @extend_schema_field(GameAtBoardOut(many=True))
    def get_matches(self, pairing: Pairing) -> list[Any]:
        """Return the matches in order."""
        return [GameAtBoardOut(_game_values(game)).data for game in pairing.games.all()]

    @extend_schema_field(ResultOut(allow_null=True))
    def get_result(self, pairing: Pairing) -> Any:
        """Return the result, if there is one."""
        return ResultOut(pairing.result).data if hasattr(pairing, "result") else None

    @extend_schema_field(ProvisionalOut(allow_null=True))
    def get_provisional(self, pairing: Pairing) -> Any:
        """Return why the result may still change; null if there is none, or it stands."""
        why = self.context["provisional"].get(pairing.pk)
        return ProvisionalOut(why).data if why else None


def _game_values(game: PairingMatch) -> dict[str, Any]:
    points = [game.half_points_0, game.half_points_1]
    return {
        "match_id": game.match_id,
        "number": game.number,
        "kind": game.kind,
        "swapped": game.swapped,
        "match": game.match,
        "end": game.end or None,
        "half_points": None if None in points else points,
    }


class PairingQuery(PageQuery):
    """Which boards to list."""

    state = serializers.ChoiceField(choices=Pairing.State.values, required=False)


class ReportIn(Strict):
    """What one side says about its board in a hall."""

    winner = Whole(min_value=0, max_value=1, help_text="The side that has won.")


class ReportOut(Shown):
    """The result, once both sides say the same; null until then."""

    result = ResultOut(allow_null=True)


class ResultIn(Strict):
    """A result as somebody of the staff gives it."""

    kind = OneOf(choices=SET_KINDS)
    winner = Whole(min_value=0, max_value=1, required=False, allow_null=True, default=None, help_text="A side.")
    half_points = serializers.ListField(
        child=Whole(min_value=0, max_value=200),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        default=None,
    )
    reason = Words(required=False, allow_blank=True, max_length=LONGEST_REASON, default="")


class CorrectionIn(ResultIn):
    """Another result in the place of the present one."""

    record_only = YesNo(
        required=False, default=False, help_text="Whether who goes on stays as it is, because later boards have begun."
    )


class CorrectionQuery(Strict):
    """Whether to do it, or only to say what it would do."""

    dry_run = serializers.BooleanField(required=False, default=False)


class ChangeOut(Shown):
    """One board of a later round that a correction seats anew; names of entries, null for nobody."""

    pairing = serializers.CharField(source="pairing_id")
    round = serializers.IntegerField(source="round_number")
    board = serializers.IntegerField()
    before = serializers.ListField(child=serializers.CharField(allow_null=True))
    after = serializers.ListField(child=serializers.CharField(allow_null=True))
    started = serializers.BooleanField(help_text="Whether play there stands against the correction.")


class WaitingOut(Shown):
    """What one arbiter has decided about a result, and what became of it with a second one."""

    id = serializers.CharField()
    pairing = serializers.CharField(source="pairing_id")
    act = serializers.ChoiceField(choices=PendingRuling.Act.values)
    proposal = Values(help_text="What is to be done, as it was sent.")
    basis = Values(help_text="The result on which it was decided.")
    effects = serializers.ListField(child=Values(), help_text="Boards of later rounds that would be seated anew.")
    reason = serializers.CharField()
    by = serializers.CharField(source="by_name")
    at = Moment(source="at_ms")
    state = serializers.ChoiceField(choices=PendingRuling.State.values)
    decided_by = serializers.CharField(source="decided_name", allow_blank=True)
    decided_at = Moment(source="decided_at_ms", allow_null=True)
    decision = serializers.CharField(allow_blank=True, help_text="Why it was rejected.")


class CorrectionOut(Shown):
    """What a correction does, or would do; `result` is null when it was only asked, and while it waits."""

    dry_run = serializers.BooleanField()
    blocked = serializers.BooleanField(help_text="Whether it can only be for the record.")
    changes = ChangeOut(many=True)
    result = ResultOut(allow_null=True)
    waiting = WaitingOut(allow_null=True, help_text="What a second arbiter must confirm before anything changes.")


class RulingTextIn(Strict):
    """A ruling in the table's words."""

    ruling = Pattern(
        r"^(pause|unpause|unpause-at [1-9][0-9]{0,14}|release|annul|reopen|add-time ([0-9]|all) [1-9][0-9]{0,8}|"
        r"set-clock [0-9] [1-9][0-9]{0,10}|quiet (on|off|[1-9][0-9]{0,3})|result ([0-9]|draw)|forfeit ([0-9]|both)|"
        r"warn [0-9]|void [1-9][0-9]{0,6}|reverse [1-9][0-9]{0,6})$",
        help_text="`pause`, `unpause`, `unpause-at MS`, `release`, `add-time SEAT|all MS`, `set-clock SEAT MS`, "
        "`quiet on|off|N`, `result SEAT|draw`, `forfeit SEAT|both`, `annul`, `warn SEAT`, `void PLY`, `reopen`, "
        "`reverse SEQ`.",
    )


class RulingIn(RulingTextIn):
    """A ruling in the table's words, with its reason.

    With `seq`, the number of the last line that was seen, a match that has changed since is left alone.
    """

    reason = Words(allow_blank=True, max_length=LONGEST_REASON)
    seq = Whole(min_value=0, required=False)


class RulingMomentOut(Shown):
    """What a ruling is about, at an instant."""

    status = serializers.ChoiceField(choices=["waiting", "live", "paused", "over"])
    ply = serializers.IntegerField()
    to_act = serializers.ListField(child=serializers.IntegerField())
    left_ms = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="By seat; null without a clock."
    )
    outcome = Values(allow_null=True)


class PreviewOut(Shown):
    """What a ruling would do to a match as it is after line `seq`."""

    seq = serializers.IntegerField()
    before = RulingMomentOut()
    after = RulingMomentOut()
    warnings = serializers.ListField(
        child=BothLanguages(), help_text="What players have seen and the ruling cannot take from them."
    )


class DecisionIn(Strict):
    """How a call was decided, in words for both sides."""

    decision = Words(allow_blank=True, max_length=2000)
