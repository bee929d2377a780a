"""Who keeps time: every keeper notes that it does, and is believed for some seconds.

A keeper is a worker for the queue `clock`, a `manage.py clockd`, or a web process that stands in because there is none.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import Final, Literal

from django.db import connection
from django.db.models import Max, Q, QuerySet

from matches import now
from matches.models import Heartbeat

Kind = Literal["clock", "stand-in"]

_MISSED: Final = 4
"""After so many beats that did not come a keeper is gone."""
_LONGEST_HOST: Final = 20


@dataclass(frozen=True, slots=True)
class Seen:
    """A keeper that has kept time a moment ago."""

    name: str
    age_ms: int

    @property
    def stands_in(self) -> bool:
        """Tell whether it is a web process that only stands in."""
        return self.name.startswith("stand-in/")


def name_of(kind: Kind) -> str:
    """Return the name of a keeper in this process."""
    return f"{kind}/{socket.gethostname()[:_LONGEST_HOST]}/{os.getpid()}"


def period_s() -> float:
    """Return how often a keeper notes that it keeps time. On SQLite, one process, each note waits for the disk."""
    return 1.0 if connection.vendor == "postgresql" else 5.0


def beat(name: str) -> None:
    """Note that a keeper keeps time."""
    note = Heartbeat(name=name, beat_ms=now.now_ms())
    Heartbeat.objects.bulk_create([note], update_conflicts=True, unique_fields=["name"], update_fields=["beat_ms"])


def end(name: str) -> None:
    """Note that a keeper has ended, so that nobody waits for it."""
    Heartbeat.objects.filter(name=name).delete()


def seen() -> tuple[Seen, ...]:
    """Return the keepers that keep time now, by name."""
    present = now.now_ms()
    since_ms = present - round(_MISSED * period_s() * 1000)
    rows = _notes().filter(beat_ms__gt=since_ms).order_by("name").values_list("name", "beat_ms")
    return tuple(Seen(name, max(0, present - beat_ms)) for name, beat_ms in rows)


def is_kept_on_this_host() -> bool:
    """Tell whether a keeper of this host, other than one that stands in, keeps time now."""
    own = name_of("clock").rpartition("/")[0] + "/"
    return any(keeper.name.startswith(own) for keeper in seen())


def silence_ms() -> int | None:
    """Return how long ago a keeper last noted that it keeps time; None if none has, or all have ended as told."""
    last_ms = _notes().aggregate(last=Max("beat_ms"))["last"]
    return None if last_ms is None else max(0, now.now_ms() - last_ms)


def _notes() -> QuerySet[Heartbeat]:
    return Heartbeat.objects.filter(Q(name__startswith="clock/") | Q(name__startswith="stand-in/"))
