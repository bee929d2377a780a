"""Rounds in which an entry need not play: asked for, granted, declined, taken back."""

from __future__ import annotations

from typing import Literal, TypeAlias

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.models import Bye, Round, Stage
from tournaments.permissions import Actor, Capability, may
from tournaments.services.common import audit, lock_stage, require, tell
from tournaments.services.record import plan_of

ByeKind: TypeAlias = Literal["half", "zero", "full"]


@transaction.atomic
def bye_ask(*, stage_id: str, entry_id: str, by: Actor, round_number: int, kind: ByeKind, reason: str = "") -> Bye:
    """Ask for a bye in a round that is not paired yet; it counts once it is granted. Asking again replaces the request.

    Entries ask for themselves, the staff for anybody. A round off for nothing needs no leave: it is granted at once.
    Raises TournamentError `bye_limit`, `bye_too_late`, `bye_full` for a full point, `round_paired`, `no_such_round`.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.REGISTER, entry_id=entry_id)
    if kind == "full":
        raise TournamentError("bye_full")
    granted = stage.byes.filter(entry=entry_id, round_number=round_number, kind=kind, state=Bye.State.GRANTED).first()
    if granted is not None:
        return granted
    bye = _wanted(stage, entry_id, round_number, kind, reason)
    if kind == "half":
        _within_limits(stage, bye)
    else:
        _grant(bye)
    bye.save()
    _told(stage, by, "bye_ask", bye)
    return bye


@transaction.atomic
def bye_give(
    *,
    stage_id: str,
    entry_id: str,
    by: Actor,
    round_number: int,
    kind: ByeKind,
    reason: str = "",
    beyond_limit: bool = False,
) -> Bye:
    """Grant a bye that nobody has asked for, in place of what was asked or granted for that round.

    A full point, and a half beyond the limit of the stage, need a reason. Raises TournamentError as `bye_ask`.
    """
    stage = lock_stage(stage_id)
    needs_reason = kind == "full" or beyond_limit
    require(by, Capability.PAIR, reason=reason if needs_reason else None)
    bye = _wanted(stage, entry_id, round_number, kind, reason)
    if kind == "half" and not beyond_limit:
        _within_limits(stage, bye)
    _grant(bye)
    bye.save()
    _told(stage, by, "bye_give", bye)
    return bye


@transaction.atomic
def bye_grant(*, bye_id: str, by: Actor, beyond_limit: bool = False, reason: str = "") -> Bye:
    """Grant what was asked for. Raises TournamentError `bye_decided`, `bye_limit`, `bye_too_late`, `round_paired`."""
    stage, bye = _locked(bye_id)
    require(by, Capability.PAIR, reason=reason if beyond_limit else None)
    if bye.state != Bye.State.ASKED:
        raise TournamentError("bye_decided")
    _not_paired(stage, bye.round_number)
    if bye.kind == Bye.Kind.HALF and not beyond_limit:
        _within_limits(stage, bye)
    _grant(bye)
    bye.save()
    _told(stage, by, "bye_grant", bye, reason)
    return bye


@transaction.atomic
def bye_decline(*, bye_id: str, by: Actor, reason: str) -> Bye:
    """Decline what was asked for: the entry will be paired. Raises TournamentError `bye_decided`."""
    stage, bye = _locked(bye_id)
    require(by, Capability.PAIR, reason=reason)
    if bye.state != Bye.State.ASKED:
        raise TournamentError("bye_decided")
    bye.state, bye.decided_at_ms, bye.reason = Bye.State.DECLINED, now_ms(), reason.strip()[:300]
    bye.save()
    _told(stage, by, "bye_decline", bye, reason)
    return bye


@transaction.atomic
def bye_remove(*, bye_id: str, by: Actor) -> None:
    """Take a bye, or the request for one, back as long as its round is not public. Raises TournamentError
    `round_paired`.
    """
    stage, bye = _locked(bye_id)
    require(by, Capability.REGISTER, entry_id=bye.entry_id)
    if bye.state == Bye.State.GRANTED and bye.kind != Bye.Kind.ZERO and not may(by, Capability.PAIR):
        raise TournamentError("bye_decided")
    _not_paired(stage, bye.round_number)
    _told(stage, by, "bye_remove", bye)
    bye.delete()


def half_byes_left(stage: Stage, entry_id: str, *, but: str = "") -> int:
    """Return how many half-point byes an entry may still ask for; `but` is one that is not counted."""
    used = stage.byes.filter(entry=entry_id, kind=Bye.Kind.HALF).exclude(state=Bye.State.DECLINED).exclude(pk=but)
    return max(0, int(stage.settings.get("half_byes", 0)) - used.count())


def last_half_bye_round(stage: Stage) -> int:
    """Return the last round for which a half-point bye may be asked."""
    until = int(stage.settings.get("half_byes_until", 0))
    return until or len(plan_of(stage)) - 1


def _locked(bye_id: str) -> tuple[Stage, Bye]:
    """Return a bye and its stage; the stage is locked."""
    stage_id = Bye.objects.filter(pk=bye_id).values_list("stage_id", flat=True).first()
    if stage_id is None:
        raise NotFoundError("no_such_bye")
    stage = lock_stage(stage_id)
    bye = Bye.objects.select_related("entry").filter(pk=bye_id).first()
    if bye is None:
        raise NotFoundError("no_such_bye")
    return stage, bye


def _wanted(stage: Stage, entry_id: str, round_number: int, kind: ByeKind, reason: str) -> Bye:
    """Return the request for a round, new or the one that there is, not yet written."""
    if kind not in Bye.Kind.values:
        raise TournamentError("bad_value", "kind")
    if not stage.field.filter(entry=entry_id).exists():
        raise NotFoundError("no_such_entry")
    _not_paired(stage, round_number)
    bye = stage.byes.select_related("entry").filter(entry=entry_id, round_number=round_number).first()
    bye = bye or Bye(stage=stage, entry_id=entry_id, round_number=round_number)
    bye.kind, bye.state, bye.asked_at_ms, bye.decided_at_ms = kind, Bye.State.ASKED, now_ms(), None
    bye.reason = reason.strip()[:300]
    return bye


def _not_paired(stage: Stage, round_number: int) -> None:
    """Raise unless the round is still to be paired, or is a draft that can be paired once more."""
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if stage.state == Stage.State.DRAFT:
        raise TournamentError("not_drawn")
    if not 1 <= round_number <= len(plan_of(stage)):
        raise NotFoundError("no_such_round")
    if stage.rounds.filter(number=round_number).exclude(state=Round.State.DRAFT).exists():
        raise TournamentError("round_paired")


def _within_limits(stage: Stage, bye: Bye) -> None:
    """Raise if the stage does not allow this half-point bye."""
    last = last_half_bye_round(stage)
    if bye.round_number > last:
        raise TournamentError("bye_too_late", last)
    if half_byes_left(stage, bye.entry_id, but=bye.pk) < 1:
        raise TournamentError("bye_limit", stage.settings.get("half_byes", 0))


def _grant(bye: Bye) -> None:
    """Let a bye count."""
    bye.state, bye.decided_at_ms = Bye.State.GRANTED, now_ms()


def _told(stage: Stage, by: Actor, act: str, bye: Bye, reason: str = "") -> None:
    """Write the audit line and tell the pages."""
    after = {"round": bye.round_number, "kind": str(bye.kind), "status": str(bye.state)}
    audit(stage.tournament, by, act, subject=bye.entry, reason=reason or bye.reason, after=after)
    tell(stage.tournament, "console", "entries", "lobby")
