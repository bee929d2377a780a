"""What every use case needs: the rows it locks, the right it asks for, the audit line, and telling the world."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Model
from django.utils.translation import get_language

from gameengine.core.types import Text
from matches import announce, timers
from matches.now import now_ms
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.impartial import why_partial
from tournaments.models import AuditLine, Entry, Pairing, QueueHold, Round, Stage, Tournament
from tournaments.permissions import Actor, Capability, Right, Role, may

STAGE_ADVANCE = "work.stage_advance"
FORFEIT_BOARD = "work.forfeit_board"
FORFEIT_SEAT = "work.forfeit_seat"
MAIL_LINK = "work.mail_link"
ROUND_PAIR = "work.round_pair"
ROUND_START = "work.round_start"
STAGE_FEED = "work.stage_feed"


class Localized:
    """A text of the engine or of a format as the detail of an error, in the language of whoever reads it."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text.to(get_language() or "en")


def require(
    by: Actor,
    capability: Capability,
    right: Right = Right.WRITE,
    *,
    entry_id: str | None = None,
    reason: str | None = None,
) -> None:
    """Raise NotAllowedError without the right, or `reason_missing` when deciding without a reason."""
    if not may(by, capability, right, entry_id=entry_id):
        raise NotAllowedError
    if reason is not None and not reason.strip():
        raise TournamentError("reason_missing")


def impartial(by: Actor, pairing: Pairing) -> None:
    """Raise NotAllowedError `own_match` if the actor plays at this board, `rival_board` if at others of its stage."""
    if code := why_partial(by, pairing):
        raise NotAllowedError(code)


def lock_tournament(tournament_id: str) -> Tournament:
    """Return the tournament, locked. Locks are taken in the order tournament, stage, entry, pairing."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament")
    return tournament


def lock_stage(stage_id: str) -> Stage:
    """Return the stage, locked: everything that pairs or starts goes through this lock."""
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").filter(pk=stage_id).first()
    if stage is None:
        raise NotFoundError("no_such_stage")
    return stage


def lock_round(round_id: str) -> tuple[Stage, Round]:
    """Return a round and its stage; the stage is locked."""
    stage_id = Round.objects.filter(pk=round_id).values_list("stage_id", flat=True).first()
    if stage_id is None:
        raise NotFoundError("no_such_round")
    stage = lock_stage(stage_id)
    return stage, Round.objects.get(pk=round_id)


def lock_entry(entry_id: str) -> Entry:
    """Return an entry, locked, with its tournament."""
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").filter(pk=entry_id).first()
    if entry is None:
        raise NotFoundError("no_such_entry")
    return entry


def lock_pairing(pairing_id: str) -> Pairing:
    """Return a pairing; its stage and the row itself are locked."""
    stage_id = Pairing.objects.filter(pk=pairing_id).values_list("stage_id", flat=True).first()
    if stage_id is None:
        raise NotFoundError("no_such_pairing")
    lock_stage(stage_id)
    return lock_pairing_row(pairing_id)


def lock_pairing_row(pairing_id: str) -> Pairing:
    """Return a pairing, locked alone: all that the end of a match may wait for."""
    pairings = Pairing.objects.select_for_update(of=("self",)).select_related(
        "stage__tournament", "round", "entry_0", "entry_1"
    )
    return pairings.get(pk=pairing_id)


def audit(
    tournament: Tournament,
    by: Actor,
    act: str,
    *,
    subject: Model | None = None,
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> AuditLine:
    """Write the audit line of an act in the transaction of the act."""
    return AuditLine.objects.create(
        tournament=tournament,
        at_ms=now_ms(),
        actor=by.ref,
        actor_name=by.name[:120],
        role=leading_role(by),
        act=act,
        subject=f"{subject._meta.model_name}/{subject.pk}" if subject else "",
        subject_name=str(subject)[:200] if subject else "",
        reason=reason.strip(),
        before=before,
        after=after,
    )


def leading_role(by: Actor) -> str:
    """Return the role that weighs most, for the audit trail."""
    return "system" if by.system else [role.value for role in Role if role in by.roles][-1]


def hold_item(tournament_id: str, key: str, user: Any) -> None:
    """Note that a user looks after an item of the arbiters' queue from now on, whoever did before."""
    values = {"user": user, "at_ms": now_ms()}
    QueueHold.objects.update_or_create(tournament_id=tournament_id, key=key, defaults=values)


def tell(tournament: Tournament, *parts: str) -> None:
    """Tell everybody in the tournament's room, after the commit, that these parts of its pages are out of date."""
    transaction.on_commit(partial(announce.announce_room, tournament.room, list(parts)), robust=True)


def later(task: str, *args: Any, at_ms: int | None = None) -> None:
    """Ask Celery for a task after the commit, to run at an instant if one is given.

    A lost one costs time only: the tending task finds what is due.
    """
    transaction.on_commit(partial(timers.ask, task, *args, at_ms=at_ms, expires_s=3600), robust=True)


def user_row(by: Actor) -> Any:
    """Return the actor's user row for a column that names who did it, None for players by link and the service."""
    return get_user_model().objects.filter(pk=by.user_id).first() if by.user_id is not None else None
