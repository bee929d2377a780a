"""The arbiters' queue in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.forms import CallForm
from matches.models import Call
from tournaments.models import Dispute, Pairing, ResultReport, Tournament
from tournaments.pages import words
from tournaments.pages.when import Moment, age, moment
from tournaments.queueing import QueueItem, Subject
from tournaments.urgency import Kind, Taken

_TITLES: Final[Mapping[Kind, Any]] = {
    "quarantined": gettext_lazy("The service failed on this match; it stands still"),
    "overdue": gettext_lazy("A deadline has passed and was not enforced"),
    "dispute": gettext_lazy("Dispute by %(name)s"),
    "appeal": gettext_lazy("Appeal by %(name)s"),
    "call": gettext_lazy("Call by %(name)s"),
    "board_call": gettext_lazy("A real board needs an arbiter"),
    "mismatch": gettext_lazy("The two sides report different results"),
    "no_show": gettext_lazy("Somebody is about to forfeit for absence"),
    "away": gettext_lazy("%(name)s is away, and the match waits"),
    "clock": gettext_lazy("A flag is about to fall at a real board"),
    "quiet": gettext_lazy("The match is about to end for want of progress"),
    "one_report": gettext_lazy("Only one side has reported a result"),
}


@dataclass(frozen=True, slots=True)
class Hold:
    """Who has taken an item: until when, and for whom of those who look it is their own."""

    user_id: int
    name: str
    until_ms: int
    since: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to look at. `age` and `left` are in words; `url` is where it is looked into, "" for nowhere."""

    key: str
    kind: str
    title: str
    where: str
    names: str
    text: str
    age: str
    left: str
    urgent: bool
    taken: Hold | None
    call_id: str
    match_id: str
    url: str
    due: Moment | None

    @property
    def is_mine(self) -> bool:
        """Tell whether whoever looks has taken it."""
        return self.taken is not None and self.taken.is_mine


def line(item: QueueItem, *, at_ms: int, user_id: int | None, tournament: Tournament) -> Line:
    """Return an item of the queue as the desk shows it at an instant to a user."""
    about = item.subject
    return Line(
        key=item.key,
        kind=item.kind,
        title=str(_TITLES[item.kind]) % {"name": _by(about)},
        where=_where(about.pairing),
        names=" : ".join(_names(about)),
        text=_text(item),
        age=age(at_ms - item.since_ms),
        left=_left(about),
        urgent=item.urgency.presses,
        taken=_hold(item.taken_by, at_ms, user_id),
        call_id=about.call.pk if about.call else "",
        match_id=about.match.pk if about.match else "",
        url=url(about, tournament.slug),
        due=moment(item.due_ms, tournament.zone),
    )


def _by(about: Subject) -> str:
    """Return who asks, or of whom it speaks."""
    dispute = about.dispute
    if dispute is None:
        return about.seat_name
    return dispute.appeal.by_name if dispute.appeal else dispute.by_name


def _where(pairing: Pairing | None) -> str:
    """Return round and board."""
    if pairing is None:
        return ""
    return f"{words.round_name(pairing.round)} · {_('board %(board)s') % {'board': pairing.board}}"


def _names(about: Subject) -> list[str]:
    """Return whom it concerns: both sides of the board, or the one whom a dispute is about."""
    if about.pairing is not None:
        return [entry.name if entry else "–" for entry in about.pairing.entries]
    return [about.dispute.entry.name] if about.dispute and about.dispute.entry else []


def _hold(taken: Taken | None, at_ms: int, user_id: int | None) -> Hold | None:
    if taken is None:
        return None
    since = age(at_ms - taken.since_ms)
    return Hold(taken.user_id, taken.name, taken.until_ms, since, taken.user_id == user_id)


def _left(about: Subject) -> str:
    """Return what is left until the match ends by itself, where that is no time."""
    if about.quiet_left is None:
        return ""
    return ngettext("%(n)s move left", "%(n)s moves left", about.quiet_left) % {"n": about.quiet_left}


def url(about: Subject, slug: str) -> str:
    """Return where an arbiter looks into it: a dispute, a match, or a board in the hall whose result is open."""
    if about.dispute is not None:
        return reverse("dispute", args=[slug, about.dispute.pk])
    if about.match is not None:
        return reverse("arbiter-board", args=[slug, about.match.pk])
    return reverse("console-board", args=[slug, about.pairing.pk]) if about.pairing is not None else ""


def _text(item: QueueItem) -> str:
    """Return what people have said of it."""
    about = item.subject
    if about.dispute is not None:
        return _dispute_text(about.dispute)
    if item.kind in ("mismatch", "one_report") and about.pairing is not None:
        return " · ".join(_report(about.pairing, report) for report in about.pairing.reports.all())
    if about.call is None or item.kind == "quarantined":
        return ""
    return str(about.call.text) if item.kind == "board_call" else _call_text(about.call)


def _dispute_text(dispute: Dispute) -> str:
    """Return what is disputed, why, and the words of who disputes or appeals."""
    about = str(dispute.get_about_display())
    if dispute.ply is not None:
        about = _("move %(ply)s") % {"ply": dispute.ply}
    said = dispute.appeal.text if dispute.appeal else dispute.text
    return f"{about}, {dispute.get_reason_display()}" + (f": {said}" if said else "")


def _report(pairing: Pairing, report: ResultReport) -> str:
    """Return what a side says of the result."""
    names = [entry.name if entry else "–" for entry in pairing.entries]
    won = report.winner
    said = _("drawn") if won is None else _("%(name)s wins") % {"name": names[won]}
    return f"{names[report.side]}: {said}"


def _call_text(call: Call) -> str:
    """Return what a call is about, in the caller's words."""
    reasons = {key: str(label) for key, label in CallForm.REASONS}
    reason = reasons.get(call.reason, call.reason)
    return f"{reason}: {call.text}" if call.text else reason
