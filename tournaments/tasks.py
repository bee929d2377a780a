"""Ways in for Celery: each calls one service. All of them may run twice, late, or at the same time."""

from __future__ import annotations

from smtplib import SMTPException

from celery import shared_task

from matches.services import match_rule
from tournaments import services
from tournaments.models import Stage
from tournaments.services.common import FORFEIT_SEAT, MAIL_LINK, STAGE_ADVANCE
from tournaments.services.mail import player_link_mail


@shared_task(name=STAGE_ADVANCE, acks_late=True, ignore_result=True)
def stage_advance(stage_id: str) -> None:
    """Make the next matches of a stage and close its rounds, as far as the record allows."""
    services.stage_advance(stage_id=stage_id)


@shared_task(name="work.tend_tournaments", ignore_result=True)
def tend() -> None:
    """Find what a lost task has left undone: ends that were not recorded, matches that were not made."""
    services.games_catch_up()
    for stage_id in Stage.objects.filter(state=Stage.State.RUNNING).values_list("pk", flat=True):
        services.stage_advance(stage_id=stage_id)


@shared_task(name=FORFEIT_SEAT, acks_late=True, ignore_result=True)
def forfeit_seat(match_id: str, seat: int, reason: str) -> None:
    """Forfeit a match for an entry that has left the tournament; a match that is over stays as it is."""
    match_rule(match_id=match_id, text=f"forfeit {seat}", by_user=None, reason=reason)


@shared_task(
    name=MAIL_LINK, ignore_result=True, autoretry_for=(OSError, SMTPException), retry_backoff=30, max_retries=5
)
def mail_link(player_id: str, base_url: str, language: str) -> None:
    """Mail a player a fresh private link; tried again for some minutes while the mail server is away."""
    player_link_mail(player_id=player_id, base_url=base_url, language=language)
