"""Disputes and appeals: opening them, taking them up, deciding them. They change words alone, never a result.

What a decision has to change is done by a ruling or a correction; the decision may name the ruling's line in the log.
Locks: the tournament for opening, the row of the dispute for everything after. A match is paused after the commit,
because matches are locked before rows of tournaments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from matches.models import Match, Ruling
from matches.now import now_ms
from matches.selectors import paused_by
from matches.services import match_rule
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.impartial import why_partial_about
from tournaments.models import PENDING, Appeal, Dispute, Entry, Outcome
from tournaments.permissions import Actor, Capability, Right
from tournaments.seating import own_seat
from tournaments.services.common import audit, hold_item, lock_tournament, require, tell, user_row
from tournaments.services.disputed import (
    MOST_TEXT,
    Disputed,
    Thing,
    in_time,
    once,
    own_entry,
    said,
    text_fits,
    thing_of,
    unfinished,
)
from tournaments.urgency import dispute_key

PARTS: Final = ("disputes", "queue", "boards")
"""The parts of pages that show a dispute, or whether a result can still change."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, why, and the line of the ruling in the log of the match that carries it out."""

    outcome: str
    text: str
    ruling_line: int | None = None


_PAUSED: Final = _("%(name)s has opened a dispute.")
_WITHDRAWN: Final = _("%(name)s has withdrawn the dispute.")


