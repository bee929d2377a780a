"""Long matches: random play through the services, in one transaction, with the limits off that would end it."""

from __future__ import annotations

import random

from django.db import transaction

from gameengine.core.seats import seat_range
from gameengine.games.registry import game as game_by_key
from gameengine.table import complete_options, legal_actions, seats_to_act
from matches import services
from matches.ids import new_id
from matches.models import Match
from matches.services import SeatSpec
from matches.store import load

NO_CLOCK = {"kind": "none"}


def long_match(game: str, actions: int, *, number: int = 0) -> Match:
    """Return a match of so many random actions, given up after the last; of fewer if it ends by itself before.

    `number` chooses the actions, not the draws of chance.
    """
    drawn = random.Random(f"{game}/{number}")
    rules = game_by_key(game)
    count = seat_range(rules, complete_options(rules, {}))[0]
    seats = [SeatSpec(f"Player {seat}", f"long/{seat}") for seat in range(count)]
    with transaction.atomic():
        match = services.match_create(game=game, options={}, control=NO_CLOCK, seats=seats, start_policy="now")
        services.match_rule(match_id=match.pk, text="quiet off", by_user=None, reason="A long match")
        for _ in range(2 * actions):
            table = load(match.pk).table
            if table.status != "live":
                break
            seat = drawn.choice(seats_to_act(table))
            text = "resign" if table.ply >= actions else drawn.choice(legal_actions(table, seat))
            services.match_act(match_id=match.pk, seat=seat, text=text, cmd=new_id(), ply=table.ply)
    return Match.objects.get(pk=match.pk)
