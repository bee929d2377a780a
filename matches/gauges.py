"""What this process can say about itself: readings by name, which the health page and the metrics ask for.

Names end in their unit. `writer_queue_age_ms` and `sockets` are read by name; further ones appear in the metrics alone.
"""

from __future__ import annotations

from collections.abc import Callable

_gauges: dict[str, Callable[[], float]] = {}


def register(name: str, gauge: Callable[[], float]) -> None:
    """Have `gauge` asked under `name`, in any thread, instead of what stood there before."""
    _gauges[name] = gauge


def readings() -> dict[str, float]:
    """Return what every gauge of this process reads now."""
    return {name: gauge() for name, gauge in sorted(_gauges.items())}
