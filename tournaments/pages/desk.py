"""The arbiters' queue in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.forms import CallForm
from tournaments.pages import words
from tournaments.pages.when import Moment, age, moment
from tournaments.selectors.queue import Kind, QueueItem

_TITLES: Final[Mapping[Kind, Any]] = {
    "quarantined": gettext_lazy("The service failed on this match; it stands still"),
    "overdue": gettext_lazy("A deadline has passed and was not enforced"),
    "call": gettext_lazy("Call by %(name)s"),
    "board_call": gettext_lazy("A real board needs an arbiter"),
    "mismatch": gettext_lazy("The two sides report different results"),
    "no_show": gettext_lazy("Somebody is about to forfeit for absence"),
    "away": gettext_lazy("%(name)s is away, and the match waits"),
    "one_report": gettext_lazy("Only one side has reported a result"),
}
_URGENT: Final = frozenset({"quarantined", "overdue", "call", "board_call", "mismatch"})


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to look at."""

    id: str
    kind: str
    title: str
    where: str
    names: str
    text: str
    age: str
    urgent: bool
    taken_by: str
    is_mine: bool
    call_id: str
    match_id: str
    due: Moment | None


def line(item: QueueItem, *, at_ms: int, user_id: int | None, zone: str) -> Line:
    """Return an item of the queue as the desk shows it at an instant."""
    call, match, pairing = item.call, item.match, item.pairing
    names = [entry.name if entry else "–" for entry in pairing.entries]
    board = _("board %(board)s") % {"board": pairing.board}
    taken = item.taken_by
    return Line(
        id=item.key,
        kind=item.kind,
        title=str(_TITLES[item.kind]) % {"name": item.seat_name},
        where=f"{words.round_name(pairing.round)} · {board}",
        names=" : ".join(names),
        text=_call_text(item),
        age=age(at_ms - item.since_ms),
        urgent=item.kind in _URGENT,
        taken_by=str(taken) if taken else "",
        is_mine=taken is not None and taken.pk == user_id,
        call_id=call.pk if call else "",
        match_id=match.pk if match else "",
        due=moment(item.due_ms, zone),
    )


def _call_text(item: QueueItem) -> str:
    """Return what a call is about, in the caller's words."""
    if item.call is None or item.kind == "quarantined":
        return ""
    if item.kind == "board_call":
        return str(item.call.text)
    reasons = {key: str(label) for key, label in CallForm.REASONS}
    reason = reasons.get(item.call.reason, item.call.reason)
    return f"{reason}: {item.call.text}" if item.call.text else reason
