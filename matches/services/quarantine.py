"""A match on which the service fails is taken out of play; all others go on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection, transaction

from gameengine.core.types import ARBITER
from gameengine.table import Line
from matches import announce, now
from matches.decide import event_row
from matches.errors import MatchError
from matches.models import Call, Match, MatchEvent

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def guarded(match_id: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Return what `do` returns for one match; if it fails on the match itself, take that out of play and return None.

    A database that is away or busy is not the match's fault: that error is passed on. So are refusals.
    """
    try:
        return do(*args, **kwargs)
    except (MatchError, OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("match %s failed", match_id)
        match_quarantine(match_id=match_id, fault=f"{type(error).__name__}: {error}")
        return None


@transaction.atomic
def match_quarantine(*, match_id: str, fault: str) -> bool:
    """Take a match out of play until an arbiter rules: no deadline falls, no command is taken. Tell whether it was in.

    Works on the row's columns alone, because it may be the table that is broken.
    """
    locked = Match.objects.select_for_update(no_key=True) if connection.vendor == "postgresql" else Match.objects
    match = locked.get(pk=match_id)
    if match.status in (Match.Status.OVER, Match.Status.QUARANTINED):
        return False
    present = max(now.now_ms(), match.changed_at_ms)
    line = event_row(match.seq + 1, Line("fault", ARBITER, present, ply=match.ply), match.head, decided_ms=present)
    Match.objects.filter(pk=match_id).update(
        version=match.version + 1,
        seq=line.seq,
        head=line.hash,
        status=Match.Status.QUARANTINED,
        deadline_ms=None,
        grace_ms=0,
        bot_since_ms=None,
        changed_at_ms=present,
    )
    MatchEvent.objects.create(
        match_id=match_id,
        version=match.version + 1,
        seq=line.seq,
        kind=line.kind,
        actor=line.actor,
        at_ms=line.at_ms,
        decided_at_ms=line.decided_at_ms,
        public=line.public,
        private=line.private,
        hash=line.hash,
    )
    Call.objects.create(match_id=match_id, reason="fault", text=fault[:2000], opened_at_ms=present)
    transaction.on_commit(lambda: _tell(match_id, line.seq, match.room), robust=True)
    return True


def _tell(match_id: str, seq: int, room: str) -> None:
    announce.tell({"t": "match", "id": match_id, "seq": seq, "room": room})
    announce.announce_room(room, ["queue"])
