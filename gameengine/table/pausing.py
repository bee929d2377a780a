"""How a pause ends."""

from __future__ import annotations

from typing import Any

from gameengine.table.arriving import absence_at_ms
from gameengine.table.opening import postpone
from gameengine.table.value import Table


def going_on(table: Table, at_ms: int) -> dict[str, Any]:
    """Return the changes by which a pause ends: everything that was to happen by itself happens so much later."""
    changes: dict[str, Any] = {
        "status": "live" if table.has_begun else "waiting",
        "clock": table.clock.unpause(at_ms),
        "resumes_at_ms": None,
    }
    if not table.has_begun or absence_at_ms(table) is not None:
        changes["opening"] = postpone(table.opening, at_ms - table.clock.since_ms)
    return changes
