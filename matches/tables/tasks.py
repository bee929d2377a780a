"""Ways in for Celery. Every task may run twice or late."""

from __future__ import annotations

from celery import shared_task

from matches.tables import services


@shared_task(name="work.tend_tables", ignore_result=True)
def tend_tables() -> None:
    """Free seats and close tables that were left."""
    services.tables_tend()
