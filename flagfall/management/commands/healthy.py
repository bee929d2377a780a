"""`manage.py healthy`: take the readings of the health page; fails when the service is unfit."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from flagfall.health.readings import Reading, State, of_the_service
from matches.enforcement import keepers


class Command(BaseCommand):
    """Print one line per reading. For container health checks and for operators without a browser."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what this machine has to do for the service."""
        parser.add_argument("--keeps-time", action="store_true", help="fail also if no process of this host keeps time")

    def handle(self, *_args: Any, keeps_time: bool, **_options: Any) -> None:
        """Take the readings and judge them."""
        taken = of_the_service()
        for reading in taken:
            self.stdout.write(f"{reading.state.value:5} {reading.key}: {_words(reading)}")
        if keeps_time and not keepers.is_kept_on_this_host():
            raise CommandError("unfit: no process of this host keeps time")
        bad = [reading.key for reading in taken if reading.state is State.BAD]
        if bad:
            raise CommandError(f"unfit: {', '.join(bad)}")


def _words(reading: Reading) -> str:
    value = "" if reading.value is None else f"{reading.value:g} {reading.unit}".strip()
    note = "" if reading.value is not None and reading.state is State.GOOD else reading.note
    return " ".join(str(part) for part in (value, *reading.who, note) if part)
