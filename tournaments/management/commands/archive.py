"""`manage.py archive SLUG`: write a whole tournament as one file."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.permissions import SYSTEM


class Command(BaseCommand):
    """Print the archive, or write it to a file; a file that was there before is replaced once the new one is whole."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's address, and where to write."""
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write to a file instead of the standard output")
        parser.add_argument("--with-email", action="store_true", help="with the e-mail addresses of players")

    def handle(self, *_args: Any, slug: str, out: Path | None, with_email: bool, **_options: Any) -> None:
        """Write the archive."""
        try:
            data = services.tournament_archive(slug=slug, by=SYSTEM, with_email=with_email)
        except TournamentError as error:
            raise CommandError(f"{slug}: {error.message}") from error
        if out is None:
            sys.stdout.buffer.write(data)
            return
        try:
            _replace(out, data)
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}") from error
        self.stderr.write(f"{out}: {len(data)} bytes")


def _replace(file: Path, data: bytes) -> None:
    """Write a file so that nobody ever finds half of it."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
