"""A task as slow work is: it computes. Only workers of a measurement know it, by `--include bench.slow`."""

from __future__ import annotations

import time

from celery import shared_task


@shared_task(name="bench.slow", ignore_result=True)
def slow(seconds: float) -> None:
    """Use so many seconds of the processor."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(10_000))
