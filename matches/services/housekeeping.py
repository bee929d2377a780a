"""What is deleted by itself."""

from __future__ import annotations

from typing import Final

from matches import now
from matches.models import Connection

KEEP_CONNECTIONS_MS: Final = 30 * 24 * 3600 * 1000


def forget_connections() -> int:
    """Delete the evidence about sockets that is older than 30 days; return how many lines."""
    deleted, _ = Connection.objects.filter(opened_at_ms__lt=now.now_ms() - KEEP_CONNECTIONS_MS).delete()
    return deleted
