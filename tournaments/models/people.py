"""Who takes part."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """A participation, with a roster of one or more players. `seed` is what the organizer gave; the draw may use it.

    It is checked in once all of its players are.
    """

    class Status(models.TextChoices):
        """Whether the entry plays."""

        PENDING = "pending", _("waits for confirmation")
        CONFIRMED = "confirmed", _("confirmed")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    name = models.CharField(_("name"), max_length=80)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.CONFIRMED)
    entered_at_ms = models.BigIntegerField()
    checked_in_at_ms = models.BigIntegerField(null=True, blank=True)
    # Anybody may take the places of those players who are marked as free, also in the middle of a match.
    free = models.BooleanField(_("free to take over"), default=False)

    class Meta:
        ordering = ["entered_at_ms", "id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="entry_name_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def roster(self) -> str:
        """Return the names of those who play together, in the order of their seats."""
        return ", ".join(player.name for player in self.players.all())

    @property
    def plays(self) -> bool:
        """Tell whether the entry may be drawn and go on."""
        return self.status == self.Status.CONFIRMED


class Player(models.Model):
    """A person of a roster. The private link alone is enough to check in and to play; only its hash is kept.

    `link_version` rises whenever the link changes, so that browsers that had proven the old one are out.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="players")
    order = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=80)
    email = models.EmailField(_("e-mail"), blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="tournament_players"
    )
    bot_level = models.CharField(max_length=20, blank=True)
    bot_pace_ms = models.PositiveIntegerField(default=0)
    checked_in_at_ms = models.BigIntegerField(null=True, blank=True)
    free = models.BooleanField(default=False)
    link_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    link_version = models.PositiveIntegerField(default=0)
    link_made_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["entry", "order"], name="roster_place_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        """Return the name by which matches and sessions know this player while the link is valid."""
        return f"{self.id}.{self.link_version}"


class Notice(models.Model):
    """Something a player should know, written together with what it tells of: at most one per player and `key`."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="notices")
    key = models.CharField(max_length=80)
    kind = models.CharField(max_length=30)
    data = models.JSONField(default=dict)
    at_ms = models.BigIntegerField()
    read_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-at_ms"]
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="notice_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"
