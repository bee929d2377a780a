"""Places that the organizer left free: whoever comes first takes one over, also in the middle of a match."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches.models import Match, SeatAssignment
from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.links import new_link
from tournaments.models import Entry, Player
from tournaments.permissions import Actor, Role
from tournaments.services.common import audit, lock_entry, tell
from tournaments.services.entries import Registered
from tournaments.services.entry_checks import checked_length, checked_name


@transaction.atomic
def entry_take_over(*, entry_id: str, user: Any = None, name: str = "") -> Registered:
    """Give a free place to whoever asks first, with a fresh private link; a match that waits or runs goes on with them.

    Of several in an entry it is the first. `name` replaces the player's name, and that of an entry of one. Raises
    TournamentError `not_free`, `already_entered`, `name_taken`.
    """
    entry = lock_entry(entry_id)
    player = entry.players.select_for_update().filter(free=True).first()
    if not entry.free or not entry.plays or player is None:
        raise TournamentError("not_free")
    if user is not None and Player.objects.filter(entry__tournament=entry.tournament, user=user).exists():
        raise TournamentError("already_entered")
    called = _renamed(entry, player, name)
    registered = Registered(entry, (player,), (_hand_over(player, user, called),))
    entry.free = entry.players.filter(free=True).exists()
    entry.save(update_fields=["free", "name"])
    _seat(player)
    by = Actor(frozenset({Role.PLAYER}), user.pk if user else None, called, frozenset({player.pk}))
    audit(entry.tournament, by, "entry_take_over", subject=entry)
    tell(entry.tournament, "entries", "boards", "bracket")
    return registered


def _renamed(entry: Entry, player: Player, name: str) -> str:
    """Return what the player is called from now on; an entry of one is called so, too."""
    name = name.strip()
    alone = entry.players.count() == 1
    if not name or name.casefold() == (entry if alone else player).name.casefold():
        return (entry if alone else player).name
    if alone:
        entry.name = checked_name(entry.tournament, name)
    return entry.name if alone else checked_length(name)


def _hand_over(player: Player, user: Any, name: str) -> str:
    """Make the player this user's, and return the secret of the new link."""
    link = new_link()
    player.user, player.name, player.bot_level, player.free = user, name, "", False
    player.link_hash, player.link_version, player.link_made_at_ms = link.hash, player.link_version + 1, now_ms()
    player.save()
    return link.secret


def _seat(player: Player) -> None:
    """Put the new name on the seats of matches that are not over."""
    seats = SeatAssignment.objects.filter(player_ref=player.pk).exclude(match__status=Match.Status.OVER)
    seats.update(name=player.name, user=player.user)
