"""`manage.py up`: the whole service in one process."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from flagfall.celery import app
from flagfall.up.background import Background
from flagfall.up.prepare import demo, migrate
from flagfall.up.server import PortTakenError, check_free, serve
from flagfall.up.welcome import EVERYWHERE, welcome


class Command(BaseCommand):
    """Prepare what is missing, serve, and run the worker and the schedule beside it, until Ctrl+C or SIGTERM."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where to listen and whether to make the demo tournament."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine alone)")
        parser.add_argument("--port", default=8000, type=int)
        parser.add_argument("--no-demo", action="store_true", help="make no demo tournament on the first start")

    def handle(self, *_args: Any, host: str, port: int, no_demo: bool, **_options: Any) -> None:
        """Run until told to end."""
        try:
            check_free(host, port)
        except PortTakenError as error:
            raise CommandError(
                f"Nothing can listen on {host}:{port} ({error.strerror}). Try: make run ARGS='--port {port + 1}'"
            ) from error
        _let_in(host)
        migrate()
        if not no_demo:
            demo()
        greeting = welcome(host=host, port=port)
        with Background(app):
            serve(host=host, port=port, on_ready=partial(self._say, greeting))
        self._say("Flagfall has ended.")

    def _say(self, text: str) -> None:
        """Write at once, also when somebody collects the output."""
        self.stdout.write(text)
        self.stdout.flush()


def _let_in(host: str) -> None:
    """Answer under the address that we listen on; names beyond that come from the environment."""
    if host not in EVERYWHERE and host not in settings.ALLOWED_HOSTS:
        settings.ALLOWED_HOSTS.append(host)
