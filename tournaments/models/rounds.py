"""Rounds, the boards in them, the matches at a board, and the results."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from matches.models import Match
from tournaments.models.people import Entry
from tournaments.models.stages import Stage


class Round(models.Model):
    """One set of pairings. A draft is seen by staff alone; `snapshot` counts how often it was published.

    `edited` lists what people changed in the pairing that was computed.
    """

    class State(models.TextChoices):
        """How far it has got."""

        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    snapshot = models.PositiveIntegerField(default=0)
    starts_at_ms = models.BigIntegerField(null=True, blank=True)
    # Started by the service at `starts_at_ms`; without this the time is an announcement.
    starts_itself = models.BooleanField(default=False)
    # None: as the stage.
    on_board = models.BooleanField(null=True, blank=True)
    edited = models.JSONField(default=list)
    edit_reason = models.CharField(max_length=300, blank=True)
    editing_since_ms = models.BigIntegerField(null=True, blank=True)
    editing_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    published_at_ms = models.BigIntegerField(null=True, blank=True)
    started_at_ms = models.BigIntegerField(null=True, blank=True)
    closed_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.stage} / {self.name or self.kind}"

    @property
    def public(self) -> bool:
        """Tell whether everybody may see the pairings."""
        return self.state != self.State.DRAFT

    @property
    def editing(self) -> bool:
        """Tell whether somebody changes its pairings by hand."""
        return self.editing_since_ms is not None

    @property
    def paired_from(self) -> RoundOrigin:
        """Return what the round was paired from; an empty one if it follows from the seeds."""
        found: RoundOrigin | None = getattr(self, "origin", None)
        return found or RoundOrigin(round=self)


class RoundOrigin(models.Model):
    """What a round was paired from, and why: large, so it is kept beside the round and read when it is asked for.

    `numbers` are the pairing numbers used, by entry id; `computed` are the boards as the rules gave them, `[first,
    second or None]` by entry id; `trace` tells why (`boards`: reasons beside the same pairs, `lines`: the whole way,
    `record`: the fingerprint of what was known); `assumed` are keys of boards that counted as drawn. `before_editing`
    are the boards to go back to while somebody edits.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="origin")
    numbers = models.JSONField(default=dict)
    computed = models.JSONField(default=list)
    trace = models.JSONField(default=dict)
    assumed = models.JSONField(default=list)
    before_editing = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.round}: origin"