def dispute_open(*, tournament_id: str, by: Actor, thing: Disputed, reason: str, text: str = "") -> Dispute:
    """Return a new dispute; where the tournament wants it, its match stands until an arbiter lets it go on.

    Raises TournamentError `tournament_finished`, `not_disputable`, `no_such_ply`, `bad_reason`, `text_missing`,
    `text_too_long`, `already_disputed`, `claim_window_over`; NotAllowedError for whoever does not play there and is
    not of the staff; NotFoundError for what is not in this tournament.
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        found = thing_of(tournament, thing)
        own = own_entry(by, found)
        require(by, Capability.OPEN_DISPUTE, entry_id=own)
        unfinished(tournament)
        said(found.about, reason, text)
        in_time(by, found)
        once(by, own, found)
        dispute = _written(by, own, found, reason, text)
        _record(dispute, by, "dispute_open", reason=text, after=_as_json(dispute))
    if tournament.dispute_pauses and dispute.match is not None:
        _pause(dispute)
    return dispute


@transaction.atomic
def dispute_take(*, dispute_id: str, by: Actor, seen: str = "") -> Dispute:
    """Take a dispute, or its appeal, into one's own hands; taking it over from a colleague is allowed.

    Raises TournamentError `dispute_decided`, `dispute_closed`, `dispute_changed`, `own_dispute`, `same_instance`,
    NotAllowedError.
    """
    dispute = _locked(dispute_id)
    appeal = dispute.appeal if dispute.state == Dispute.State.APPEALED else None
    if appeal is not None:
        _may_decide_appeal(dispute, appeal, by)
    else:
        _may_decide(dispute, by)
        _undecided(dispute)
    _not_stale(dispute, seen)
    row: Any = appeal or dispute
    row.taken_by, row.taken_at_ms = user_row(by), now_ms()
    row.save(update_fields=["taken_by", "taken_at_ms"])
    if appeal is None:
        dispute.state = Dispute.State.TAKEN
        dispute.save(update_fields=["state"])
    hold_item(dispute.tournament_id, dispute_key(dispute.pk, appealed=appeal is not None), row.taken_by)
    _record(dispute, by, "dispute_take")
    return dispute


@transaction.atomic
def dispute_release(*, dispute_id: str, by: Actor) -> None:
    """Give a dispute, or its appeal, back that the actor has taken; what somebody else has stays theirs."""
    dispute = _locked(dispute_id)
    row: Any = dispute.appeal if dispute.state == Dispute.State.APPEALED else dispute
    if row is None or by.user_id is None or row.taken_by_id != by.user_id or not dispute.pending:
        return
    row.taken_by, row.taken_at_ms = None, None
    row.save(update_fields=["taken_by", "taken_at_ms"])
    if row is dispute:
        dispute.state = Dispute.State.OPEN
        dispute.save(update_fields=["state"])
    tell(dispute.tournament, *PARTS)


@transaction.atomic
def dispute_decide(
    *, dispute_id: str, by: Actor, outcome: str, decision: str, ruling_line: int | None = None, seen: str = ""
) -> Dispute:
    """Decide a dispute: it is `granted`, or what was disputed is `upheld`, and why. It can be appealed for a while.

    Raises TournamentError `reason_missing`, `bad_value`, `own_dispute`, `dispute_decided`, `dispute_closed`,
    `dispute_changed`, `no_such_ruling`, NotAllowedError (`own_match` for who plays in it, `rival_board` beside it).
    """
    dispute = _locked(dispute_id)
    _may_decide(dispute, by)
    _undecided(dispute)
    _not_stale(dispute, seen)
    decided = Decided(outcome, decision, ruling_line)
    _check(dispute, decided)
    _write(dispute, by, decided)
    dispute.state = Dispute.State.DECIDED
    dispute.appeal_until_ms = now_ms() + dispute.tournament.appeal_ms
    dispute.save()
    _record(dispute, by, "dispute_decide", reason=dispute.decision, after={"outcome": outcome})
    return dispute


def dispute_withdraw(*, dispute_id: str, by: Actor) -> Dispute:
    """Take one's own dispute back before it is decided; a match that it has paused goes on.

    Raises TournamentError `dispute_decided`, `dispute_closed`, NotAllowedError `not_yours`.
    """
    with transaction.atomic():
        dispute = _locked(dispute_id)
        if not _is_author(dispute, by):
            raise NotAllowedError("not_yours")
        _undecided(dispute)
        dispute.state, dispute.withdrawn_at_ms = Dispute.State.CLOSED, now_ms()
        dispute.save(update_fields=["state", "withdrawn_at_ms"])
        _record(dispute, by, "dispute_withdraw")
    if dispute.match is not None and not _stands_for_another(dispute.match):
        _unpause(dispute)
    return dispute


@transaction.atomic
def appeal_open(*, dispute_id: str, by: Actor, text: str) -> Appeal:
    """Appeal a decision while its time runs: either side, whom it is about, who opened it, or the staff.

    Raises TournamentError `text_missing`, `text_too_long`, `dispute_not_decided`, `already_appealed`,
    `dispute_closed`, `appeal_window_over`, `tournament_finished`, NotAllowedError.
    """
    dispute = _locked(dispute_id)
    own = next(iter(sorted(by.entries & dispute.parties)), None)
    require(by, Capability.OPEN_DISPUTE, entry_id=own)
    unfinished(dispute.tournament)
    _appealable(dispute)
    text_fits(text, needed=True)
    appeal = Appeal.objects.create(
        dispute=dispute,
        by_entry_id=own,
        by_user=user_row(by) if own is None else None,
        by_name=_name_of(by, own),
        text=text.strip(),
        opened_at_ms=now_ms(),
    )
    dispute.state = Dispute.State.APPEALED
    dispute.save(update_fields=["state"])
    _record(dispute, by, "appeal_open", reason=text)
    return appeal


@transaction.atomic
def appeal_decide(
    *, dispute_id: str, by: Actor, outcome: str, decision: str, ruling_line: int | None = None, seen: str = ""
) -> Appeal:
    """Decide an appeal, as a chief arbiter who has not decided the dispute: it is `granted`, or the decision `upheld`.

    Raises TournamentError `no_appeal`, `same_instance`, `own_dispute`, `reason_missing`, `bad_value`,
    `dispute_changed`, `no_such_ruling`, `tournament_finished`, NotAllowedError.
    """
    dispute = _locked(dispute_id)
    appeal = dispute.appeal
    if appeal is None or dispute.state != Dispute.State.APPEALED:
        require(by, Capability.REVERSE_RULING, Right.DECIDE)
        raise TournamentError("no_appeal")
    _may_decide_appeal(dispute, appeal, by)
    _not_stale(dispute, seen)
    decided = Decided(outcome, decision, ruling_line)
    _check(dispute, decided)
    _write(appeal, by, decided)
    appeal.save()
    dispute.state = Dispute.State.CLOSED
    dispute.save(update_fields=["state"])
    _record(dispute, by, "appeal_decide", reason=appeal.decision, after={"outcome": outcome})
    return appeal


def _written(by: Actor, own: str | None, found: Thing, reason: str, text: str) -> Dispute:
    match = found.game.match if found.game else None
    return Dispute.objects.create(
        tournament=found.tournament,
        match=match,
        pairing=found.pairing,
        entry=found.entry,
        about=found.about,
        ply=found.ply,
        seat=own_seat(by.players, by.entries, match.seats.all()) if match else None,
        by_entry_id=own,
        by_user=user_row(by) if own is None else None,
        by_name=_name_of(by, own),
        reason=reason,
        text=text.strip(),
        opened_at_ms=now_ms(),
    )


def _name_of(by: Actor, own: str | None) -> str:
    """Return who acts, as pages name them: a player by the entry, the staff by their own name."""
    return Entry.objects.get(pk=own).name if own else by.name[:120]


def _record(dispute: Dispute, by: Actor, act: str, *, reason: str = "", after: Any = None) -> None:
    """Write the audit line of an act on a dispute, and tell the pages of both sides and of the arbiters."""
    audit(dispute.tournament, by, act, subject=dispute, reason=reason, after=after)
    tell(dispute.tournament, *PARTS)


def _as_json(dispute: Dispute) -> dict[str, Any]:
    told = {"about": dispute.about, "reason": dispute.reason, "match": dispute.match_id, "ply": dispute.ply}
    return {key: value for key, value in told.items() if value is not None}


# who decides


def _locked(dispute_id: str) -> Dispute:
    """Return a dispute, its row locked. Raises NotFoundError `no_such_dispute`."""
    rows = Dispute.objects.select_for_update(of=("self",)).select_related("tournament", "pairing", "match")
    dispute = rows.filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFoundError("no_such_dispute")
    return dispute


def _may_decide(dispute: Dispute, by: Actor) -> None:
    """Raise unless this is an arbiter who neither plays in it nor has opened it."""
    require(by, Capability.RULE, Right.DECIDE)
    _apart(dispute, by)
    unfinished(dispute.tournament)


def _may_decide_appeal(dispute: Dispute, appeal: Appeal, by: Actor) -> None:
    """Raise unless this is a chief arbiter with no part in it, and another one than has decided the dispute."""
    require(by, Capability.REVERSE_RULING, Right.DECIDE)
    _apart(dispute, by)
    unfinished(dispute.tournament)
    if by.user_id is not None and by.user_id == dispute.decided_by_id:
        raise TournamentError("same_instance")
    if by.user_id is not None and by.user_id == appeal.by_user_id:
        raise TournamentError("own_dispute")


def _apart(dispute: Dispute, by: Actor) -> None:
    if partial := why_partial_about(by, dispute):
        raise NotAllowedError(partial)
    if _is_author(dispute, by):
        raise TournamentError("own_dispute")


def _is_author(dispute: Dispute, by: Actor) -> bool:
    """Tell whether the actor has opened it."""
    if dispute.by_entry_id:
        return dispute.by_entry_id in by.entries
    return by.user_id is not None and by.user_id == dispute.by_user_id


def _undecided(dispute: Dispute) -> None:
    if dispute.state == Dispute.State.CLOSED:
        raise TournamentError("dispute_closed")
    if dispute.state not in (Dispute.State.OPEN, Dispute.State.TAKEN):
        raise TournamentError("dispute_decided")


def _not_stale(dispute: Dispute, seen: str) -> None:
    """Raise `dispute_changed` if the arbiter has seen another step of it."""
    if seen and seen != dispute.step:
        raise TournamentError("dispute_changed")


def _appealable(dispute: Dispute) -> None:
    if dispute.state == Dispute.State.APPEALED:
        raise TournamentError("already_appealed")
    if dispute.state == Dispute.State.CLOSED:
        raise TournamentError("dispute_closed")
    if dispute.state != Dispute.State.DECIDED:
        raise TournamentError("dispute_not_decided")
    if not dispute.may_be_appealed(now_ms()):
        raise TournamentError("appeal_window_over")


def _write(row: Dispute | Appeal, by: Actor, decided: Decided) -> None:
    """Put a checked decision on the row of a dispute or an appeal."""
    row.outcome, row.decision, row.ruling_line = decided.outcome, decided.text.strip(), decided.ruling_line
    row.decided_by, row.decided_at_ms = user_row(by), now_ms()


def _check(dispute: Dispute, decided: Decided) -> None:
    """Raise unless a decision has a reason and an outcome, and its ruling exists."""
    if not decided.text.strip():
        raise TournamentError("reason_missing")
    if decided.outcome not in Outcome.values:
        raise TournamentError("bad_value", "outcome")
    if len(decided.text) > MOST_TEXT:
        raise TournamentError("text_too_long")
    line = decided.ruling_line
    if line is not None and not Ruling.objects.filter(match=dispute.match, seq=line).exists():
        raise TournamentError("no_such_ruling")


# the match meanwhile


def _command(dispute: Dispute) -> str:
    """Return the command that pauses the match of a dispute."""
    return f"dispute/{dispute.pk}"


def _pause(dispute: Dispute) -> None:
    """Pause the match as by a ruling of the service. One that is over, or stands already, is left as it is."""
    reason = _told(_PAUSED, dispute)
    match_rule(match_id=dispute.match_id or "", text="pause", by_user=None, reason=reason, cmd=_command(dispute))


def _stands_for_another(match: Match) -> bool:
    """Tell whether a dispute that nobody has decided still keeps a match standing."""
    return Dispute.objects.filter(match=match, state__in=PENDING).exists()


def _unpause(dispute: Dispute) -> None:
    """Let a match go on that this dispute has paused, and nobody else since."""
    if dispute.match is not None and paused_by(dispute.match, _command(dispute)):
        match_rule(match_id=dispute.match.pk, text="unpause", by_user=None, reason=_told(_WITHDRAWN, dispute))


def _told(sentence: Any, dispute: Dispute) -> str:
    """Return a reason for the log of a match, which has one language: that of the service."""
    with override(settings.LANGUAGE_CODE):
        return str(sentence) % {"name": dispute.by_name}
