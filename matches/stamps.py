"""How far the word of a device at a board counts: never further than the service's own receipts allow.

See docs/decisions/device_time.md. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from matches.rows import Row

CATCH_UP_MS: Final = 5_000
"""For so long after it was opened, a connection may hand in what had to wait before it."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something was done by the word of a device, in the service's time.

    `heard_ms` is the receipt of the frame before over the same connection; None while the device catches up.
    """

    ms: int
    heard_ms: int | None = None


def believed_ms(row: Row, stamp: Stamp, received_ms: int) -> int:
    """Return the instant that counts for a command: that of the stamp within the bounds, else its receipt.

    Not in the future, not before the last line of the match, not before the device was heard last; and the receipt
    alone once the grace of the clock that runs is over.
    """
    if row.deadline_ms is not None and received_ms >= row.deadline_ms + row.grace_ms:
        return received_ms
    earliest_ms = max(row.changed_at_ms, stamp.heard_ms or 0)
    return min(received_ms, max(stamp.ms, earliest_ms))
