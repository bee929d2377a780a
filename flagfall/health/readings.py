"""What is measured to tell how the service is, and where each reading turns from good to bad."""

from __future__ import annotations

import enum
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from flagfall.queues import QUEUES, SENT_MS
from matches import gauges
from matches.due import due_by
from matches.enforcement import keepers
from matches.enforcement.sweep import overdue_ms
from matches.now import now_ms

MOST_COUNTED: Final = 1_000


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
    """What stands in place of a value that is not there, else what to do unless the reading is good."""
    who: tuple[str, ...] = ()
    """Names of processes, for those who run them."""

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


def broker() -> tuple[Reading, ...]:
    """Return how long the broker takes for nothing, and how long the oldest message of each queue has waited for a
    worker. Without a broker flags fall all the same, so none of it is ever `BAD`.
    """
    label = _("Broker")
    if not settings.REDIS_URL:
        return (Reading("broker", label, None, State.GOOD, "ms", _("inside this process")),)
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            spent = _timed_ms(client.ping)
            waiting = [queue(name, client) for name in QUEUES]
    except redis.RedisError:
        note = _("does not answer; flags fall all the same. See that Redis runs.")
        return (Reading("broker", label, None, State.WARN, "ms", note),)
    return (Reading("broker", label, spent, graded(spent, warn=100), "ms"), *waiting)


QUEUE_LABELS: Final = {
    "clock": _("Oldest message in the queue clock"),
    "live": _("Oldest message in the queue live"),
    "work": _("Oldest message in the queue work"),
}
QUEUE_WAITS_MS: Final = {"clock": 5_000, "live": 10_000, "work": 60_000}
"""For so long a message may wait before somebody should look after the workers of its queue."""


def queue(name: str, client: redis.Redis) -> Reading:
    """Return how long the oldest message of a queue has waited; the broker's list begins with the newest."""
    both = client.pipeline(transaction=False)
    both.llen(name)
    both.lindex(name, -1)
    length, oldest = both.execute()
    age = _message_age_ms(oldest) if oldest else 0
    state = graded(age, warn=QUEUE_WAITS_MS[name])
    note = _("%(count)d waiting. See that a worker for this queue runs and is not busy with something else.")
    return Reading(f"queue_{name}", QUEUE_LABELS[name], age, state, "ms", note % {"count": length} if age else "")


def _message_age_ms(message: bytes) -> int:
    sent_ms = json.loads(message).get("headers", {}).get(SENT_MS)
    return max(0, round(time.time() * 1000) - sent_ms) if sent_ms else 0


START_A_KEEPER: Final = _("Start manage.py clockd, or a Celery worker for the queue clock.")


def timekeepers() -> tuple[Reading, ...]:
    """Return when somebody last kept time, and how many processes do at the moment."""
    label = _("Last sign of life of a timekeeper")
    try:
        silence, seen = keepers.silence_ms(), keepers.seen()
    except DatabaseError:
        return (Reading("heartbeat", label, None, State.BAD, "ms", _("not known")),)
    if silence is None:
        heartbeat = Reading("heartbeat", label, None, State.WARN, "ms", _("none: nobody keeps time"))
    else:
        heartbeat = Reading("heartbeat", label, silence, graded(silence, warn=8_000, bad=15_000), "ms", START_A_KEEPER)
    return heartbeat, _number_of(seen)


def _number_of(seen: Sequence[keepers.Seen]) -> Reading:
    workers, names = [one for one in seen if not one.stands_in], tuple(one.name for one in seen)
    label = _("Processes that keep time")
    if workers:
        return Reading("timekeepers", label, len(workers), State.GOOD, who=names)
    note: str | Promise = START_A_KEEPER
    if seen:
        note = format_lazy("{} {}", _("No clock worker runs; a web process stands in."), START_A_KEEPER)
    return Reading("timekeepers", label, len(workers), State.WARN, note=note, who=names)


def clocks() -> tuple[Reading, ...]:
    """Return how many deadlines have passed without a decision, and by how much the oldest is late."""
    label = _("Oldest undecided deadline")
    try:
        lag, overdue = overdue_ms(), due_by(now_ms())[:MOST_COUNTED].count()
    except DatabaseError:
        return (Reading("clock_lag", label, None, State.BAD, "ms", _("not known")),)
    note = _("Flags fall late. See that clock workers run, and that the database and the machine are not overloaded.")
    return (
        Reading("clock_lag", label, lag, graded(lag, warn=2_000, bad=15_000), "ms", note),
        Reading("overdue", _("Matches past their deadline"), overdue, graded(overdue, warn=20), note=note),
    )


def of_this_process() -> tuple[Reading, ...]:
    """Return what the answering process says about itself; nothing where it plays no matches."""
    known = gauges.readings()
    found = []
    slow = _("Answers to actions are slow. See that the database and the machine are not overloaded.")
    if "writer_queue_age_ms" in known:
        age = round(known["writer_queue_age_ms"], 1)
        state = graded(age, warn=200)
        found.append(Reading("writer_queue_age", _("Oldest action in the queue"), age, state, "ms", slow))
    if "sockets" in known:
        found.append(Reading("sockets", _("Open live connections"), known["sockets"], State.GOOD))
    return tuple(found)


def take() -> tuple[Reading, ...]:
    """Return every reading, taken now."""
    return (*of_the_service(), *of_this_process())


def of_the_service() -> tuple[Reading, ...]:
    """Return the readings that every process of the service would take alike."""
    return (database(), *broker(), *timekeepers(), *clocks())


def worst(readings: Iterable[Reading]) -> State:
    """Return how the service is as a whole."""
    states = {reading.state for reading in readings}
    return next((state for state in (State.BAD, State.WARN) if state in states), State.GOOD)
