"""A second arbiter's confirmation: where a tournament asks for it, what one has decided waits until another agrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, cast

from django.db import transaction

from matches.now import now_ms
from tournaments.actors import actor_of
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.models import Pairing, PairingMatch, PendingRuling, Result, Tournament
from tournaments.permissions import Actor
from tournaments.services.common import audit, leading_role, lock_pairing, tell, user_row
from tournaments.services.corrections import (
    Effects,
    correction_undo,
    game_void,
    may_correct,
    may_void,
    needs_second,
    result_correct,
    result_effects,
)
from tournaments.services.results import SetKind, Winner, as_json

Act = PendingRuling.Act


@transaction.atomic
def correction_submit(
    *,
    pairing_id: str,
    by: Actor,
    kind: SetKind,
    winner: Winner,
    half_points: tuple[int, int] | None = None,
    reason: str,
    record_only: bool = False,
) -> Result | PendingRuling:
    """Correct a result, or, where a second arbiter must confirm that, let the correction wait. Raises as
    `result_correct` does, in either case, and `already_waiting`.
    """
    given = {"kind": kind, "winner": winner, "half_points": half_points, "record_only": record_only}
    return cast("Result | PendingRuling", _submit(Act.CORRECTION, pairing_id, by, reason, given))


@transaction.atomic
def undo_submit(*, pairing_id: str, by: Actor, reason: str) -> Result | PendingRuling:
    """Take the last correction back, or let that wait. Raises as `correction_undo` does, and `already_waiting`."""
    return cast("Result | PendingRuling", _submit(Act.UNDO, pairing_id, by, reason, {}))


@transaction.atomic
def void_submit(*, pairing_id: str, number: int, by: Actor, reason: str) -> PairingMatch | PendingRuling:
    """Annul a match, or let that wait. Raises as `game_void` does, and `already_waiting`."""
    return cast("PairingMatch | PendingRuling", _submit(Act.VOID, pairing_id, by, reason, {"number": number}))


@transaction.atomic
def pending_confirm(*, pending_id: str, by: Actor) -> Any:
    """Do what another arbiter has decided; return what the act returns.

    Raises NotAllowedError, `own_proposal` for whoever has decided it, `already_decided`, `stale_proposal` if the result
    has changed since, and whatever the act raises.
    """
    pending, pairing = _lock(pending_id)
    _may(pending, by, pairing, pending.reason)
    if by.user_id is None or by.user_id == pending.by_user_id:
        raise NotAllowedError("own_proposal")
    if pending.basis != basis_of(pairing, pending.proposal):
        raise TournamentError("stale_proposal")
    first = actor_of(pending.tournament, pending.by_user)
    done = _DO[Act(pending.act)](
        pairing_id=pairing.pk, by=first, reason=pending.reason, second=by, **_arguments(pending.proposal)
    )
    _decide(pending, by, PendingRuling.State.CONFIRMED, "")
    return done


@transaction.atomic
def pending_reject(*, pending_id: str, by: Actor, reason: str) -> PendingRuling:
    """Let nothing come of it, with a reason; whoever has decided it may take it back so.

    Raises NotAllowedError, `already_decided`, `reason_missing`.
    """
    pending, pairing = _lock(pending_id)
    _may(pending, by, pairing, reason)
    _decide(pending, by, PendingRuling.State.REJECTED, reason)
    return pending


def basis_of(pairing: Pairing, proposal: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a board as it is now, with its number, and how the match ended that is to be annulled."""
    result = Result.objects.filter(pairing=pairing).first()
    game = pairing.games.filter(number=proposal["number"]).first() if "number" in proposal else None
    return {
        "result": as_json(result) if result else None,
        "revision": result.revision if result else 0,
        "end": game.end if game else "",
    }


def _submit(act: PendingRuling.Act, pairing_id: str, by: Actor, reason: str, given: Mapping[str, Any]) -> Any:
    pairing = lock_pairing(pairing_id)
    if not needs_second(pairing) or by.system:
        return _DO[act](pairing_id=pairing_id, by=by, reason=reason, **given)
    effects = _tried(act, pairing, by, reason, given)
    if pairing.pending_rulings.filter(state=PendingRuling.State.WAITING).exists():
        raise TournamentError("already_waiting")
    pending = PendingRuling.objects.create(
        tournament=pairing.stage.tournament,
        pairing=pairing,
        act=act,
        proposal=dict(given),
        basis=basis_of(pairing, given),
        effects=[asdict(change) for change in effects.changes],
        reason=reason.strip()[:300],
        by_user=user_row(by),
        by_name=by.name[:120],
        by_role=leading_role(by),
        at_ms=now_ms(),
    )
    _note(pending, by, "ruling_propose", reason)
    return pending


def _tried(act: PendingRuling.Act, pairing: Pairing, by: Actor, reason: str, given: Mapping[str, Any]) -> Effects:
    """Do it and take it back: what would be refused later is refused now. Return what it changes in later rounds."""
    effects = Effects()
    if act is Act.CORRECTION and not given["record_only"]:
        effects = result_effects(pairing_id=pairing.pk, winner=given["winner"])
    with transaction.atomic():
        # It stands for the second arbiter, who is not known yet.
        _DO[act](pairing_id=pairing.pk, by=by, reason=reason, second=by, **given)
        transaction.set_rollback(True)
    return effects


def _lock(pending_id: str) -> tuple[PendingRuling, Pairing]:
    """Return a decision that waits, with its board, both locked. Raises `no_such_proposal`, `already_decided`."""
    board = PendingRuling.objects.filter(pk=pending_id).values_list("pairing_id", flat=True).first()
    if board is None:
        raise NotFoundError("no_such_proposal")
    pairing = lock_pairing(board)
    pending = PendingRuling.objects.select_related("tournament", "by_user").get(pk=pending_id)
    if pending.state != PendingRuling.State.WAITING:
        raise TournamentError("already_decided")
    return pending, pairing


def _may(pending: PendingRuling, by: Actor, pairing: Pairing, reason: str) -> None:
    """Raise unless the actor may decide such a thing at this board."""
    (may_void if pending.act == Act.VOID else may_correct)(by, pairing, reason)


def _decide(pending: PendingRuling, by: Actor, state: PendingRuling.State, decision: str) -> None:
    pending.state, pending.decision = state, decision.strip()[:300]
    pending.decided_by, pending.decided_at_ms = user_row(by), now_ms()
    pending.decided_name, pending.decided_role = by.name[:120], leading_role(by)
    pending.save()
    confirmed = state == PendingRuling.State.CONFIRMED
    _note(pending, by, "ruling_confirm" if confirmed else "ruling_reject", decision or pending.reason)


def _note(pending: PendingRuling, by: Actor, act: str, reason: str) -> None:
    tournament: Tournament = pending.tournament
    given = {key: value for key, value in pending.proposal.items() if value is not None and value is not False}
    about = {"act": str(pending.act), **given}
    audit(tournament, by, act, subject=pending.pairing, reason=reason, after=about)
    tell(tournament, "queue", "console")


def _arguments(proposal: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an act as they were before they were stored."""
    points = proposal.get("half_points")
    return {**proposal, **({"half_points": tuple(points)} if points else {})}


_DO: Final[Mapping[PendingRuling.Act, Callable[..., Any]]] = {
    Act.CORRECTION: result_correct,
    Act.UNDO: correction_undo,
    Act.VOID: game_void,
}
