"""The Celery application: three queues, routed by task name, everything unrouted goes to `work`."""

from __future__ import annotations

import os
from typing import Any, Final

from celery import Celery
from celery.schedules import crontab

from matches.bootsteps import Enforcement

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "flagfall.settings")

QUEUES: Final = ("clock", "live", "work")
DEFAULT_QUEUE: Final = "work"


def route(name: str, *_call: Any, **_about: Any) -> dict[str, str]:
    """Return the queue of a task: the first part of its name if that is a queue, else `work`."""
    queue = name.partition(".")[0]
    return {"queue": queue if queue in QUEUES else DEFAULT_QUEUE}


app = Celery("flagfall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_routes = (route,)
# For ever: a worker that gave up on its broker would take the sweep with it.
app.conf.broker_connection_max_retries = None
app.conf.beat_schedule = {
    # Finds what a lost message has left undone; everything else is asked for when it is due.
    "tend-tournaments": {"task": "work.tend_tournaments", "schedule": 5.0},
    "tend-tables": {"task": "work.tend_tables", "schedule": 60.0},
    "forget-connections": {"task": "work.forget_connections", "schedule": crontab(hour="4", minute="10")},
    "forget-guest-decks": {"task": "work.forget_guest_decks", "schedule": crontab(hour="4", minute="20")},
}
app.steps["worker"].add(Enforcement)
app.autodiscover_tasks()
