"""`manage.py pair FILE.trf`: pair the coming round of a tournament report file by the Dutch system."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.trf.pairing import request_of
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import EDITIONS, NoPairingError, PairingError, PairingRequest, RoundPairing
from tournaments.formats.swiss.trace import trace
from tournaments.formats.swiss.why import Why
from tournaments.management.report_file import read_report


class Command(BaseCommand):
    """Print the number of boards, then `FIRST SECOND` board by board, `PLAYER 0` for the bye; `none` if none is legal.

    No database is needed. Notes and the reason why there is no pairing go to the error output.
    """

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the edition of the rules, and what to explain."""
        parser.add_argument("file", type=Path, help="tournament report file, TRF16 or TRF26")
        parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0], help="edition of FIDE C.04.3")
        parser.add_argument("--why", action="store_true", help="then say why, board by board")
        parser.add_argument("--trace", action="store_true", help="then show how each bracket was paired")
        parser.add_argument("--language", choices=("en", "de"), default="en", help="language of reasons and trace")

    def handle(self, *_args: Any, file: Path, why: bool, language: str, **options: Any) -> None:
        """Print the pairing."""
        trf = read_report(file, self.stderr)
        try:
            request = request_of(trf, edition=options["edition"])
            found = pair(request)
        except PairingError as error:
            raise CommandError(f"{file} cannot be paired: {error}") from error
        except NoPairingError as error:
            self.stdout.write("none")
            self.stderr.write(error.reason.to(language))
            return
        self.stdout.write("\n".join(found.lines))
        if why:
            self._say_why(request, found, language)
        if options["trace"]:
            self.stdout.write("\n" + "\n".join(line.to(language) for line in trace(request, found)))

    def _say_why(self, request: PairingRequest, found: RoundPairing, language: str) -> None:
        """Print the reasons of every board."""
        for line, reasons in Why(request, found).lines():
            self.stdout.write(f"\n{line}")
            self.stdout.write("\n".join(f"  {reason.text.to(language)}" for reason in reasons))