class RoundPause(models.Model):
    """All boards of a round paused at once, until `ended_at_ms`, or by announcement until `resumes_at_ms`.

    The lines of the matches that it has paused have commands that begin with `prefix`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="pauses")
    reason = models.CharField(max_length=300)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at_ms = models.BigIntegerField()
    resumes_at_ms = models.BigIntegerField(null=True, blank=True)
    ended_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.round}: paused"

    def holds(self, at_ms: int) -> bool:
        """Tell whether the boards stand at an instant."""
        return self.ended_at_ms is None and (self.resumes_at_ms is None or self.resumes_at_ms > at_ms)

    @property
    def prefix(self) -> str:
        """Return how the commands begin by which matches were paused."""
        return f"round-pause/{self.pk}/"

    def command(self, version: int) -> str:
        """Return the command that pauses a match at a version."""
        return f"{self.prefix}{version}"


class Pairing(models.Model):
    """Two entries put at one board. An empty side is a value, not a gap: `open_0` tells that it is not known yet.

    `key` is the format's name of the place in the stage; it stays while the entries become known.
    """

    class State(models.TextChoices):
        """How far it has got; waiting means that a side is not known yet."""

        WAITING = "waiting", _("opponents not known yet")
        READY = "ready", _("ready")
        RUNNING = "running", _("running")
        DECIDED = "decided", _("decided")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    board = models.PositiveIntegerField()
    key = models.CharField(max_length=20)
    entry_0 = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    entry_1 = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    open_0 = models.BooleanField(default=True)
    open_1 = models.BooleanField(default=True)
    # Where a side comes from, as "seed:3", "winner:R1-1" or "loser:R2-2".
    source_0 = models.CharField(max_length=30, blank=True)
    source_1 = models.CharField(max_length=30, blank=True)
    after = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    # Played later than the others: it does not start with its round, and does not keep the next one from starting.
    postponed = models.BooleanField(default=False)
    postponed_until_ms = models.BigIntegerField(null=True, blank=True)
    # None: as the round.
    on_board = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["round__number", "board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="board_once_per_round"),
            models.UniqueConstraint(fields=["stage", "key"], name="pairing_key_once"),
            models.CheckConstraint(
                condition=Q(entry_0__isnull=True) | ~Q(entry_0=models.F("entry_1")), name="nobody_meets_themselves"
            ),
            models.UniqueConstraint(fields=["round", "entry_0"], name="entry_0_once_per_round"),
            models.UniqueConstraint(fields=["round", "entry_1"], name="entry_1_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.entry_0 or '-'} / {self.entry_1 or '-'}"

    @property
    def entries(self) -> tuple[Entry | None, Entry | None]:
        """Return both sides."""
        return self.entry_0, self.entry_1


class PairingMatch(models.Model):
    """One match of a pairing. `swapped` means that side 1 has seat 0; the points are by side of the pairing.

    `end` is empty until the match has ended; a void one was annulled by an arbiter and does not count.
    """

    class End(models.TextChoices):
        """How it ended, as far as the pairing is concerned."""

        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("both absent")
        ADJUDICATED = "adjudicated", _("decided by an arbiter")
        VOID = "void", _("void")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, models.PROTECT, related_name="pairing_match")
    kind = models.CharField(max_length=12)
    swapped = models.BooleanField()
    end = models.CharField(max_length=15, choices=End.choices, blank=True)
    half_points_0 = models.PositiveSmallIntegerField(null=True, blank=True)
    half_points_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=60, blank=True)
    ended_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["pairing", "number"], name="match_number_once")]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.number}"


class Result(models.Model):
    """The result of a pairing. `winner` is what the record says; `advances` is who went on.

    The two differ only after a correction for the record that came too late to change the next round. Then `pairs_as`
    is the result that later pairings go on counting.
    """

    class Kind(models.TextChoices):
        """What kind of result it is; only a played or adjudicated one came from a board."""

        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("both absent")
        BYE = "bye", _("bye")
        EMPTY = "empty", _("nobody at this board")
        ADJUDICATED = "adjudicated", _("decided by an arbiter")

    IMPORTED: Final = "imported"
    """The step of a result that came with a tournament report file: it was decided elsewhere."""

    pairing = models.OneToOneField(Pairing, models.CASCADE, related_name="result")
    kind = models.CharField(max_length=15, choices=Kind.choices)
    half_points_0 = models.PositiveSmallIntegerField(default=0)
    half_points_1 = models.PositiveSmallIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    advances = models.PositiveSmallIntegerField(null=True, blank=True)
    step = models.CharField(max_length=15, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    revision = models.PositiveIntegerField(default=0)
    pairs_as = models.JSONField(null=True, blank=True)
    decided_at_ms = models.BigIntegerField()
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.pairing}: {self.kind} {self.half_points_0}:{self.half_points_1}"

    @property
    def by_format(self) -> bool:
        """Tell whether the format decided it, so that it follows from the record and may be worked out again."""
        return not self.step


class ResultRevision(models.Model):
    """What a result was before a correction, and why it was corrected.

    `paired_through` is the last round whose pairing counted the old result, 0 if none did. `undone` by a later one.
    """

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    record_only = models.BooleanField(default=False)
    paired_through = models.PositiveSmallIntegerField(default=0)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    undone = models.BooleanField(default=False)
    reason = models.TextField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["pairing", "number"], name="revision_number_once")]

    def __str__(self) -> str:
        return f"{self.pairing} revision {self.number}"


class ResultReport(models.Model):
    """What one side says about a board played in the hall. It counts once the other side says the same."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    at_ms = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "side"], name="report_once_per_side")]

    def __str__(self) -> str:
        return f"{self.pairing}: side {self.side} reports {self.winner}"
