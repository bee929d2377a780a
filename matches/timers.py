"""Asking Celery for something later. Tasks are named by text, so nothing here imports them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

SETTLE: Final = "clock.settle"
BOT_MOVE: Final = "live.bot_move"


def ask(task: str, *args: Any, at_ms: int | None = None, expires_s: int = 60) -> bool:
    """Send a task to its queue, to run at an instant; tell whether the broker took it."""
    eta = None if at_ms is None else datetime.fromtimestamp(at_ms / 1000, UTC)
    try:
        current_app.send_task(task, args, eta=eta, expires=expires_s, ignore_result=True, retry=False)
    except (OperationalError, OSError):
        log.warning("the broker did not take %s", task)
        return False
    return True
