"""Staff: invited by a link with a role for this tournament only, and taken off again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db import transaction

from matches import announce
from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.links import hash_of, new_link
from tournaments.models import Invitation, StaffRole
from tournaments.permissions import STAFF_ROLES, Actor, Capability, Role
from tournaments.services.common import audit, lock_tournament, require, tell, user_row

_DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Invited:
    """A fresh invitation with the secret of its link, shown once."""

    invitation: Invitation
    link: str


@transaction.atomic
def invitation_create(*, tournament_id: str, by: Actor, role: str, note: str = "", days: int = 7) -> Invited:
    """Return a link that makes its first user a member of the staff. Raises TournamentError `bad_value`."""
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SETTINGS)
    if role not in {known.value for known in STAFF_ROLES}:
        raise TournamentError("bad_value", "role")
    if not 1 <= days <= 90:
        raise TournamentError("bad_value", "days")
    link = new_link()
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        note=note.strip()[:120],
        link_hash=link.hash,
        made_at_ms=now_ms(),
        made_by=user_row(by),
        expires_at_ms=now_ms() + days * _DAY_MS,
    )
    audit(tournament, by, "invitation_create", subject=invitation, after={"role": role})
    return Invited(invitation, link.secret)


def invitation_open(*, secret: str, user: Any = None) -> Invitation:
    """Return the invitation of a link; looking does not use it.

    Raises `link_unknown`, `link_expired`, or `link_used` for everybody but the one who took it and is on the staff
    still: a link that was pressed twice is no mistake, but a role that was taken away does not come back by it.
    """
    invitations = Invitation.objects.select_related("tournament")
    invitation = invitations.filter(link_hash=hash_of(secret)).first() if secret else None
    if invitation is None or invitation.revoked_at_ms is not None:
        raise TournamentError("link_unknown")
    if invitation.used_at_ms is not None:
        _same_again(invitation, user)
    elif invitation.expires_at_ms <= now_ms():
        raise TournamentError("link_expired")
    return invitation


def _same_again(invitation: Invitation, user: Any) -> StaffRole:
    """Return the role that the user has by this invitation. Raises `link_used`."""
    known = user is not None and user.is_authenticated and invitation.used_by_id == user.pk
    roles = StaffRole.objects.filter(tournament=invitation.tournament, role=invitation.role)
    held = roles.filter(user=user).first() if known else None
    if held is None:
        raise TournamentError("link_used")
    return held


@transaction.atomic
def invitation_accept(*, secret: str, user: Any) -> StaffRole:
    """Give the user the role. The link works once; the same user may repeat it. Raises what `invitation_open` does."""
    known = invitation_open(secret=secret, user=user)
    invitation = Invitation.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=known.pk)
    if invitation.used_at_ms is not None:
        return _same_again(invitation, user)
    role, _ = StaffRole.objects.get_or_create(
        tournament=invitation.tournament, user=user, role=invitation.role, defaults={"since_ms": now_ms()}
    )
    invitation.used_at_ms, invitation.used_by = now_ms(), user
    invitation.save(update_fields=["used_at_ms", "used_by"])
    by = Actor(roles=frozenset({Role(invitation.role)}), user_id=user.pk, name=str(user))
    audit(invitation.tournament, by, "invitation_accept", subject=invitation, after={"role": invitation.role})
    tell(invitation.tournament, "staff")
    return role


@transaction.atomic
def invitation_revoke(*, invitation_id: str, by: Actor) -> None:
    """Make an invitation worthless. Raises NotFoundError `link_unknown`."""
    invitation = Invitation.objects.select_related("tournament").filter(pk=invitation_id, used_at_ms=None).first()
    if invitation is None:
        raise NotFoundError("link_unknown")
    require(by, Capability.SETTINGS)
    invitation.revoked_at_ms = now_ms()
    invitation.save(update_fields=["revoked_at_ms"])
    audit(invitation.tournament, by, "invitation_revoke", subject=invitation)


@transaction.atomic
def staff_remove(*, tournament_id: str, by: Actor, user_id: int, role: str) -> None:
    """Take a role away and end the user's sockets. Raises TournamentError `last_organizer`, `no_such_user`."""
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SETTINGS)
    row = tournament.staff.select_related("user").filter(user_id=user_id, role=role).first()
    if row is None:
        raise NotFoundError("no_such_user")
    if role == Role.ORGANIZER.value and tournament.staff.filter(role=role).count() == 1:
        raise TournamentError("last_organizer")
    audit(tournament, by, "staff_remove", subject=row.user, before={"role": role})
    row.delete()
    transaction.on_commit(partial(announce.close_sockets, f"user/{user_id}"), robust=True)
    tell(tournament, "staff")
