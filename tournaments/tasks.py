"""Ways in for Celery: each calls one service. All of them may run twice, late, or at the same time."""

from __future__ import annotations

from smtplib import SMTPException
from typing import Literal

from celery import shared_task

from matches import timers
from matches.services import match_rule
from tournaments import services
from tournaments.models import Stage
from tournaments.services.common import (
    FORFEIT_BOARD,
    FORFEIT_SEAT,
    MAIL_LINK,
    ROUND_PAIR,
    ROUND_START,
    STAGE_ADVANCE,
    STAGE_FEED,
)
from tournaments.services.mail import player_link_mail


@shared_task(name=STAGE_ADVANCE, acks_late=True, ignore_result=True)
def stage_advance(stage_id: str) -> None:
    """Make the next matches of a stage and close its rounds, as far as the record allows."""
    services.stage_advance(stage_id=stage_id)


@shared_task(name="work.tend_tournaments", ignore_result=True)
def tend() -> None:
    """Find what a lost task has left undone, and what its time has come for: ends that were not recorded, matches that
    were not made, rounds to start, boards to resume, players away for long, rounds to pair, stages to feed.
    """
    services.games_catch_up()
    services.rounds_start_due()
    services.postponed_resume_due()
    services.absences_tell()
    for round_id, at_ms in services.rounds_to_promote():
        timers.ask(ROUND_START, round_id, at_ms=at_ms)
    for stage_id in Stage.objects.filter(state=Stage.State.RUNNING).values_list("pk", flat=True):
        services.stage_advance(stage_id=stage_id)
    services.stages_feed_due()
    services.pairing_jobs_catch_up()


@shared_task(name=ROUND_PAIR, acks_late=True, reject_on_worker_lost=True, ignore_result=True)
def round_pair(job_id: str) -> None:
    """Pair a round. A failure is stored with its reason; the job is not tried again by itself."""
    services.round_pair_run(job_id=job_id)


@shared_task(name=ROUND_START, acks_late=True, ignore_result=True)
def round_start(round_id: str) -> None:
    """Start a round whose time has come."""
    services.round_start_if_due(round_id=round_id)


@shared_task(name=STAGE_FEED, acks_late=True, ignore_result=True)
def stage_feed(stage_id: str) -> None:
    """Give a stage the first places of the one that feeds it."""
    services.stage_feed_if_due(stage_id=stage_id)


@shared_task(name=FORFEIT_SEAT, acks_late=True, ignore_result=True)
def forfeit_seat(match_id: str, seat: int | Literal["both"], reason: str) -> None:
    """Forfeit a match for an entry that has left, or call one off that nobody has begun; one that is over stays."""
    match_rule(match_id=match_id, text=f"forfeit {seat}", by_user=None, reason=reason)


@shared_task(name=FORFEIT_BOARD, acks_late=True, ignore_result=True)
def forfeit_board(pairing_id: str, entry_id: str) -> None:
    """Forfeit a board in a hall for an entry that has left; one with a result stays as it is."""
    services.board_forfeit(pairing_id=pairing_id, entry_id=entry_id)


@shared_task(
    name=MAIL_LINK, ignore_result=True, autoretry_for=(OSError, SMTPException), retry_backoff=30, max_retries=5
)
def mail_link(player_id: str, base_url: str, language: str) -> None:
    """Mail a player a fresh private link; tried again for some minutes while the mail server is away."""
    player_link_mail(player_id=player_id, base_url=base_url, language=language)
