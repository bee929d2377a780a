"""Heroes and decks in a tournament: what an entry chooses for its matches, and what its matches are made with."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from gameengine.core.abilities import HasDecks
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import GAMES
from gameengine.table.decks import deck_choice
from matches import bringing, choosing, store
from matches.errors import MatchError
from matches.models import Match
from matches.now import now_ms
from tournaments.models import DeckChoice, Entry, PairingMatch, Player, Tournament
from tournaments.permissions import Actor, Capability
from tournaments.seating import options_of, seats_of, side_of
from tournaments.services.common import audit, lock_entry, require, tell


def deck_choose(*, entry_id: str, by: Actor, deck: Json) -> JsonObject:
    """Let an entry play with a deck from now on, in a match that waits for it, too. Returns the deck as it is kept.

    Raises NotAllowedError, and MatchError `no_decks`, `deck_by_organizer`, `deck_ready_only`, `deck_refused`,
    `deck_fixed` if the entry's seat is ready already; the deck then holds for the next match.
    """
    chosen = _keep(entry_id, by, deck)
    game = _waiting_game(entry_id)
    if game is not None:
        _bring(game, entry_id, chosen)
    return chosen


@transaction.atomic
def _keep(entry_id: str, by: Actor, deck: Json) -> JsonObject:
    entry = lock_entry(entry_id)
    require(by, Capability.PLAY, entry_id=entry_id)
    tournament = entry.tournament
    checked = choosing.allowed_deck(GAMES[tournament.game], options_of(tournament), deck)
    DeckChoice.objects.update_or_create(entry=entry, defaults={"deck": checked, "at_ms": now_ms()})
    # That it was chosen is no secret; what was chosen is.
    audit(tournament, by, "deck_choose", subject=entry)
    tell(tournament, "lobby")
    return checked


def _waiting_game(entry_id: str) -> PairingMatch | None:
    """Return the game of an entry that waits for its seats."""
    waiting = PairingMatch.objects.filter(end="", match__status=Match.Status.WAITING).select_related("pairing", "match")
    sides = (waiting.filter(pairing__entry_0=entry_id), waiting.filter(pairing__entry_1=entry_id))
    return next((game for side in sides if (game := side.first()) is not None), None)


def _bring(game: PairingMatch, entry_id: str, deck: JsonObject) -> None:
    seats = seats_of(game, side_of([entry_id], game.pairing) or 0)
    ready = store.load(game.match_id).table.ready
    if any(ready[seat] for seat in seats):
        raise MatchError("deck_fixed")
    for seat in seats:
        bringing.lay_down(game.match_id, seat, deck)


def decks_for(tournament: Tournament, sitting: Sequence[tuple[Entry, Player]]) -> tuple[Json, ...]:
    """Return the secret set-up part of each seat: what the entry has chosen, for a bot a ready deck by lot.

    None leaves it to the options. A choice that these cards do not allow any more is none.
    """
    game = GAMES[tournament.game]
    options = options_of(tournament) if isinstance(game, HasDecks) else {}
    if not isinstance(game, HasDecks) or deck_choice(options) == "fixed":
        return ()
    return tuple(_deck_for(tournament, options, entry, player) for entry, player in sitting)


def _deck_for(tournament: Tournament, options: JsonObject, entry: Entry, player: Player) -> Json:
    game = GAMES[tournament.game]
    choice = DeckChoice.objects.filter(entry=entry).first()
    if choice is not None:
        try:
            return choosing.allowed_deck(game, options, choice.deck)
        except MatchError:
            return None
    ready = choosing.ready_deck(game, options) if player.bot_level else None
    return None if ready is None else choosing.allowed_deck(game, options, ready)
