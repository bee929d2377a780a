"""Boards that are played later than their round."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match
from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.models import Pairing, Round
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.advance import start_due
from tournaments.services.common import audit, lock_pairing, require, tell


@transaction.atomic
def pairing_postpone(*, pairing_id: str, by: Actor, reason: str, until_ms: int | None = None) -> Pairing:
    """Let a board be played later, from an instant on if one is given. The next round may start without it.

    Its round stays open. For the next pairing it counts as nothing until it has a result, or as a draw if `round_pair`
    is told so by name. A match that runs is paused by a ruling first. Raises TournamentError `result_exists`,
    `seats_open`, `round_not_published`, `match_running`, `already_postponed`.
    """
    pairing = lock_pairing(pairing_id)
    require(by, Capability.PUBLISH, reason=reason)
    if pairing.state == Pairing.State.DECIDED:
        raise TournamentError("result_exists")
    if pairing.entry_0_id is None or pairing.entry_1_id is None:
        raise TournamentError("seats_open")
    if pairing.round.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    if pairing.games.filter(end="").exclude(match__status=Match.Status.PAUSED).exists():
        raise TournamentError("match_running")
    if pairing.postponed:
        raise TournamentError("already_postponed")
    pairing.postponed, pairing.postponed_until_ms = True, until_ms
    if not pairing.games.filter(end="").exists():
        pairing.state = Pairing.State.READY
    pairing.save(update_fields=["postponed", "postponed_until_ms", "state"])
    audit(pairing.stage.tournament, by, "pairing_postpone", subject=pairing, reason=reason)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby")
    return pairing


@transaction.atomic
def pairing_resume(*, pairing_id: str, by: Actor) -> Pairing:
    """Let a postponed board be played: its match is made now if its round runs. Raises TournamentError
    `not_postponed`.
    """
    pairing = lock_pairing(pairing_id)
    require(by, Capability.PUBLISH)
    if not pairing.postponed:
        raise TournamentError("not_postponed")
    pairing.postponed, pairing.postponed_until_ms = False, None
    pairing.save(update_fields=["postponed", "postponed_until_ms"])
    start_due(pairing.stage)
    audit(pairing.stage.tournament, by, "pairing_resume", subject=pairing)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby")
    pairing.refresh_from_db()
    return pairing


def postponed_resume_due() -> int:
    """Resume every postponed board whose time has come; return how many. Called by the tending task."""
    due = Pairing.objects.filter(postponed=True, postponed_until_ms__lte=now_ms()).exclude(state=Pairing.State.DECIDED)
    return sum(_resumed(pairing_id) for pairing_id in due.values_list("pk", flat=True))


@transaction.atomic
def _resumed(pairing_id: str) -> bool:
    """Resume one board, unless somebody was faster."""
    pairing = lock_pairing(pairing_id)
    until = pairing.postponed_until_ms
    if not pairing.postponed or until is None or until > now_ms():
        return False
    pairing_resume(pairing_id=pairing_id, by=SYSTEM)
    return True
