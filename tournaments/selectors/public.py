"""Which tournaments somebody may know of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.actors import actor_of
from tournaments.errors import NotFoundError
from tournaments.links import players_of
from tournaments.models import Announcement, AuditLine, Entry, Round, Tournament
from tournaments.permissions import Actor, Capability, Right, Role, may


def tournament_open_to(slug: str, user: Any = None, refs: Iterable[str] = ()) -> tuple[Tournament, Actor]:
    """Return a tournament and who somebody is in it; a draft exists for its staff and operators only.

    Raises NotFoundError `no_such_tournament`.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament")
    actor = actor_of(tournament, user, refs)
    if not is_open_to(tournament, actor):
        raise NotFoundError("no_such_tournament")
    return tournament, actor


def is_open_to(tournament: Tournament, actor: Actor) -> bool:
    """Tell whether the tournament exists for the actor: a draft does for its staff and operators only."""
    return tournament.published or actor.staff or Role.OPERATOR in actor.roles


def tournament_list() -> QuerySet[Tournament]:
    """Return the tournaments that everybody may know of, newest first."""
    return Tournament.objects.exclude(state=Tournament.State.DRAFT)


def tournament_list_running() -> QuerySet[Tournament]:
    """Return the running tournaments, newest first."""
    return Tournament.objects.filter(state=Tournament.State.RUNNING)


def tournament_list_of(user: Any, refs: Iterable[str] = ()) -> QuerySet[Tournament]:
    """Return the tournaments in which this person has a role or plays, newest first."""
    own = Q(pk__in=[player.entry.tournament_id for player in players_of(refs)])
    if user is not None and user.is_authenticated:
        own |= Q(staff__user=user) | Q(entries__players__user=user)
    return Tournament.objects.filter(own).distinct()


def sees_drafts(actor: Actor) -> bool:
    """Tell whether draft rounds are shown to the actor."""
    return may(actor, Capability.DRAFT_ROUND, Right.READ)


def rounds_for(tournament: Tournament, actor: Actor) -> QuerySet[Round]:
    """Return the rounds that the actor may see."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    rounds = rounds.order_by("stage__number", "number")
    return rounds if sees_drafts(actor) else rounds.exclude(state=Round.State.DRAFT)


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries with their players, best given seed first, then in the order of entering."""
    return tournament.entries.prefetch_related("players").order_by("seed", "entered_at_ms", "id")


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """Return what was announced, newest first."""
    return tournament.announcements.select_related("by_user")


def audit_of(tournament: Tournament, *, act: str = "", actor: str = "", subject: str = "") -> QuerySet[AuditLine]:
    """Return the audit trail, newest first, filtered by what is given."""
    given = {"act": act, "actor": actor, "subject": subject}
    return tournament.audit.filter(**{key: value for key, value in given.items() if value})
