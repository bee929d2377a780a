"""Who somebody is in a match of a tournament: the port that matches ask."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.urls import reverse

from gameengine.core.types import Seat
from gameengine.games.registry import HOSTED
from matches.access import Disputing, Principal, Role, SeatsOnly
from matches.models import Match
from tournaments.actors import actor_of
from tournaments.impartial import is_rival, why_partial
from tournaments.links import players_of
from tournaments.models import PairingMatch, Tournament
from tournaments.pages.disputes import match_part
from tournaments.permissions import Actor, Capability, Right, may, ruling_role
from tournaments.seating import own_seat
from tournaments.selectors.public import is_open_to
from tournaments.services.disputed import may_open


class TournamentAccess:
    """Seats belong to the players of an entry, by log-in or private link; rulings to arbiters who do not play there."""

    def role_for(self, principal: Principal, match: Match) -> Role:
        """Return the role in a match; matches of no tournament belong to those who sit at them."""
        games = PairingMatch.objects.select_related("pairing__stage__tournament")
        game = games.filter(match=match).first()
        if game is None:
            return SeatsOnly().role_for(principal, match)
        actor = _actor(principal, game)
        impartial = not why_partial(actor, game.pairing)
        seat = own_seat(actor.players, actor.entries, match.seats.all())
        return Role(
            seat=seat,
            also=_shared(match, game, seat),
            can_rule=impartial and may(actor, Capability.RULE, Right.DECIDE),
            can_reverse=impartial and may(actor, Capability.REVERSE_RULING, Right.DECIDE),
            title=ruling_role(actor),
            can_look=impartial
            and may(actor, Capability.HIDDEN_LIVE, Right.DECIDE)
            and not is_rival(actor, game.pairing),
            can_see=is_open_to(game.pairing.stage.tournament, actor),
        )

    def may_follow(self, principal: Principal, room: str) -> bool:
        """Tell whether a tournament's room is open: it is published, or the principal has a part in it.

        Rooms of nobody's tournament are open: they tell what to fetch anew, and nothing else.
        """
        if not room.startswith("t/"):
            return SeatsOnly().may_follow(principal, room)
        tournament = Tournament.objects.filter(slug=room.removeprefix("t/")).first()
        if tournament is None:
            return False
        actor = _actor_in(tournament, principal)
        return is_open_to(tournament, actor) or bool(actor.entries)

    def disputing(self, principal: Principal, match: Match) -> Disputing | None:
        """Return what is disputed in a match; None for one of no tournament. Sides and staff hear of news."""
        games = PairingMatch.objects.select_related("pairing__stage__tournament")
        game = games.filter(match=match).first()
        if game is None:
            return None
        tournament, actor = game.pairing.stage.tournament, _actor(principal, game)
        allowed = may_open(actor, tournament=tournament, pairing=game.pairing)
        follows = actor.staff or bool(actor.entries)
        markup = match_part(tournament, match.pk, may_dispute=allowed, follows=follows)
        address = f"{reverse('dispute-new', args=[tournament.slug])}?match={match.pk}"
        return Disputing(markup, address if allowed else "")

    def own_names(self, principal: Principal) -> frozenset[str]:
        """Return players by their ids, if their links hold: a new link is still the same player."""
        proven = {f"player/{player.pk}" for player in players_of(principal.players)}
        # All others are those of guests, which lie in a session alone.
        return frozenset(proven | {ref for ref in principal.players if "/" in ref})


def _shared(match: Match, game: PairingMatch, seat: Seat | None) -> tuple[Seat, ...]:
    """Return every seat of a real board whose one device a player holds."""
    shared = seat is not None and game.pairing.stage.tournament.one_device and match.game not in HOSTED
    return tuple(assignment.seat for assignment in match.seats.all()) if shared else ()


def _actor(principal: Principal, game: PairingMatch) -> Actor:
    """Return who the principal is in the tournament of a match."""
    return _actor_in(game.pairing.stage.tournament, principal)


def _actor_in(tournament: Tournament, principal: Principal) -> Actor:
    user = None
    if principal.user_id is not None:
        user = get_user_model().objects.filter(pk=principal.user_id, is_active=True).first()
    return actor_of(tournament, user, principal.players)
