"""Disputes in words: what is disputed, how far it has got, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Match
from matches.moves import PLAYED, items
from matches.now import now_ms
from matches.replaying import seen, stop_at
from tournaments.models import Appeal, Dispute, Outcome, Pairing, Tournament
from tournaments.pages import words
from tournaments.pages.when import Moment, moment
from tournaments.selectors.disputes import Provisional, disputes_of_match, provisional_of


@dataclass(frozen=True, slots=True)
class Line:
    """One dispute in a list. `decision` is what holds in the end; `until` tells how long it can be appealed."""

    id: str
    url: str
    title: str
    where: str
    by: str
    opened: Moment | None
    state: str
    open: bool
    outcome: str
    decision: str
    until: Moment | None


def line(dispute: Dispute, at_ms: int) -> Line:
    """Return a dispute as lists and notices show it at an instant."""
    last = _last_decision(dispute)
    zone = dispute.tournament.zone
    return Line(
        id=dispute.pk,
        url=reverse("dispute", args=[dispute.tournament.slug, dispute.pk]),
        title=title(dispute),
        where=where(dispute),
        by=dispute.by_name,
        opened=moment(dispute.opened_at_ms, zone),
        state=state_text(dispute, at_ms),
        open=dispute.pending,
        outcome=outcome_text(last) if last else "",
        decision=last.decision if last else "",
        until=moment(dispute.appeal_until_ms, zone) if dispute.may_be_appealed(at_ms) else None,
    )


def title(dispute: Dispute) -> str:
    """Return what is disputed: "Dispute about move 12"."""
    if dispute.about == Dispute.About.ACTION:
        return _("Dispute about move %(ply)s") % {"ply": dispute.ply}
    if dispute.about == Dispute.About.CLOCK:
        return _("Dispute about the clock") + (f" ({_('move %(ply)s') % {'ply': dispute.ply}})" if dispute.ply else "")
    if dispute.about == Dispute.About.RESULT:
        return _("Dispute about the result")
    if dispute.about == Dispute.About.PAIRING:
        return _("Dispute about the pairing")
    return _("Dispute about %(name)s") % {"name": dispute.entry.name if dispute.entry else "–"}


def where(dispute: Dispute) -> str:
    """Return the round, the board and who sits there; nothing for a dispute about a person alone."""
    return place(dispute.pairing)


def place(pairing: Pairing | None) -> str:
    """Return a board in words: its round, its number, and who sits there; nothing without one."""
    if pairing is None:
        return ""
    board = _("board %(board)s") % {"board": pairing.board}
    names = " : ".join(entry.name if entry else "–" for entry in pairing.entries)
    return f"{words.round_name(pairing.round)} · {board} · {names}"


def move_text(match: Match, ply: int) -> str:
    """Return a move in its notation, as spectators may read it."""
    stop = stop_at(match, ply)
    played = [line for line in seen(stop.lines, None) if line["kind"] in PLAYED and line["ply"] == ply]
    return next((item.text for item in items([(0, line) for line in played], stop.table.game, ())), "")


def provisional_texts(tournament: Tournament, pairings: Iterable[Pairing]) -> dict[str, str]:
    """Return in words why the results of boards may still change, by their ids; those that stand are left out."""
    found = provisional_of(tournament, pairings)
    return {pairing_id: provisional_text(why, tournament.zone) for pairing_id, why in found.items()}


def provisional_text(why: Provisional, zone: str) -> str:
    """Return why a result may still change."""
    until = moment(why.until_ms, zone)
    if why.disputed or until is None:
        return _("disputed; provisional")
    return _("provisional until %(time)s") % {"time": until.clock}


def match_part(tournament: Tournament, match_id: str, *, may_dispute: bool, follows: bool) -> str:
    """Return what is disputed in a match, as markup that fetches itself anew for those who follow the tournament."""
    at_ms = now_ms()
    found = [line(dispute, at_ms) for dispute in disputes_of_match(match_id)]
    feed = f"/ws/tournament/{tournament.slug}/" if follows else ""
    context = {"tournament": tournament, "match_id": match_id, "lines": found, "may_dispute": may_dispute, "feed": feed}
    return render_to_string("tournaments/_match_disputes.html", context)


def state_text(dispute: Dispute, at_ms: int) -> str:
    """Return how far it has got."""
    if dispute.withdrawn_at_ms is not None:
        return _("withdrawn")
    if dispute.state == Dispute.State.DECIDED and not dispute.may_be_appealed(at_ms):
        return _("decided; the time for an appeal is over")
    return str(dispute.get_state_display())


def outcome_text(row: Dispute | Appeal) -> str:
    """Return what was decided, in one sentence."""
    granted = row.outcome == Outcome.GRANTED
    if isinstance(row, Appeal):
        return _("The appeal is granted.") if granted else _("The decision stands.")
    return _("The dispute is granted.") if granted else _("What was disputed stands.")


def _last_decision(dispute: Dispute) -> Dispute | Appeal | None:
    appeal = dispute.appeal
    if appeal is not None and appeal.outcome:
        return appeal
    return dispute if dispute.outcome else None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that has happened to a dispute."""

    at: Moment | None
    text: str
    words: str = ""
    reason: str = ""
    ruling_line: int | None = None


def steps(dispute: Dispute, *, readable: bool) -> list[Step]:
    """Return what has happened, in order; what was said against the other side only to those who may read it."""
    zone, appeal = dispute.tournament.zone, dispute.appeal

    def step(ms: int | None, text: str, **more: Any) -> Step:
        return Step(moment(ms, zone), text, **more)

    reason = str(dispute.get_reason_display()) if readable else ""
    found = [
        step(
            dispute.opened_at_ms,
            _("Opened by %(name)s") % {"name": dispute.by_name},
            words=dispute.text if readable else "",
            reason=reason,
        )
    ]
    if dispute.taken_at_ms is not None:
        found.append(step(dispute.taken_at_ms, _("Taken up by %(name)s") % {"name": dispute.taken_by or "–"}))
    if dispute.withdrawn_at_ms is not None:
        found.append(step(dispute.withdrawn_at_ms, _("Withdrawn by %(name)s") % {"name": dispute.by_name}))
    if dispute.decided_at_ms is not None:
        found.append(_decision(step, dispute))
    if appeal is not None:
        said = appeal.text if readable else ""
        found.append(step(appeal.opened_at_ms, _("Appeal by %(name)s") % {"name": appeal.by_name}, words=said))
        if appeal.taken_at_ms is not None:
            found.append(step(appeal.taken_at_ms, _("Appeal taken up by %(name)s") % {"name": appeal.taken_by or "–"}))
        if appeal.decided_at_ms is not None:
            found.append(_decision(step, appeal))
    return found


def _decision(step: Any, row: Dispute | Appeal) -> Step:
    who = _("Decided by %(name)s") % {"name": row.decided_by or "–"}
    made: Step = step(row.decided_at_ms, f"{who}: {outcome_text(row)}", words=row.decision, ruling_line=row.ruling_line)
    return made
