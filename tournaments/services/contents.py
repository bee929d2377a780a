"""The content of a tournament's game: an own one is uploaded, checked, kept by its hash, and chosen by name."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from gameengine.core.abilities import HasDecks
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import GAMES
from gameengine.table import filled_options
from matches.contents import CONTENT, content_named, with_contents
from matches.models import ContentFile
from matches.option_fields import HEROES
from matches.services.contents import content_add, content_upload
from tournaments.errors import TournamentError
from tournaments.models import PairingMatch, Tournament
from tournaments.permissions import Actor, Capability
from tournaments.services.common import lock_tournament, require, user_row
from tournaments.services.tournaments import tournament_update


@transaction.atomic
def tournament_content_upload(*, tournament_id: str, by: Actor, name: str, text: bytes) -> ContentFile:
    """Keep the content of a file, and play the tournament on it.

    Raises MatchError `no_contents`, ContentRefusedError with all that is wrong, TournamentError `settings_locked`.
    """
    tournament = _unlocked(tournament_id, by)
    stored = content_upload(game=tournament.game, name=name, text=text, by_user=user_row(by))
    tournament_content_set(tournament_id=tournament_id, by=by, ref=stored.hash)
    return stored


@transaction.atomic
def tournament_content_add(*, tournament_id: str, by: Actor, name: str, data: Json) -> ContentFile:
    """Keep a content that comes as values, and play the tournament on it. Raises as `tournament_content_upload`."""
    tournament = _unlocked(tournament_id, by)
    stored = content_add(game=tournament.game, name=name, data=data, by_user=user_row(by))
    tournament_content_set(tournament_id=tournament_id, by=by, ref=stored.hash)
    return stored


@transaction.atomic
def tournament_content_set(*, tournament_id: str, by: Actor, ref: str) -> Tournament:
    """Play the tournament on a content, by the name of a built-in one or the hash of an uploaded one.

    Heroes that the content does not have give way to its first ones. Raises MatchError `no_contents`,
    `no_such_content`, TournamentError `settings_locked`.
    """
    tournament = _unlocked(tournament_id, by)
    game = GAMES[tournament.game]
    options = {**tournament.options, CONTENT: content_named(game, ref).option}
    return tournament_update(tournament_id=tournament_id, by=by, options=_with_known_heroes(game, options))


def _unlocked(tournament_id: str, by: Actor) -> Tournament:
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SETTINGS)
    with_contents(GAMES[tournament.game])
    if PairingMatch.objects.filter(pairing__stage__tournament=tournament).exists():
        raise TournamentError("settings_locked", CONTENT)
    return tournament


def _with_known_heroes(game: Game[Any], options: JsonObject) -> dict[str, Json]:
    if not isinstance(game, HasDecks):
        return dict(options)
    usual = next(option.default for option in game.options if option.key == HEROES)
    known = [hero.id for hero in game.catalogue(filled_options(game, options)).heroes]
    chosen: Any = options.get(HEROES, usual)
    heroes = [hero if hero in known else known[seat % len(known)] for seat, hero in enumerate(chosen)]
    return {**options, HEROES: heroes}
