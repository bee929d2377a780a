"""Who looks after what in the arbiters' queue."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament
from tournaments.urgency import Taken


class QueueHold(models.Model):
    """Who has taken an item of the queue, by the item's key. It ends by itself, and its row is left over."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="holds")
    key = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at_ms = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="hold_once_per_item")]

    def __str__(self) -> str:
        return f"{self.key}: {self.user}"

    @property
    def taken(self) -> Taken:
        """Return it as a value."""
        return Taken(self.user_id, str(self.user), self.at_ms)
