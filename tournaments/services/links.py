"""Private links of players: made anew, revoked, and opened by who holds them."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from matches import announce
from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.links import Link, hash_of, new_link
from tournaments.models import Entry, Player
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, require


def player_open(*, secret: str) -> Player:
    """Return whose private link this is. Looking changes nothing: pages ask "continue as …" first, and prove by POST.

    Raises TournamentError `link_unknown`.
    """
    players = Player.objects.select_related("entry__tournament")
    player = players.filter(link_hash=hash_of(secret)).first() if secret else None
    if player is None or player.entry.status == Entry.Status.DISQUALIFIED:
        raise TournamentError("link_unknown")
    return player


@transaction.atomic
def player_link_rotate(*, player_id: str, by: Actor) -> str:
    """Return the secret of a fresh link; the one before is worthless from now on, and its browsers are out."""
    link = new_link()
    _replace(player_id, by, link, "player_link_rotate")
    return link.secret


@transaction.atomic
def player_link_revoke(*, player_id: str, by: Actor) -> None:
    """Make the player's link worthless, and its browsers strangers."""
    _replace(player_id, by, None, "player_link_revoke")


def _replace(player_id: str, by: Actor, link: Link | None, act: str) -> None:
    """Set another link, or none, and end the sockets that the old one had opened."""
    player = (
        Player.objects.select_for_update(of=("self",)).select_related("entry__tournament").filter(pk=player_id).first()
    )
    if player is None:
        raise NotFoundError("no_such_entry")
    # Partners have no say in each other's links.
    require(by, Capability.REGISTER, entry_id=player.entry_id if player.pk in by.players else None)
    old = player.ref
    player.link_hash = link.hash if link else None
    player.link_version += 1
    player.link_made_at_ms = now_ms() if link else None
    player.save(update_fields=["link_hash", "link_version", "link_made_at_ms"])
    audit(player.entry.tournament, by, act, subject=player)
    transaction.on_commit(partial(announce.close_sockets, old), robust=True)
