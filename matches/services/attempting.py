"""Refused commands of seats, kept as evidence: after the answer, outside the chain, the last ones of each match."""

from __future__ import annotations

import logging
from typing import Final

from django.db import Error, transaction

from matches.decide import Intent
from matches.models import Attempt
from matches.rows import Ack

log = logging.getLogger(__name__)

KEPT: Final = 500
"""So many refused commands of one match are kept, the last ones."""

_UNKNOWN: Final = frozenset({"busy", "server_fault", "no_such_match"})
"""Refusals that say nothing about the command."""
_SECRET: Final = ("prepare ", "nonce ")
"""What a seat sends that is no action; the secret behind it is of no use to anybody."""
_LONGEST: Final = 600


def is_evidence(intent: Intent, ack: Ack) -> bool:
    """Tell whether an answer refuses a seat's command for something that one may want to look into."""
    return not ack.ok and intent.actor >= 0 and ack.ply is not None and ack.code not in _UNKNOWN


def attempt_keep(match_id: str, intent: Intent, ack: Ack) -> None:
    """Keep a refused command, once for its id. It has been answered: what fails here is logged, and harms nobody."""
    try:
        with transaction.atomic():
            _keep(match_id, intent, ack)
    except Error:
        log.exception("a refused command of match %s could not be kept", match_id)


def _keep(match_id: str, intent: Intent, ack: Ack) -> None:
    kept, made = Attempt.objects.get_or_create(
        match_id=match_id,
        cmd=intent.cmd[:80],
        defaults={
            "seat": intent.actor,
            "ply": ack.ply or 0,
            "text": _told(intent.text),
            "code": ack.code,
            "at_ms": intent.at_ms,
        },
    )
    if made:
        of_match = Attempt.objects.filter(match_id=match_id)
        last = of_match.filter(pk__lt=kept.pk).order_by("-pk").values_list("pk", flat=True)[KEPT - 1 : KEPT].first()
        if last is not None:
            of_match.filter(pk__lte=last).delete()


def _told(text: str) -> str:
    found = next((word for word in _SECRET if text.startswith(word)), None)
    # PostgreSQL keeps no zero bytes.
    return (text if found is None else found.strip()).replace("\0", "")[:_LONGEST]
