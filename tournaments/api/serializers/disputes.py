"""Disputes and appeals."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.fields import Moment, OneOf, PageQuery, Shown, Strict, Whole, Words
from tournaments.api.serializers.common import EntryRef
from tournaments.models import Appeal, Dispute, Outcome

_LONGEST = 2000
_SAID = "Null for those whom it does not concern."
_SEEN = "The `step` that you have seen: if something has happened since, nothing is done."


class InstanceOut(Shown):
    """Who asks for a decision, and what was decided."""

    by = serializers.CharField(source="by_name")
    text = serializers.SerializerMethodField(allow_null=True, help_text=_SAID)
    opened_at = Moment(source="opened_at_ms")
    taken_by = serializers.CharField(allow_null=True)
    taken_at = Moment(source="taken_at_ms", allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.values, allow_blank=True)
    decision = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(allow_null=True)
    decided_at = Moment(source="decided_at_ms", allow_null=True)
    ruling_line = serializers.IntegerField(
        allow_null=True, help_text="The line of the ruling that carries the decision out, in the log of the match."
    )

    def get_text(self, row: Dispute | Appeal) -> str | None:
        """Return what was said to those who may read it."""
        dispute = row.dispute if isinstance(row, Appeal) else row
        return row.text if self.context["readable"](dispute) else None


class AppealOut(InstanceOut):
    """An appeal, and what was decided about it."""


class DisputeOut(InstanceOut):
    """What somebody does not accept, how far it has got, and what was decided."""

    id = serializers.CharField()
    tournament = serializers.CharField(source="tournament.slug")
    about = serializers.ChoiceField(choices=Dispute.About.values)
    match = serializers.CharField(source="match_id", allow_null=True)
    pairing = serializers.CharField(source="pairing_id", allow_null=True)
    entry = EntryRef(allow_null=True, help_text="Whom it is about.")
    ply = serializers.IntegerField(allow_null=True, help_text="The number of the disputed move, 1 the first.")
    seat = serializers.IntegerField(allow_null=True, help_text="Who has opened it; null for the staff.")
    reason = serializers.SerializerMethodField(allow_null=True, help_text=_SAID)
    state = serializers.ChoiceField(choices=Dispute.State.values)
    step = serializers.CharField(help_text="Changes with everything that happens to it.")
    appeal_until = Moment(source="appeal_until_ms", allow_null=True)
    withdrawn_at = Moment(source="withdrawn_at_ms", allow_null=True)
    appeal = serializers.SerializerMethodField(allow_null=True)

    def get_reason(self, dispute: Dispute) -> str | None:
        """Return the reason to those who may read it."""
        return dispute.reason if self.context["readable"](dispute) else None

    @extend_schema_field(AppealOut(allow_null=True))
    def get_appeal(self, dispute: Dispute) -> Any:
        """Return the appeal, if there is one."""
        return AppealOut(dispute.appeal, context=self.context).data if dispute.appeal else None


class DisputeQuery(PageQuery):
    """Which disputes to list."""

    state = serializers.ChoiceField(choices=Dispute.State.values, required=False)
    match = serializers.CharField(required=False, max_length=12)


class DisputeIn(Strict):
    """What is disputed: a move or the clock of a match, a result, a pairing, or a person."""

    about = OneOf(choices=Dispute.About.values)
    match = Words(required=False, default="", allow_blank=True, max_length=12)
    pairing = Words(required=False, default="", allow_blank=True, max_length=12)
    entry = Words(required=False, default="", allow_blank=True, max_length=12)
    ply = Whole(required=False, allow_null=True, default=None, help_text="Needed for a move; 1 is the first.")
    reason = OneOf(choices=Dispute.Reason.values, help_text="One that fits; for `other` a text is needed.")
    text = Words(required=False, default="", allow_blank=True, max_length=_LONGEST)


class SeenIn(Strict):
    """How far a dispute was when you looked."""

    seen = Words(required=False, default="", allow_blank=True, max_length=40, help_text=_SEEN)


class VerdictIn(SeenIn):
    """What is decided, and why; both sides read it."""

    outcome = OneOf(choices=Outcome.values)
    decision = Words(allow_blank=True, max_length=_LONGEST)
    ruling_line = Whole(required=False, allow_null=True, default=None)


class AppealIn(Strict):
    """Why a decision is not accepted."""

    text = Words(allow_blank=True, max_length=_LONGEST)
