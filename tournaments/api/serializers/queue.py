"""The arbiters' queue."""

from __future__ import annotations

from rest_framework import serializers

from matches.api.fields import Moment, Shown, Strict, Whole
from tournaments.queueing import QueueItem
from tournaments.urgency import KINDS, Urgency

URGENCIES = [urgency.name.lower() for urgency in Urgency]


class TakenOut(Shown):
    """Who has taken an item, and until when; then it is free again by itself."""

    user = serializers.IntegerField(source="user_id")
    name = serializers.CharField()
    since = Moment(source="since_ms")
    until = Moment(source="until_ms")


class QueueItemOut(Shown):
    """One thing that needs an arbiter."""

    key = serializers.CharField(help_text="The same while it is the same thing.")
    kind = serializers.ChoiceField(choices=list(KINDS))
    urgency = serializers.SerializerMethodField()
    since = Moment(source="since_ms")
    due = Moment(source="due_ms", allow_null=True, help_text="When it settles itself, if it does.")
    pairing = serializers.CharField(source="subject.pairing.pk", default=None, allow_null=True)
    board = serializers.IntegerField(source="subject.pairing.board", default=None, allow_null=True)
    round = serializers.CharField(source="subject.pairing.round_id", default=None, allow_null=True)
    match = serializers.CharField(source="subject.match.pk", default=None, allow_null=True)
    call = serializers.CharField(source="subject.call.pk", default=None, allow_null=True)
    dispute = serializers.CharField(source="subject.dispute.pk", default=None, allow_null=True)
    seat = serializers.IntegerField(source="subject.seat", allow_null=True)
    quiet_left = serializers.IntegerField(
        source="subject.quiet_left", allow_null=True, help_text="Quiet moves until the match ends."
    )
    taken_by = TakenOut(allow_null=True)

    def get_urgency(self, item: QueueItem) -> str:
        """Return how much it presses: `watch`, `soon`, `waiting` or `stopped`."""
        return item.urgency.name.lower()


class TakingIn(Strict):
    """From whom it is taken over, if a colleague has it: `taken_by.user`, as you have read it."""

    over = Whole(required=False, allow_null=True, default=None, min_value=1)
