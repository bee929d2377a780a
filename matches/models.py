"""What is kept of a match: the row that is the truth, its seats, and a log to which one can only add."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id


class Match(models.Model):
    """One sitting of one game. Every change of this row raises `version` by exactly one; a trigger refuses others.

    `table` is the whole table as text (rules, clocks, autopilot); the other columns are what queries need of it. One
    that is not `listed` may be watched by whoever knows its address, and stands in no list of what is being played.
    """

    class Status(models.TextChoices):
        """Where a match stands. A quarantined match waits for an arbiter because the service failed on it."""

        WAITING = "waiting", _("waiting")
        LIVE = "live", _("live")
        PAUSED = "paused", _("paused")
        OVER = "over", _("over")
        QUARANTINED = "quarantined", _("needs an arbiter")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    rules_version = models.IntegerField()
    options = models.JSONField(default=dict)
    control = models.JSONField(default=dict)
    label = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    version = models.BigIntegerField(default=0)
    seq = models.IntegerField(default=0)
    ply = models.IntegerField(default=0)
    head = models.CharField(max_length=64)
    table = models.TextField()
    running_seat = models.SmallIntegerField(null=True)
    deadline_ms = models.BigIntegerField(null=True)
    grace_ms = models.IntegerField(default=0)
    bot_since_ms = models.BigIntegerField(null=True)
    # When a paused match goes on by itself; its deadline is empty meanwhile, so no flag can fall.
    resumes_at_ms = models.BigIntegerField(null=True)
    outcome = models.JSONField(null=True)
    winner = models.SmallIntegerField(null=True)
    ended_at_ms = models.BigIntegerField(null=True)
    decided_at_ms = models.BigIntegerField(null=True)
    created_at_ms = models.BigIntegerField()
    changed_at_ms = models.BigIntegerField()
    owner_ref = models.CharField(max_length=100, null=True, unique=True)
    room = models.CharField(max_length=120, blank=True)
    practice = models.BooleanField(default=False)
    listed = models.BooleanField(default=True)
    # How long a seat that is to act may be away before an arbiter is told, and before others may claim; empty: never.
    tell_away_ms = models.BigIntegerField(null=True)
    claim_away_ms = models.BigIntegerField(null=True)
    commitment = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["deadline_ms"],
                name="match_deadline",
                condition=Q(status__in=["waiting", "live"], deadline_ms__isnull=False),
            ),
            models.Index(fields=["bot_since_ms"], name="match_bot", condition=Q(bot_since_ms__isnull=False)),
            models.Index(fields=["resumes_at_ms"], name="match_resumes", condition=Q(resumes_at_ms__isnull=False)),
            models.Index(fields=["room", "status"], name="match_room"),
        ]

    def __str__(self) -> str:
        return self.label or self.id


class SeatAssignment(models.Model):
    """Who sits where. `player_ref` is the owner's name for the player; more of tournaments a match does not know.

    `team` is what those who play together are called, if they have a name.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="seats")
    seat = models.SmallIntegerField()
    name = models.CharField(max_length=80)
    team = models.CharField(max_length=80, blank=True)
    player_ref = models.CharField(max_length=100, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="match_seats"
    )
    bot_level = models.CharField(max_length=20, blank=True)
    bot_pace_ms = models.PositiveIntegerField(default=0)
    seen_ms = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat")]
        indexes = [models.Index(fields=["player_ref"], name="seat_player")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} {self.name}"


class MatchSeed(models.Model):
    """The secrets from which every chance outcome of a match follows, encrypted with a key outside the database.

    A match has one seed, and one more for each branch that a ruling has begun; `sealed` has them in that order, with
    spaces.
    """

    match = models.OneToOneField(Match, models.PROTECT, primary_key=True, related_name="seed")
    sealed = models.TextField()

    def __str__(self) -> str:
        return f"seed of {self.match_id}"


class MatchEvent(models.Model):
    """One line of a match's log, in the hash chain. Never changed; removed only with its whole match by `purge`.

    `private` holds, for each audience, its part and the salt under which the chain covers it.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="events")
    seq = models.IntegerField()
    version = models.BigIntegerField()
    kind = models.CharField(max_length=20)
    actor = models.SmallIntegerField()
    at_ms = models.BigIntegerField()
    decided_at_ms = models.BigIntegerField()
    public = models.TextField()
    private = models.TextField(blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_event_per_number")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq} {self.kind}"


class Checkpoint(models.Model):
    """The table right after line `seq` of a log, for replays: made from the log, and made anew when it is missing.

    `hash` is that of the line, `ply` how many actions were completed. Server side: `table` holds every secret.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="checkpoints")
    seq = models.IntegerField()
    ply = models.IntegerField()
    hash = models.CharField(max_length=64)
    table = models.TextField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_checkpoint_per_line")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.seq}"


class Command(models.Model):
    """A command that changed a match, with the answer it got: a repetition finds itself here."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="commands")
    cmd = models.CharField(max_length=80)
    seat = models.SmallIntegerField()
    at_ms = models.BigIntegerField()
    ok = models.BooleanField()
    code = models.CharField(max_length=40, blank=True)
    seq = models.IntegerField()
    ply = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "cmd"], name="command_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.cmd}"


class Ruling(models.Model):
    """What an arbiter did to a match, and why. `text` is the ruling in the table's words, `seq` its line in the log.

    `role` is what the author was then. `before` and `after` tell status, ply, who is to act, clocks and outcome.
    `reverses` is the line of the ruling that this one takes back.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="rulings")
    seq = models.IntegerField()
    text = models.CharField(max_length=300)
    reason = models.TextField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=20, blank=True)
    at_ms = models.BigIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reverses = models.IntegerField(null=True)

    class Meta:
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.text}"


