"""Decisions that wait for a second arbiter. Nothing has changed before one confirms."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from tournaments.models.rounds import Pairing
from tournaments.models.tournament import Tournament


class PendingRuling(models.Model):
    """What one arbiter has decided about a result, until another confirms or rejects it.

    `proposal` are the arguments of the act. `basis` is the result, with its number, that it was decided on: once it is
    another, the proposal is stale. `effects` are the boards of later rounds that would be seated anew, as they were
    shown.
    """

    class Act(models.TextChoices):
        """What is to be done."""

        CORRECTION = "correction", _("correction of a result")
        UNDO = "undo", _("a correction taken back")
        VOID = "void", _("match annulled")

    class State(models.TextChoices):
        """What became of it."""

        WAITING = "waiting", _("waits for a second arbiter")
        CONFIRMED = "confirmed", _("confirmed")
        REJECTED = "rejected", _("rejected")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pending_rulings")
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="pending_rulings")
    act = models.CharField(max_length=10, choices=Act.choices)
    proposal = models.JSONField(default=dict)
    basis = models.JSONField(default=dict)
    effects = models.JSONField(default=list)
    reason = models.CharField(max_length=300)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=120, blank=True)
    by_role = models.CharField(max_length=20, blank=True)
    at_ms = models.BigIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_name = models.CharField(max_length=120, blank=True)
    decided_role = models.CharField(max_length=20, blank=True)
    decided_at_ms = models.BigIntegerField(null=True, blank=True)
    decision = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["at_ms", "id"]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.act}"
