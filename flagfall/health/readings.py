"""What is measured to tell how the service is, and where each reading turns from good to bad."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches import gauges
from matches.due import due_by
from matches.models import Heartbeat
from matches.now import now_ms
from matches.outages import SERVICE


class State(enum.StrEnum):
    """How to take a reading. Only `BAD` makes the service as a whole unfit."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Reading:
    """One measured fact. `value` is None where there is nothing to measure; `unit` is "ms" or nothing."""

    key: str
    label: str | Promise
    value: float | None
    state: State
    unit: str = ""
    note: str | Promise = ""

    def to_json(self) -> dict[str, Any]:
        """Return the reading as machines get it."""
        return {"state": self.state.value, "value": self.value, "unit": self.unit}


def graded(value: float, *, warn: float, bad: float = float("inf")) -> State:
    """Return how to take a value that is the better the smaller it is.

    >>> graded(3, warn=5, bad=10).value, graded(7, warn=5, bad=10).value, graded(10, warn=5, bad=10).value
    ('good', 'warn', 'bad')
    """
    if value >= bad:
        return State.BAD
    return State.WARN if value >= warn else State.GOOD


def _timed_ms(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return round((time.perf_counter() - start) * 1000, 1)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def database() -> Reading:
    """Return how long the database takes for nothing."""
    label = _("Database")
    try:
        spent = _timed_ms(_ask_database)
    except DatabaseError:
        return Reading("database", label, None, State.BAD, "ms", _("does not answer"))
    return Reading("database", label, spent, graded(spent, warn=100), "ms")


def broker() -> Reading:
    """Return how long the broker takes for nothing. Without it flags fall all the same, so it is never `BAD`."""
    label = _("Broker")
    if not settings.REDIS_URL:
        return Reading("broker", label, None, State.GOOD, "ms", _("inside this process"))
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            spent = _timed_ms(client.ping)
    except redis.RedisError:
        return Reading("broker", label, None, State.WARN, "ms", _("does not answer; flags fall all the same"))
    return Reading("broker", label, spent, graded(spent, warn=100), "ms")


def heartbeat() -> Reading:
    """Return how long ago somebody last kept time for the service as a whole."""
    label = _("Last sign of life of a timekeeper")
    try:
        beat_ms = Heartbeat.objects.filter(name=SERVICE).values_list("beat_ms", flat=True).first()
    except DatabaseError:
        return Reading("heartbeat", label, None, State.BAD, "ms", _("not known"))
    if beat_ms is None:
        return Reading("heartbeat", label, None, State.WARN, "ms", _("none yet: no clock worker has run"))
    age = max(0, now_ms() - beat_ms)
    return Reading("heartbeat", label, age, graded(age, warn=8_000, bad=15_000), "ms")


def clocks() -> tuple[Reading, ...]:
    """Return how many deadlines have passed without a decision, and by how much the oldest is late."""
    now = now_ms()
    try:
        overdue = list(due_by(now - 1).values_list("due_ms", flat=True)[:1000])
    except DatabaseError:
        return (Reading("clock_lag", _("Oldest undecided deadline"), None, State.BAD, "ms", _("not known")),)
    lag = max((now - due_ms for due_ms in overdue), default=0)
    return (
        Reading("clock_lag", _("Oldest undecided deadline"), lag, graded(lag, warn=2_000, bad=15_000), "ms"),
        Reading("overdue", _("Matches past their deadline"), len(overdue), graded(len(overdue), warn=20)),
    )


def of_this_process() -> tuple[Reading, ...]:
    """Return what the answering process says about itself; nothing where it plays no matches."""
    known = gauges.readings()
    found = []
    if "writer_queue_age_ms" in known:
        age = round(known["writer_queue_age_ms"], 1)
        found.append(Reading("writer_queue_age", _("Oldest action in the queue"), age, graded(age, warn=200), "ms"))
    if "sockets" in known:
        found.append(Reading("sockets", _("Open live connections"), known["sockets"], State.GOOD))
    return tuple(found)


def take() -> tuple[Reading, ...]:
    """Return every reading, taken now."""
    return (*of_the_service(), *of_this_process())


def of_the_service() -> tuple[Reading, ...]:
    """Return the readings that every process of the service would take alike."""
    return (database(), broker(), heartbeat(), *clocks())


def worst(readings: Iterable[Reading]) -> State:
    """Return how the service is as a whole."""
    states = {reading.state for reading in readings}
    return next((state for state in (State.BAD, State.WARN) if state in states), State.GOOD)