class ResultSignature(models.Model):
    """The signed result of a match. One that was reopened has one for each of its ends; `head` tells which.

    `statement` is the canonical JSON that was signed, `key` the public key, `head` the last hash then.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="signatures")
    head = models.CharField(max_length=64)
    statement = models.TextField()
    key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["match", "head"], name="one_signature_per_end")]

    def __str__(self) -> str:
        return f"result of {self.match_id}"


class BoardCode(models.Model):
    """Which code takes the clock of a real board over. Its text follows from `number` and is kept nowhere.

    `wrong` counts the attempts with another text; after some of them only a new code opens the clock.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="board_code")
    number = models.PositiveIntegerField(default=1)
    wrong = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.match_id}: code {self.number}"


class Call(models.Model):
    """A call for the arbiter: by a seat, or by the service (seat null) when it had to take a match out of play."""

    class State(models.TextChoices):
        """How far a call has got."""

        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        CLOSED = "closed", _("closed")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, related_name="calls")
    seat = models.SmallIntegerField(null=True)
    reason = models.CharField(max_length=40)
    text = models.TextField(blank=True)
    opened_at_ms = models.BigIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    taken_at_ms = models.BigIntegerField(null=True)
    closed_at_ms = models.BigIntegerField(null=True)
    decision = models.TextField(blank=True)

    class Meta:
        ordering = ["opened_at_ms"]
        indexes = [models.Index(fields=["state", "opened_at_ms"], name="call_queue")]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"], condition=~Q(state="closed") & Q(seat__isnull=False), name="one_call_per_seat"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.reason}"


class Connection(models.Model):
    """One socket of a player: evidence for arbiters, and the source of presence. Outside the log, kept for 30 days."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="connections")
    seat = models.SmallIntegerField()
    process = models.CharField(max_length=12)
    opened_at_ms = models.BigIntegerField()
    closed_at_ms = models.BigIntegerField(null=True)
    address = models.CharField(max_length=64, blank=True)
    agent = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["match", "seat"], name="connection_open", condition=Q(closed_at_ms__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Look(models.Model):
    """That an arbiter looked behind the screen of a running match, and why. `role` is what the arbiter was then.

    It opens what is hidden in this match to this arbiter, and to nobody else. Players read it after the end.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=20, blank=True)
    reason = models.TextField()
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["at_ms", "pk"]
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_look_per_arbiter")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user}"


class Attempt(models.Model):
    """A command of a seat that was refused: evidence for arbiters, outside the chain. The last ones of a match are kept
    for as long as connections are.

    `ply` is how many actions were completed when it came, `code` why it was refused.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="attempts")
    seat = models.SmallIntegerField()
    cmd = models.CharField(max_length=80)
    ply = models.IntegerField()
    text = models.CharField(max_length=600)
    code = models.CharField(max_length=40)
    at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["at_ms", "pk"]
        indexes = [models.Index(fields=["at_ms"], name="attempt_age")]
        constraints = [models.UniqueConstraint(fields=["match", "cmd"], name="attempt_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} {self.code}"


class Heartbeat(models.Model):
    """The last instant at which a process, or the service as a whole (`service`), was known to run."""

    name = models.CharField(primary_key=True, max_length=40)
    beat_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A span in which nobody could play. While it is open no deadline falls; every running seat gets it back once."""

    from_ms = models.BigIntegerField()
    to_ms = models.BigIntegerField()
    closed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.from_ms} to {self.to_ms}"


class Purge(models.Model):
    """The audit line of a deletion. Matches and their logs can be deleted only while theirs is open."""

    match_id = models.CharField(max_length=12)
    label = models.CharField(max_length=200)
    reason = models.TextField()
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at_ms = models.BigIntegerField()
    open = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.match_id} {self.label}"


class ContentFile(models.Model):
    """A content of a game that somebody has uploaded. `hash` names its data; a trigger refuses to change either.

    `text` is the file as it came, comments and all; `data` is what the game reads.
    """

    game = models.CharField(max_length=40)
    hash = models.CharField(max_length=64)
    name = models.CharField(max_length=80)
    text = models.TextField()
    data = models.JSONField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    uploaded_at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["-uploaded_at_ms", "-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "hash"], name="content_once")]

    def __str__(self) -> str:
        return self.name


class Deck(models.Model):
    """A deck that somebody has built and keeps: of a user, or of whom a link or this browser's session has proven.

    `deck` is the game's JSON form of a deck. It may be unfinished: it is checked against a content when it is used.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    deck = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="decks")
    owner_ref = models.CharField(max_length=100, blank=True)
    made_at_ms = models.BigIntegerField()
    changed_at_ms = models.BigIntegerField()

    class Meta:
        ordering = ["-changed_at_ms", "id"]
        indexes = [models.Index(fields=["owner_ref", "game"], name="deck_owner")]
        constraints = [
            models.CheckConstraint(condition=Q(user__isnull=False) | ~Q(owner_ref=""), name="deck_has_an_owner")
        ]

    def __str__(self) -> str:
        return self.name
