"""Boards that are played later than their round."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match
from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.models import Pairing, PairingMatch, Round
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.advance import start_due
from tournaments.services.common import FORFEIT_SEAT, audit, later, lock_pairing, require, tell


@transaction.atomic
def pairing_postpone(*, pairing_id: str, by: Actor, reason: str, until_ms: int | None = None) -> Pairing:
    """Let a board be played later, from an instant on if one is given. The next round may start without it.

    Its round stays open. For the next pairing it counts as nothing until it has a result, or as a draw if `round_pair`
    is told so by name. A match that runs is paused by a ruling first; one that nobody has begun is called off, and
    another made later. Raises TournamentError `result_exists`, `seats_open`, `round_not_published`,
    `match_not_paused`, `already_postponed`.
    """
    pairing = lock_pairing(pairing_id)
    require(by, Capability.PUBLISH, reason=reason)
    if pairing.state == Pairing.State.DECIDED:
        raise TournamentError("result_exists")
    if pairing.entry_0_id is None or pairing.entry_1_id is None:
        raise TournamentError("seats_open")
    if pairing.round.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    if pairing.postponed:
        raise TournamentError("already_postponed")
    _stand_still(pairing)
    pairing.postponed, pairing.postponed_until_ms = True, until_ms
    if not pairing.games.filter(end="").exists():
        pairing.state = Pairing.State.READY
    pairing.save(update_fields=["postponed", "postponed_until_ms", "state"])
    audit(pairing.stage.tournament, by, "pairing_postpone", subject=pairing, reason=reason)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby")
    return pairing


def _stand_still(pairing: Pairing) -> None:
    """Call off a match that nobody has begun. Raises TournamentError `match_not_paused` for one that is played."""
    game = pairing.games.filter(end="").select_related("match").first()
    if game is None or game.match.status == Match.Status.PAUSED:
        return
    if game.match.status != Match.Status.WAITING:
        raise TournamentError("match_not_paused")
    # It counts for nothing from now on, however it ends; the match has a lock of its own, so it ends by a task.
    game.end = PairingMatch.End.VOID
    game.save(update_fields=["end"])
    later(FORFEIT_SEAT, game.match_id, "both", "postponed")


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
