"""What people ask for and decide beside the pairings: byes, entries kept apart, penalties, jobs, numbered snapshots."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from tournaments.models.people import Entry
from tournaments.models.stages import Stage

LAST_ROUND: Final = 99
"""A round after every other: who is kept apart up to it is kept apart to the end."""


class Bye(models.Model):
    """A round in which an entry need not play, granted before the pairing. Only a granted one counts."""

    class Kind(models.TextChoices):
        """What it brings: a draw's points, nothing, or a win's."""

        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")
        FULL = "full", _("full-point bye")

    class State(models.TextChoices):
        """How far the request has got."""

        ASKED = "asked", _("asked for")
        GRANTED = "granted", _("granted")
        DECLINED = "declined", _("declined")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="byes")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.ASKED)
    asked_at_ms = models.BigIntegerField()
    decided_at_ms = models.BigIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["round_number", "asked_at_ms", "id"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry", "round_number"], name="bye_once_per_round")]

    def __str__(self) -> str:
        return f"{self.entry}, {self.round_number}"


class KeptApart(models.Model):
    """Entries of whom no two may meet in these rounds, the last one included."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="kept_apart")
    entries = models.ManyToManyField(Entry, related_name="+")
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(default=LAST_ROUND)
    reason = models.CharField(max_length=300, blank=True)
    made_at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["made_at_ms", "id"]

    def __str__(self) -> str:
        return f"{self.stage} {self.first_round}-{self.last_round}"


class Penalty(models.Model):
    """Points taken off in the standings from a round on; negative ones are a bonus. Pairings do not look at it."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    # Tenths of a point, as the standings count.
    tenths = models.IntegerField()
    reason = models.CharField(max_length=300)
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["at_ms", "id"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.entry}: {self.tenths}"


class PairingJob(models.Model):
    """A round that Celery pairs, with its progress and, if it failed, why. A stage has one open job at most.

    `step` is one of "waiting", "reading", "pairing", "reasons", "saving"; `done` of `total` tell how far the reasons
    are. `detail_en` and `detail_de` are the reason of a failure, `entries` the ids of those who stand in the way.
    `open_as_draw` are ids of boards without a result that count as drawn, by name, for this pairing alone; `rematches`
    are pairs of entries that may meet again because somebody said so.
    """

    class State(models.TextChoices):
        """How far it has got."""

        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="jobs")
    round_number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    step = models.CharField(max_length=10, default="waiting")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    open_as_draw = models.JSONField(default=list)
    rematches = models.JSONField(default=list)
    code = models.CharField(max_length=40, blank=True)
    detail_en = models.TextField(blank=True)
    detail_de = models.TextField(blank=True)
    entries = models.JSONField(default=list)
    asked_at_ms = models.BigIntegerField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    started_at_ms = models.BigIntegerField(null=True, blank=True)
    finished_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at_ms", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(state__in=["queued", "running"]), name="one_open_job_per_stage"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.round_number}: {self.state}"

    @property
    def open(self) -> bool:
        """Tell whether it is still to be done."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)


class Snapshot(models.Model):
    """What was published, as it was: pairings of a round, or the standings after it. Numbered within the stage."""

    class Kind(models.TextChoices):
        """What it holds."""

        PAIRINGS = "pairings", _("pairings")
        STANDINGS = "standings", _("standings")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField()
    at_ms = models.BigIntegerField()
    data = models.JSONField()
    sha = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="snapshot_number_once")]

    def __str__(self) -> str:
        return f"{self.stage} #{self.number}"
