"""Disputes: what somebody does not accept, what was decided about it, and the appeal against that.

They hold words alone. What a decision changes is done by rulings and corrections, which have records of their own.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from matches.models import Match
from tournaments.models.people import Entry
from tournaments.models.rounds import Pairing
from tournaments.models.tournament import Tournament


class Outcome(models.TextChoices):
    """What was decided: whoever asked is right, or what was disputed, or decided, stands."""

    GRANTED = "granted", _("granted")
    UPHELD = "upheld", _("stands as it is")


class Instance(models.Model):
    """Who asks for a decision, an entry or the staff, who looks into it, and what was decided.

    `ruling_line` is the line of the ruling in the match's log that the decision has led to.
    """

    by_entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=120)
    opened_at_ms = models.BigIntegerField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    taken_at_ms = models.BigIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=7, choices=Outcome.choices, blank=True)
    decision = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at_ms = models.BigIntegerField(null=True, blank=True)
    ruling_line = models.IntegerField(null=True, blank=True)

    class Meta:
        abstract = True


class Dispute(Instance):
    """One thing that is disputed. With a match its pairing is there too. `ply` is the disputed action, 1 the first."""

    class About(models.TextChoices):
        """What it is about."""

        ACTION = "action", _("a move")
        CLOCK = "clock", _("the clock")
        RESULT = "result", _("the result")
        PAIRING = "pairing", _("the pairing")
        PERSON = "person", _("a person")

    class State(models.TextChoices):
        """How far it has got. A decided one can be appealed while its time runs; a closed one is settled."""

        OPEN = "open", _("open")
        TAKEN = "taken", _("an arbiter looks into it")
        DECIDED = "decided", _("decided")
        APPEALED = "appealed", _("appealed")
        CLOSED = "closed", _("closed")

    class Reason(models.TextChoices):
        """Why, from a short list; each belongs to some of the things that can be disputed."""

        RULES = "rules", _("against the rules")
        EFFECT = "effect", _("the board shows another effect than the rules say")
        CUT_OFF = "cut_off", _("the connection was lost")
        DISTURBED = "disturbed", _("disturbed while playing")
        TIME = "time", _("a clock shows the wrong time")
        FLAG = "flag", _("no time had run out")
        SCORE = "score", _("the result is another one")
        FORFEIT = "forfeit", _("nobody was absent")
        OPPONENT = "opponent", _("the wrong opponent")
        SIDE = "side", _("the wrong side")
        HELP = "help", _("help from others")
        CONDUCT = "conduct", _("unfair conduct")
        IDENTITY = "identity", _("somebody else plays")
        OTHER = "other", _("something else")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="disputes")
    match = models.ForeignKey(Match, models.PROTECT, null=True, blank=True, related_name="disputes")
    pairing = models.ForeignKey(Pairing, models.CASCADE, null=True, blank=True, related_name="disputes")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="disputes")
    about = models.CharField(_("what it is about"), max_length=8, choices=About.choices)
    ply = models.PositiveIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    text = models.TextField(_("what happened"), max_length=2000, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    appeal_until_ms = models.BigIntegerField(null=True, blank=True)
    withdrawn_at_ms = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at_ms", "id"]
        indexes = [models.Index(fields=["tournament", "state"], name="dispute_state")]

    def __str__(self) -> str:
        return f"{self.get_about_display()} ({self.by_name})"

    @property
    def parties(self) -> frozenset[str]:
        """Return the entries that it concerns: both sides of the board, whom it is about, and who opened it."""
        pairing = self.pairing
        sides = (pairing.entry_0_id, pairing.entry_1_id) if pairing else ()
        return frozenset(entry for entry in (*sides, self.entry_id, self.by_entry_id) if entry)

    @property
    def pending(self) -> bool:
        """Tell whether somebody still has to decide, about it or about the appeal."""
        return self.state in PENDING

    def may_be_appealed(self, at_ms: int) -> bool:
        """Tell whether an appeal is possible at an instant."""
        return self.state == self.State.DECIDED and self.appeal_until_ms is not None and at_ms < self.appeal_until_ms

    def is_settled(self, at_ms: int) -> bool:
        """Tell whether nothing more can come of it by itself."""
        return not self.pending and not self.may_be_appealed(at_ms)

    @property
    def step(self) -> str:
        """Return what a page has seen of it, so that somebody who decides can be told what has changed since."""
        row = self.appeal if self.state == self.State.APPEALED else self
        return f"{self.state}-{(row and row.taken_at_ms) or 0}"

    @property
    def appeal(self) -> Appeal | None:
        """Return the appeal, if there is one."""
        return next(iter(self.appeals.all()), None)


PENDING: Final = (Dispute.State.OPEN, Dispute.State.TAKEN, Dispute.State.APPEALED)
"""The states in which somebody has to decide."""


class Appeal(Instance):
    """The further instance of a dispute: one of the parties does not accept the decision. There is one at most."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="appeals")
    text = models.TextField(_("why"), max_length=2000)

    class Meta:
        ordering = ["opened_at_ms"]
        constraints = [
            models.UniqueConstraint(fields=["dispute"], condition=Q(outcome=""), name="one_open_appeal"),
        ]

    def __str__(self) -> str:
        return f"{self.dispute}: {self.by_name}"


_GENERAL: Final = (Dispute.Reason.OTHER,)
REASONS: Final[dict[Any, tuple[Any, ...]]] = {
    Dispute.About.ACTION: (
        Dispute.Reason.RULES, Dispute.Reason.EFFECT, Dispute.Reason.CUT_OFF, Dispute.Reason.DISTURBED, *_GENERAL,
    ),
    Dispute.About.CLOCK: (Dispute.Reason.TIME, Dispute.Reason.FLAG, Dispute.Reason.CUT_OFF, *_GENERAL),
    Dispute.About.RESULT: (Dispute.Reason.SCORE, Dispute.Reason.FORFEIT, Dispute.Reason.FLAG, *_GENERAL),
    Dispute.About.PAIRING: (Dispute.Reason.OPPONENT, Dispute.Reason.SIDE, *_GENERAL),
    Dispute.About.PERSON: (Dispute.Reason.HELP, Dispute.Reason.CONDUCT, Dispute.Reason.IDENTITY, *_GENERAL),
}  # fmt: skip
"""The reasons that fit what is disputed, in the order in which they are offered."""
