"""What is deleted by itself."""

from __future__ import annotations

from typing import Final

from matches import now
from matches.decks import GUEST
from matches.models import Attempt, Connection, Deck

KEEP_EVIDENCE_MS: Final = 30 * 24 * 3600 * 1000
KEEP_GUEST_DECKS_MS: Final = 180 * 24 * 3600 * 1000
"""By then the session that could open them has long ended."""


def forget_evidence() -> int:
    """Delete what is known of sockets and refused attempts older than 30 days; return how many lines."""
    before_ms = now.now_ms() - KEEP_EVIDENCE_MS
    sockets, _ = Connection.objects.filter(opened_at_ms__lt=before_ms).delete()
    attempts, _ = Attempt.objects.filter(at_ms__lt=before_ms).delete()
    return sockets + attempts


def forget_guest_decks() -> int:
    """Delete the decks of guests that nobody has changed for half a year; return how many."""
    old = Deck.objects.filter(owner_ref__startswith=GUEST, changed_at_ms__lt=now.now_ms() - KEEP_GUEST_DECKS_MS)
    deleted, _ = old.delete()
    return deleted
