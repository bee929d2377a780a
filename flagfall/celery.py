"""The Celery application: three queues, and nothing reaches the one that keeps time unless it is named here."""

from __future__ import annotations

import itertools
import os
import time
from typing import Any

from billiard.process import active_children
from celery import Celery, bootsteps
from celery.schedules import crontab
from celery.signals import before_task_publish, worker_shutting_down

from flagfall.queues import BEHIND_ALL, DEFAULT_QUEUE, OPTIONS, SENT_MS, queue_of
from matches.bootsteps import Enforcement
from matches.ending import end_now, insist_after, limit_s

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "flagfall.settings")


def route(name: str, *_call: Any, **_about: Any) -> dict[str, str]:
    """Return the queue of a task."""
    return {"queue": queue_of(name)}


class ByQueue:
    """Gives every task what its queue asks of it, and leaves what the task says itself."""

    def annotate(self, task: Any) -> dict[str, Any]:
        """Return the options of a task."""
        return dict(OPTIONS[queue_of(task.name)])

    def annotate_any(self) -> None:
        """Have nothing to say of all tasks alike."""


class Courtesy(bootsteps.Step):
    """Lets a worker that has nothing but slow work step behind everything else on its machine."""

    requires = ("celery.worker.components:Pool",)

    def include_if(self, parent: Any) -> bool:
        """Tell whether the worker has the queue `work` and no other."""
        return set(parent.app.amqp.queues.consume_from) == {DEFAULT_QUEUE}

    def create(self, parent: Any) -> None:
        """Step behind, before the pool's processes are made."""
        os.nice(BEHIND_ALL)


@worker_shutting_down.connect
def _end_in_time(how: str = "Warm", **_about: Any) -> None:
    """Let running tasks end, for a while; a second signal ends the worker at once."""
    if next(_asked_to_end) == 0:
        insist_after(limit_s())
    elif how == "Warm":
        for child in active_children():
            child.terminate()
        end_now("it was told to a second time")


@before_task_publish.connect
def _note_sending(headers: dict[str, Any] | None = None, **_about: Any) -> None:
    """Write into a message when it was sent, so that the health page can tell how long it waits."""
    if headers is not None:
        headers[SENT_MS] = round(time.time() * 1000)


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Return an entry of the schedule. What has not begun when the next is due is of no use any more."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def _nightly(minute: int, task: str) -> dict[str, Any]:
    return {"task": task, "schedule": crontab(hour="4", minute=str(minute)), "options": {"expires": 3600.0}}


_asked_to_end = itertools.count()

app = Celery("flagfall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_routes = (route,)
app.conf.task_annotations = (ByQueue(),)
# For ever: a worker that gave up on its broker would take the sweep with it.
app.conf.broker_connection_max_retries = None
app.conf.beat_schedule = {
    # Finds what a lost message has left undone; everything else is asked for when it is due.
    "tend-tournaments": _every(5.0, "work.tend_tournaments"),
    "tend-tables": _every(60.0, "work.tend_tables"),
    "forget-connections": _nightly(10, "work.forget_connections"),
    "forget-guest-decks": _nightly(20, "work.forget_guest_decks"),
}
app.steps["worker"].update({Enforcement, Courtesy})
app.autodiscover_tasks()
