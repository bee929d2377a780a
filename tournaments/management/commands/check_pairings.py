"""`manage.py check_pairings FILE.trf`: pair every round of a file again and list the differences."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.pairing_check import check_pairings
from tournaments.formats.swiss.model import EDITIONS, PairingError
from tournaments.management.report_file import read_report


class Command(BaseCommand):
    """Print one line per round, and one per difference. Fails if there is any. No database is needed."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and the edition of the rules."""
        parser.add_argument("file", type=Path, help="tournament report file, TRF16 or TRF26")
        parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0], help="edition of FIDE C.04.3")

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        """Check the rounds one by one."""
        trf = read_report(file, self.stderr)
        differences = 0
        try:
            for checked in check_pairings(trf, edition=options["edition"]):
                differences += len(checked.deviations)
                found = f"{len(checked.deviations)} differences" if checked.deviations else "as computed"
                self.stdout.write(f"round {checked.number}: {checked.boards} boards, {found}")
                for deviation in checked.deviations:
                    self.stdout.write(f"  {deviation.text.en}")
        except PairingError as error:
            raise CommandError(f"{file} cannot be paired: {error}") from error
        if differences:
            raise CommandError(f"{differences} differences")
