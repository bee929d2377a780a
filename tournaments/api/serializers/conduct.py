"""What is asked for and decided beside the pairings: jobs, byes, entries kept apart, penalties, reasons."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.core.types import Text
from matches.api.fields import BothLanguages, Moment, OneOf, PageQuery, Shown, Strict, Whole, Words, YesNo
from tournaments.api.serializers.common import LONGEST_REASON, EntryRef
from tournaments.models import LAST_ROUND, Bye, PairingJob

_MOST_BOARDS: Final = 2500
_ROUND: Final[dict[str, Any]] = {"min_value": 1, "max_value": LAST_ROUND}


class JobIn(Strict):
    """What to allow for this pairing alone, each by name; without anything nothing is."""

    count_open_as_draw = serializers.ListField(
        child=Words(max_length=12),
        required=False,
        default=list,
        max_length=_MOST_BOARDS,
        help_text="Pairings without a result that count as drawn.",
    )
    rematches = serializers.ListField(
        child=serializers.ListField(child=Words(max_length=12), min_length=2, max_length=2),
        required=False,
        default=list,
        max_length=_MOST_BOARDS,
        help_text="Pairs of entries that may meet again.",
    )


class JobOut(Shown):
    """A round that is being paired, or was."""

    id = serializers.CharField()
    stage = serializers.CharField(source="stage_id")
    round_number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=PairingJob.State.values)
    step = serializers.CharField(help_text="`waiting`, `reading`, `pairing`, `reasons` or `saving`.")
    done = serializers.IntegerField(help_text="Of how many boards the reasons are known.")
    total = serializers.IntegerField()
    code = serializers.CharField(allow_blank=True, help_text="Why it failed, such as `no_pairing`.")
    reason = serializers.SerializerMethodField(help_text="The same in words; empty unless it failed.")
    entries = serializers.ListField(child=serializers.CharField(), help_text="Who stands in the way.")
    asked_at = Moment(source="asked_at_ms")
    finished_at = Moment(source="finished_at_ms", allow_null=True)

    @extend_schema_field(BothLanguages)
    def get_reason(self, job: PairingJob) -> dict[str, str]:
        """Return why it failed, in both languages."""
        return BothLanguages().to_representation(Text(job.detail_en, job.detail_de))


class ByeOut(Shown):
    """A round in which an entry need not play, or is not to have to."""

    id = serializers.CharField()
    entry = EntryRef()
    round_number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Bye.Kind.values)
    state = serializers.ChoiceField(choices=Bye.State.values, help_text="Only a granted one counts.")
    reason = serializers.CharField(allow_blank=True)
    asked_at = Moment(source="asked_at_ms")
    decided_at = Moment(source="decided_at_ms", allow_null=True)


class ByeQuery(PageQuery):
    """Which byes to list."""

    state = serializers.ChoiceField(choices=Bye.State.values, required=False)


class ByeIn(Strict):
    """A round off: asked for by a player, or given by the staff."""

    entry = Words(max_length=12, source="entry_id")
    round_number = Whole(**_ROUND)
    kind = OneOf(choices=Bye.Kind.values)
    reason = Words(required=False, allow_blank=True, max_length=LONGEST_REASON, default="")
    give = YesNo(required=False, default=False, help_text="Grant it at once; for those who may pair.")
    beyond_limit = YesNo(required=False, default=False, help_text="With `give`: whatever the limit of the stage is.")


class ByeDecisionIn(Strict):
    """What becomes of a bye that was asked for. To decline, or to go beyond the limit, needs a reason."""

    grant = YesNo()
    beyond_limit = YesNo(required=False, default=False)
    reason = Words(required=False, allow_blank=True, max_length=LONGEST_REASON, default="")


class ApartOut(Shown):
    """Entries of whom no two are paired in these rounds."""

    id = serializers.CharField()
    entries = EntryRef(many=True, source="entries.all")
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(help_text=f"{LAST_ROUND}: to the end.")
    reason = serializers.CharField(allow_blank=True)


class ApartIn(Strict):
    """Entries to keep apart."""

    entries = serializers.ListField(child=Words(max_length=12), min_length=2, max_length=100)
    first_round = Whole(**_ROUND, required=False, default=1)
    last_round = Whole(**_ROUND, required=False, default=LAST_ROUND)
    reason = Words(allow_blank=True, max_length=LONGEST_REASON)


class PenaltyOut(Shown):
    """Points taken off in the standings from a round on."""

    id = serializers.CharField()
    entry = EntryRef()
    round_number = serializers.IntegerField()
    tenths = serializers.IntegerField(help_text="Tenths of a point; less than nothing is a bonus.")
    reason = serializers.CharField()
    at = Moment(source="at_ms")


class PenaltyIn(Strict):
    """Points to take off."""

    entry = Words(max_length=12, source="entry_id")
    round_number = Whole(**_ROUND)
    tenths = Whole(min_value=-1000, max_value=1000)
    reason = Words(allow_blank=True, max_length=LONGEST_REASON)


class PostponementIn(Strict):
    """Until when a board waits; without an instant until it is told to begin."""

    until = Moment(required=False, allow_null=True, default=None, source="until_ms")
    reason = Words(allow_blank=True, max_length=LONGEST_REASON)


class ReasonOut(Shown):
    """One reason for a board."""

    kind = serializers.CharField()
    text = BothLanguages()


class WhyOut(Shown):
    """Why a board, or a bye, came about. Nothing in a format that does not pair round by round."""

    pairing = serializers.CharField()
    reasons = ReasonOut(many=True)


class TraceOut(Shown):
    """The whole way to the pairing of a round."""

    round = serializers.CharField()
    lines = serializers.ListField(child=BothLanguages())
