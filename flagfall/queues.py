"""Which task goes to which queue, and what a queue asks of its tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

QUEUES: Final = ("clock", "live", "work")
DEFAULT_QUEUE: Final = "work"

CLOCK_TASKS: Final = frozenset({"clock.settle"})
"""All that the queue `clock` takes. Whatever else calls itself so goes to `work`: it might be slow."""

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    # Acknowledged when they begin: what is lost the sweep finds, sooner than the message would come again.
    "clock": {"acks_late": False, "expires": 30.0, "time_limit": 10},
    # The keeper asks a bot again that was not heard.
    "live": {"acks_late": False, "expires": 60.0, "time_limit": 120},
    # Acknowledged when they have ended: what a killed worker leaves undone is done again. Every task may run twice.
    "work": {"acks_late": True, "soft_time_limit": 540, "time_limit": 600},
}
"""Options of the tasks of each queue; limits in seconds, which pools of processes can enforce."""

SENT_MS: Final = "sent_ms"
"""The header that tells when a message was sent, in milliseconds since the epoch."""

BEHIND_ALL: Final = 10
"""By how much a worker that does nothing but slow work lowers its priority."""


def queue_of(task: str) -> str:
    """Return the queue of a task: `clock` for those named above, `live` for those that begin so, `work` for all others.

    >>> [queue_of(name) for name in ("clock.settle", "clock.report", "live.bot_move", "live", "export", "")]
    ['clock', 'work', 'live', 'work', 'work', 'work']
    """
    if task in CLOCK_TASKS:
        return "clock"
    return "live" if task.startswith("live.") else DEFAULT_QUEUE
