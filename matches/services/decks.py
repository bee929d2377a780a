"""Keeping decks. The caller has seen to it that a deck is the asker's own."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from gameengine.core.types import Json
from matches import now
from matches.decks import Owner, checked_shape
from matches.errors import MatchError
from matches.models import Deck

MOST_DECKS: Final = 60
"""So many decks of one game one person keeps."""
LONGEST_NAME: Final = 60


@transaction.atomic
def deck_create(*, owner: Owner, game: str, name: str, deck: Json) -> Deck:
    """Return a new deck. Raises MatchError `too_many_decks`, `deck_name_missing`, `deck_unreadable`."""
    kept = Deck.objects.filter(game=game, owner_ref=owner.ref, user__isnull=True)
    if owner.user_id is not None:
        kept = Deck.objects.filter(game=game, user_id=owner.user_id)
    if kept.count() >= MOST_DECKS:
        raise MatchError("too_many_decks")
    at_ms = now.now_ms()
    return Deck.objects.create(
        game=game,
        name=_checked_name(name),
        deck=checked_shape(deck),
        user_id=owner.user_id,
        owner_ref=owner.ref,
        made_at_ms=at_ms,
        changed_at_ms=at_ms,
    )


def deck_change(*, row: Deck, name: str | None = None, deck: Json = None) -> Deck:
    """Rename a deck, or put another one in its place. Raises MatchError as `deck_create`."""
    if name is not None:
        row.name = _checked_name(name)
    if deck is not None:
        row.deck = checked_shape(deck)
    row.changed_at_ms = now.now_ms()
    row.save(update_fields=["name", "deck", "changed_at_ms"])
    return row


def deck_copy(*, row: Deck) -> Deck:
    """Return a second deck like this one. Raises MatchError `too_many_decks`."""
    name = _("Copy of %(name)s") % {"name": row.name}
    owner = Owner(row.user_id, row.owner_ref)
    return deck_create(owner=owner, game=row.game, name=name[:LONGEST_NAME], deck=row.deck)


def deck_delete(*, row: Deck) -> None:
    """Delete a deck; matches that were begun with it have their own copy."""
    row.delete()


def _checked_name(name: str) -> str:
    words = " ".join(name.split())[:LONGEST_NAME]
    if not words:
        raise MatchError("deck_name_missing")
    return words
