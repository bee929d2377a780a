"""Who somebody is in a tournament: from a log-in and links to the roles that the table of permissions knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q
from django.http import HttpRequest

from tournaments.links import players_of, refs_in
from tournaments.models import Player, StaffRole, Tournament
from tournaments.permissions import Actor, Role


def actor_of(
    tournament: Tournament, user: AbstractBaseUser | AnonymousUser | None = None, refs: Iterable[str] = ()
) -> Actor:
    """Return who this user, with these player references proven by links, is in the tournament."""
    known: Any = user if user is not None and user.is_authenticated else None
    players = _players(tournament, known, refs)
    return Actor(
        roles=frozenset(_roles(tournament, known, players)),
        user_id=known.pk if known else None,
        name=str(known) if known else ", ".join(player.name for player in players),
        players=frozenset(player.id for player in players),
        entries=frozenset(player.entry_id for player in players),
    )


def actor_of_request(request: HttpRequest, tournament: Tournament) -> Actor:
    """Return who sent a page or API request, in the tournament."""
    session = getattr(request, "session", None)
    return actor_of(tournament, request.user, refs_in(session) if session is not None else ())


def _players(tournament: Tournament, user: Any, refs: Iterable[str]) -> list[Player]:
    """Return the tournament's players that the user is, or that the links have proven."""
    by_link = [player for player in players_of(refs) if player.entry.tournament_id == tournament.pk]
    if user is None:
        return by_link
    own = Player.objects.filter(Q(user=user) & Q(entry__tournament=tournament))
    return list({player.pk: player for player in [*by_link, *own]}.values())


def _roles(tournament: Tournament, user: Any, players: list[Player]) -> Iterable[Role]:
    """Yield every role."""
    yield Role.VISITOR
    if players:
        yield Role.PLAYER
    if user is not None:
        if user.is_superuser:
            yield Role.OPERATOR
        for role in StaffRole.objects.filter(tournament=tournament, user=user).values_list("role", flat=True):
            yield Role(role)
