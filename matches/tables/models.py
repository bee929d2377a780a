"""What is kept of a free table: what is to be played, who sits there, and the games that were begun."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from matches.models import Match

ROOM: Final = "tables"
"""The room of the list; that of a table is this and its id, which is also its address."""


class FreeTable(models.Model):
    """A table that somebody has opened. `key` is the secret of its link, without which an unlisted one stays shut."""

    class State(models.TextChoices):
        """Where a table stands: it waits for players, a game is played or has ended, or nobody sits there any more."""

        OPEN = "open", _("open")
        PLAYING = "playing", _("being played")
        OVER = "over", _("between two games")
        CLOSED = "closed", _("closed")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    key = models.CharField(max_length=12, default=new_id, editable=False, unique=True)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    control = models.JSONField(default=dict)
    seats = models.SmallIntegerField()
    listed = models.BooleanField(default=True)
    by_lot = models.BooleanField(default=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    games = models.PositiveIntegerField(default=0)
    declined_by = models.CharField(max_length=80, blank=True)
    closed_because = models.CharField(max_length=20, blank=True)
    opened_at_ms = models.BigIntegerField()
    changed_at_ms = models.BigIntegerField()

    class Meta:
        verbose_name = _("free table")
        verbose_name_plural = _("free tables")
        ordering = ["-opened_at_ms", "id"]
        indexes = [models.Index(fields=["state", "opened_at_ms"], name="free_table_state")]

    def __str__(self) -> str:
        return self.id

    @property
    def room(self) -> str:
        """Return the name of the room in which everything about this table is told."""
        return f"{ROOM}/{self.pk}"


class TableSeat(models.Model):
    """Somebody, or a bot, at a seat of a free table. The host is who may decide about the table."""

    table = models.ForeignKey(FreeTable, models.CASCADE, related_name="sitters")
    seat = models.SmallIntegerField()
    name = models.CharField(max_length=80)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    player_ref = models.CharField(max_length=100, blank=True)
    bot_level = models.CharField(max_length=20, blank=True)
    host = models.BooleanField(default=False)
    again = models.BooleanField(default=False)
    seen_ms = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["seat"]
        indexes = [models.Index(fields=["player_ref"], name="table_seat_player")]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_sitter_per_seat"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(user__isnull=False), name="one_seat_per_user"
            ),
            models.UniqueConstraint(
                fields=["table", "player_ref"], condition=~Q(player_ref=""), name="one_seat_per_guest"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | ~Q(player_ref="") | ~Q(bot_level=""), name="sitter_is_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.name}"


class TableGame(models.Model):
    """One game of the series of a table."""

    table = models.ForeignKey(FreeTable, models.CASCADE, related_name="series")
    number = models.PositiveIntegerField()
    match = models.OneToOneField(Match, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_game_per_number")]

    def __str__(self) -> str:
        return f"{self.table_id} game {self.number}"
