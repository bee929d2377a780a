"""The deck that a seat brings to a match that waits: read by that seat alone, and changed until it is ready."""

from __future__ import annotations

from gameengine.core.abilities import HasDecks
from gameengine.core.types import Json, JsonObject, Seat
from gameengine.table.decks import deck_choice
from matches import choosing, services, store
from matches.asking import Asked
from matches.decks import with_decks
from matches.errors import MatchError
from matches.ids import new_id
from matches.models import Match


def own_deck(found: Asked) -> Json:
    """Return the deck that the own seat has at a table that waits. Raises MatchError `no_decks`, `not_your_seat`,
    `deck_fixed` once the match has begun.
    """
    table, seat = store.load(found.match.pk).table, found.own_seat
    with_decks(table.game)
    if table.status != "waiting":
        raise MatchError("deck_fixed")
    brought = table.opening.secrets[seat] if table.opening.secrets else None
    return choosing.usual_deck(table.options, seat) if brought is None else brought


def why_fixed(found: Asked) -> str:
    """Return the code that says why the deck of the own seat cannot be changed, "" if it can."""
    table = store.load(found.match.pk).table
    if deck_choice(table.options) == "fixed":
        return "deck_by_organizer"
    open_still = found.match.status == Match.Status.WAITING and not table.ready[found.own_seat]
    return "" if open_still else "deck_fixed"


def bring(found: Asked, deck: Json) -> None:
    """Bring a deck to the table for the own seat. Raises MatchError."""
    table, seat = store.load(found.match.pk).table, found.own_seat
    with_decks(table.game)
    fixed = why_fixed(found)
    if fixed:
        raise MatchError(fixed)
    lay_down(found.match.pk, seat, choosing.allowed_deck(table.game, table.options, deck))


def lay_down(match_id: str, seat: Seat, deck: JsonObject) -> None:
    """Bring an allowed deck to the table for a seat. Raises MatchError with the table's code."""
    ack = services.match_act(match_id=match_id, seat=seat, text=choosing.prepare_text(deck), cmd=new_id())
    if not ack.ok:
        raise MatchError(ack.code)


def chooses_deck(found: Asked) -> bool:
    """Tell whether the own seat of a match may choose a deck now."""
    game: object = store.load(found.match.pk).table.game
    return found.role.seat is not None and isinstance(game, HasDecks) and not why_fixed(found)
