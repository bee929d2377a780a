"""Screens in the hall: links without log-in, read-only, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db import transaction

from matches import announce
from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.links import hash_of, new_link
from tournaments.models import ScreenToken
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_tournament, require, tell

PARTS: Final = ("boards", "bracket", "standings", "pairings", "results", "message")
"""What a screen can show, in the order in which a new one does."""


@dataclass(frozen=True, slots=True)
class NewScreen:
    """A fresh screen with the secret of its link, shown once."""

    screen: ScreenToken
    link: str


@transaction.atomic
def screen_create(*, tournament_id: str, by: Actor, name: str, playlist: Sequence[str] = PARTS[:3]) -> NewScreen:
    """Return a link for a screen. Raises TournamentError `unknown_part`, `name_missing`."""
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SCREENS)
    if not name.strip():
        raise TournamentError("name_missing")
    link = new_link()
    screen = ScreenToken.objects.create(
        tournament=tournament,
        name=name.strip()[:60],
        playlist=_checked(playlist),
        link_hash=link.hash,
        made_at_ms=now_ms(),
    )
    audit(tournament, by, "screen_create", subject=screen)
    return NewScreen(screen, link.secret)


@transaction.atomic
def screen_update(
    *, screen_id: str, by: Actor, playlist: Sequence[str] | None = None, message: str | None = None
) -> ScreenToken:
    """Change what a screen shows; it follows at once. Raises TournamentError `no_such_screen`, `unknown_part`."""
    screen = _screen(screen_id)
    require(by, Capability.SCREENS)
    if playlist is not None:
        screen.playlist = _checked(playlist)
    if message is not None:
        screen.message = message.strip()[:200]
    screen.save(update_fields=["playlist", "message"])
    audit(screen.tournament, by, "screen_update", subject=screen, after={"playlist": screen.playlist})
    tell(screen.tournament, "screen")
    return screen


@transaction.atomic
def screen_revoke(*, screen_id: str, by: Actor) -> None:
    """Make a screen's link worthless and end its sockets."""
    screen = _screen(screen_id)
    require(by, Capability.SCREENS)
    screen.revoked_at_ms = now_ms()
    screen.save(update_fields=["revoked_at_ms"])
    audit(screen.tournament, by, "screen_revoke", subject=screen)
    transaction.on_commit(partial(announce.close_sockets, f"screen/{screen.pk}"), robust=True)


def screen_open(*, secret: str) -> ScreenToken:
    """Return the screen of a link. Raises TournamentError `link_unknown`."""
    screens = ScreenToken.objects.select_related("tournament").filter(revoked_at_ms=None)
    screen = screens.filter(link_hash=hash_of(secret)).first() if secret else None
    if screen is None:
        raise TournamentError("link_unknown")
    return screen


def _screen(screen_id: str) -> ScreenToken:
    """Return a screen whose link is valid."""
    screen = ScreenToken.objects.select_related("tournament").filter(pk=screen_id, revoked_at_ms=None).first()
    if screen is None:
        raise NotFoundError("no_such_screen")
    return screen


def _checked(playlist: Sequence[str]) -> list[str]:
    """Return the playlist if a screen can show all of it."""
    for part in playlist:
        if part not in PARTS:
            raise TournamentError("unknown_part", part)
    if not playlist:
        raise TournamentError("unknown_part", "-")
    return list(playlist)
