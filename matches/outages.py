"""Spans in which nobody could play, noticed by a gap in the heartbeat."""

from __future__ import annotations

import logging
from typing import Final

from django.db import transaction

from matches import now
from matches.models import Heartbeat, Outage

log = logging.getLogger(__name__)

SERVICE: Final = "service"
BEAT_MS: Final = 5_000
LONGEST_GAP_MS: Final = 15_000
_KEEP_MS: Final = 24 * 3600 * 1000


def beat(process: str = "") -> None:
    """Note that the service, and this process, are alive. A gap since the last beat is kept as an outage."""
    present = now.now_ms()
    with transaction.atomic():
        service, made = Heartbeat.objects.select_for_update().get_or_create(name=SERVICE, defaults={"beat_ms": present})
        if not made:
            _note_gap(service.beat_ms, present)
            Heartbeat.objects.filter(name=SERVICE, beat_ms__lt=present).update(beat_ms=present)
        if process:
            Heartbeat.objects.update_or_create(name=process, defaults={"beat_ms": present})
            Heartbeat.objects.exclude(name=SERVICE).filter(beat_ms__lt=present - _KEEP_MS).delete()


def _note_gap(last_ms: int, present: int) -> None:
    if present - last_ms > LONGEST_GAP_MS:
        log.warning("nobody could play for %d ms", present - last_ms)
        Outage.objects.create(from_ms=last_ms, to_ms=present)


def is_pending() -> bool:
    """Tell whether a span has not been given back yet, noticed or not."""
    if Outage.objects.filter(closed=False).exists():
        return True
    last_ms = Heartbeat.objects.filter(name=SERVICE).values_list("beat_ms", flat=True).first()
    return last_ms is not None and now.now_ms() - last_ms > LONGEST_GAP_MS
