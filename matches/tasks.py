"""Ways in for Celery; the first part of a name is its queue. Every task may run twice or late."""

from __future__ import annotations

from celery import shared_task

from matches import bot_play, checkpoints
from matches.enforcement.sweep import settle_if_due
from matches.services import housekeeping


@shared_task(name="clock.settle", ignore_result=True)
def settle(match_id: str) -> None:
    """Look at a match at its deadline; does nothing if a move came first."""
    settle_if_due(match_id)


@shared_task(name="live.bot_move", ignore_result=True)
def bot_move(match_id: str, seat: int, ply: int) -> None:
    """Let a bot act at its seat; does nothing once it has."""
    bot_play.bot_act(match_id=match_id, seat=seat, ply=ply)


@shared_task(name="work.forget_connections", ignore_result=True)
def forget_connections() -> None:
    """Delete what is kept of sockets after its time."""
    housekeeping.forget_evidence()


@shared_task(name="work.forget_guest_decks", ignore_result=True)
def forget_guest_decks() -> None:
    """Delete decks that nobody can open any more."""
    housekeeping.forget_guest_decks()


@shared_task(name="work.keep_checkpoints", ignore_result=True)
def keep_checkpoints(match_id: str) -> None:
    """Keep tables of a match that is over, so that nobody who looks at its replay waits for them."""
    checkpoints.checkpoints_keep(match_id=match_id)
