"""The competition itself."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id

NO_SHOW_MS: Final = 10 * 60_000
"""How long a seat may stay empty at the start of a match before it is forfeited."""

WINDOW_MS: Final = 15 * 60_000
"""How long something can be disputed after its end, and a decision be appealed."""


class Tournament(models.Model):
    """A competition in one game under one clock. `options` and `control` are what its matches are made with."""

    class State(models.TextChoices):
        """How far it has got. A draft is seen by staff alone."""

        DRAFT = "draft", _("in preparation")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class SecondArbiter(models.TextChoices):
        """When another arbiter must confirm what changes a result that stands."""

        NEVER = "never", _("never")
        CLOSED = "closed", _("in closed rounds")
        ALWAYS = "always", _("always")

    class StandApart(models.TextChoices):
        """Where staff who play decide nothing."""

        STAGE = "stage", _("at any board of their stage")
        OWN = "own", _("at their own boards")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict)
    control = models.JSONField(default=dict)
    zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    place = models.CharField(_("place"), max_length=120, blank=True)
    description = models.TextField(_("description"), blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    starts_at_ms = models.BigIntegerField(_("start"), null=True, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    no_show_ms = models.BigIntegerField(_("time until a forfeit for absence"), default=NO_SHOW_MS)
    # Until then after the end of a match its result can be disputed, and after a decision that can be appealed.
    claim_ms = models.BigIntegerField(_("time for disputes after the end"), default=WINDOW_MS)
    appeal_ms = models.BigIntegerField(_("time for appeals after a decision"), default=WINDOW_MS)
    dispute_pauses = models.BooleanField(_("a dispute pauses its match"), default=False)
    # Without hosted matches the boards stand in a hall, and results are reported.
    hosted = models.BooleanField(_("played on this server"), default=True)
    # On a real board the clocks run here all the same. `board_options` are those of the clock, `one_device` tells that
    # either player's link may press for both.
    on_board = models.BooleanField(_("on real boards"), default=False)
    board_options = models.JSONField(default=dict)
    one_device = models.BooleanField(_("one device per board"), default=False)
    self_registration = models.BooleanField(_("players may enter themselves"), default=True)
    check_in = models.BooleanField(_("players check in before the draw"), default=False)
    second_arbiter = models.CharField(
        _("a second arbiter confirms corrections"),
        max_length=6,
        choices=SecondArbiter.choices,
        default=SecondArbiter.NEVER,
    )
    # See tournaments/impartial.py.
    stand_apart = models.CharField(
        _("where staff who play do not decide"), max_length=5, choices=StandApart.choices, default=StandApart.STAGE
    )
    max_entries = models.PositiveIntegerField(_("places"), default=256)
    roster_size = models.PositiveSmallIntegerField(_("players per entry"), default=1)
    demo = models.BooleanField(default=False)
    created_at_ms = models.BigIntegerField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="tournaments_created"
    )
    opened_at_ms = models.BigIntegerField(null=True, blank=True)
    finished_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at_ms"]
        indexes = [models.Index(fields=["state"], name="tournament_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def published(self) -> bool:
        """Tell whether everybody may know of it."""
        return self.state != self.State.DRAFT

    @property
    def room(self) -> str:
        """Return the name under which its matches and screens hear of changes."""
        return f"t/{self.slug}"
