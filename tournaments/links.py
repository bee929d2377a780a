"""Private links: the secret in the address, the hash that is kept, and what a browser remembers of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from matches.access import SESSION_PLAYERS
from tournaments.models import Player

_BYTES: Final = 24
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Link:
    """A fresh secret, shown once, and the hash that is kept of it."""

    secret: str
    hash: str


def new_link() -> Link:
    """Return a secret of 192 bits, as text that fits into an address."""
    secret = secrets.token_urlsafe(_BYTES)
    return Link(secret, hash_of(secret))


def hash_of(secret: str) -> str:
    """Return what is kept of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret[:_LONGEST].encode()).hexdigest()


def remember_player(session: MutableMapping[str, Any], player: Player) -> None:
    """Note in the session that this browser has proven to be the player; earlier links of the player are forgotten."""
    others = [ref for ref in refs_in(session) if not ref.startswith(f"{player.id}.")]
    session[SESSION_PLAYERS] = sorted([*others, player.ref])


def forget_player(session: MutableMapping[str, Any], player: Player) -> None:
    """Make this browser a stranger to the player again."""
    session[SESSION_PLAYERS] = [ref for ref in refs_in(session) if not ref.startswith(f"{player.id}.")]


def refs_in(session: MutableMapping[str, Any]) -> list[str]:
    """Return the references that the session holds, valid or not."""
    return [str(ref) for ref in session.get(SESSION_PLAYERS, ())]


def players_of(refs: Iterable[str]) -> list[Player]:
    """Return the players whose references are valid now: a link that was changed or revoked proves nothing any more."""
    wanted = set(refs)
    ids = {ref.partition(".")[0] for ref in wanted}
    if not ids:
        return []
    found = Player.objects.filter(pk__in=ids).select_related("entry__tournament")
    return [player for player in found if player.link_hash and player.ref in wanted]
