"""Parts of a tournament with a format and a ranking of their own."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from tournaments.models.people import Entry
from tournaments.models.tournament import Tournament


class Stage(models.Model):
    """A part played by one format. `settings` are complete: those of the format, of its deciders and of its conduct.

    `rng_seed` fixes every lot of the stage, so that drawing again gives the same. A stage that another one feeds takes
    the first `source_places` of its final order as seeds; `feeds_itself` tells that nobody has to ask for it.
    """

    class State(models.TextChoices):
        """How far it has got; drawn means that the seeds are fixed."""

        DRAFT = "draft", _("in preparation")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=80, blank=True)
    format = models.CharField(max_length=40)
    settings = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    rng_seed = models.CharField(max_length=64, blank=True)
    # How the seeds were fixed: "given", "rating", "lot" or "source"; late entries take their place by it.
    seeding = models.CharField(max_length=6, blank=True)
    source_stage = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="feeds")
    source_places = models.PositiveIntegerField(default=0)
    feeds_itself = models.BooleanField(default=False)
    # None: as the tournament.
    on_board = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament} / {self.name or self.number}"

    @property
    def as_ready(self) -> bool:
        """Tell whether a board of a later round begins as soon as both opponents are known, without being told to."""
        return bool(self.settings.get("advance") == "as_ready")


class StageEntry(models.Model):
    """An entry with its seed in a stage; fixed by the draw."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="field")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="stages")
    seed = models.PositiveIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_once_per_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="seed_once_per_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.entry}"
