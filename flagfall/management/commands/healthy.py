"""`manage.py healthy`: take the readings of the health page; fails when the service is unfit."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from flagfall.health.readings import State, of_the_service


class Command(BaseCommand):
    """Print one line per reading. For container health checks and for operators without a browser."""

    help = __doc__

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Take the readings and judge them."""
        taken = of_the_service()
        for reading in taken:
            value = reading.note if reading.value is None else f"{reading.value} {reading.unit}"
            self.stdout.write(f"{reading.state.value:5} {reading.key}: {value}")
        bad = [reading.key for reading in taken if reading.state is State.BAD]
        if bad:
            raise CommandError(f"unfit: {', '.join(bad)}")
