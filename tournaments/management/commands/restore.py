"""`manage.py restore FILE`: make the tournament of an archive."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from tournaments import services
from tournaments.errors import TournamentError


class Command(BaseCommand):
    """Make it whole or not at all: every byte is checked, every log is replayed."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, another address for the tournament, and whose it shall be."""
        parser.add_argument("file", metavar="FILE", type=Path, help="an archive, as `manage.py archive` writes it")
        parser.add_argument("--slug", default="", help="another address, if the archive's is taken")
        parser.add_argument("--organizer", metavar="USERNAME", help="the account that becomes organizer")

    def handle(self, *_args: Any, file: Path, slug: str, organizer: str | None, **_options: Any) -> None:
        """Restore the tournament."""
        user = get_user_model().objects.filter(username=organizer).first() if organizer else None
        if organizer and user is None:
            raise CommandError(f"there is no account {organizer!r}")
        try:
            made = services.tournament_restore(data=file.read_bytes(), slug=slug, organizer=user)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except TournamentError as error:
            raise CommandError(f"{file} is refused, nothing was changed: {error.message}") from error
        self.stdout.write(f"/t/{made.slug}/ {made.name}")
