"""The order of seeds as a whole: numbers change places without ever meeting on the way."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from tournaments.errors import TournamentError
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_tournament, require, tell
from tournaments.services.entry_checks import before_draw


@transaction.atomic
def seeds_set(*, tournament_id: str, by: Actor, order: Sequence[str]) -> None:
    """Give the entries of `order` the seeds 1, 2, …; entries that are not in it have none.

    Raises TournamentError `already_drawn`, or `bad_seeds` for an unknown or repeated entry.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.REGISTER)
    before_draw(tournament)
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    if len(set(order)) != len(order) or not entries.keys() >= set(order):
        raise TournamentError("bad_seeds")
    before = {entry.name: entry.seed for entry in entries.values() if entry.seed is not None}
    tournament.entries.update(seed=None)
    for seed, entry_id in enumerate(order, start=1):
        tournament.entries.filter(pk=entry_id).update(seed=seed)
    after = {entries[entry_id].name: seed for seed, entry_id in enumerate(order, start=1)}
    audit(tournament, by, "seeds_set", subject=tournament, before=before, after=after)
    tell(tournament, "entries", "console")
