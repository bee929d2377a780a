"""`manage.py clockd`: keep time, and nothing else. Needs the database only; with Redis it also hears alarm clocks."""

from __future__ import annotations

import contextlib
import signal
import threading
from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand

from flagfall.celery import app
from flagfall.up.background import Background
from matches.ending import ASKED, end_now, insist_after, limit_s
from matches.enforcement import Keeper

THREADS: Final = 4
HEARS_ENDING_WITHIN_S: Final = 3.0


class Command(BaseCommand):
    """Let flags fall until told to end. Any number of these may run, beside clock workers or instead of them."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say whether to hear alarm clocks."""
        parser.add_argument("--no-broker", action="store_true", help="do without alarm clocks even if there is a Redis")

    def handle(self, *_args: Any, no_broker: bool, **_options: Any) -> None:
        """Run until SIGINT or SIGTERM; a second one, or a limit, ends it at once."""
        told = threading.Event()
        _on_signal(told)
        keeper = Keeper()
        # First of all: whatever the broker does, time is kept.
        keeper.start()
        with contextlib.ExitStack() as stack:
            stack.callback(keeper.stop)
            if settings.REDIS_URL and not no_broker:
                stack.enter_context(_alarm_clocks())
            self._say(f"{keeper.name} keeps time.")
            told.wait()
            self._say("clockd: ending.")
        self._say("clockd has ended.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _alarm_clocks() -> Background:
    """Return what hears alarm clocks. Nothing is lost if it still looks for its broker when it should end."""
    queues = ("clock",)
    return Background(
        app, queues=queues, threads=THREADS, name="clockd", schedule=False, ends_within_s=HEARS_ENDING_WITHIN_S
    )


def _on_signal(told: threading.Event) -> None:
    def end(_number: int, _frame: Any) -> None:
        if told.is_set():
            end_now("it was told to a second time")
        insist_after(limit_s())
        told.set()

    for number in ASKED:
        signal.signal(number, end)
