"""Choosing where a stage, a round or a board is played: by the rules here, or on a real board with its clock here."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from gameengine.games.registry import HOSTED
from tournaments.errors import TournamentError
from tournaments.models import Pairing, PairingMatch, Round, Stage, Tournament
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_pairing, lock_round, lock_stage, require, tell
from tournaments.venue import fits_board

_WRITTEN: Final = ["on_board"]


@transaction.atomic
def stage_venue(*, stage_id: str, by: Actor, on_board: bool | None) -> Stage:
    """Choose for a stage; None: as its tournament. Raises TournamentError `not_here`, `no_duel`, `settings_locked`."""
    stage = lock_stage(stage_id)
    require(by, Capability.SETTINGS)
    _may_choose(stage.tournament, on_board, Pairing.objects.filter(stage=stage))
    stage.on_board = on_board
    stage.save(update_fields=_WRITTEN)
    _written(stage.tournament, by, stage, on_board)
    return stage


@transaction.atomic
def round_venue(*, round_id: str, by: Actor, on_board: bool | None) -> Round:
    """Choose for a round; None: as its stage. Raises TournamentError as `stage_venue` does."""
    stage, round_ = lock_round(round_id)
    require(by, Capability.PAIR)
    _may_choose(stage.tournament, on_board, Pairing.objects.filter(round=round_))
    round_.on_board = on_board
    round_.save(update_fields=_WRITTEN)
    _written(stage.tournament, by, round_, on_board)
    return round_


@transaction.atomic
def pairing_venue(*, pairing_id: str, by: Actor, on_board: bool | None) -> Pairing:
    """Choose for one board; None: as its round. Raises TournamentError as `stage_venue` does."""
    pairing = lock_pairing(pairing_id)
    require(by, Capability.PAIR)
    _may_choose(pairing.stage.tournament, on_board, Pairing.objects.filter(pk=pairing.pk))
    pairing.on_board = on_board
    pairing.save(update_fields=_WRITTEN)
    _written(pairing.stage.tournament, by, pairing, on_board)
    return pairing


def _may_choose(tournament: Tournament, on_board: bool | None, boards: QuerySet[Pairing]) -> None:
    """Raise unless there is a choice, and no match has been made for any of these boards."""
    if not tournament.hosted or tournament.game not in HOSTED:
        raise TournamentError("not_here")
    if on_board and not fits_board(tournament):
        raise TournamentError("no_duel")
    # A match that was annulled is made anew.
    made = PairingMatch.objects.filter(pairing__in=boards).exclude(end=PairingMatch.End.VOID)
    if made.exists():
        raise TournamentError("settings_locked", "on_board")


def _written(tournament: Tournament, by: Actor, what: Stage | Round | Pairing, on_board: bool | None) -> None:
    audit(tournament, by, "venue_set", subject=what, after={"on_board": on_board})
    tell(tournament, "status", "bracket", "boards", "console", "lobby")
