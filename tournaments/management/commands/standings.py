"""`manage.py standings FILE.trf`: the standings of a tournament report file, with any tie-breaks, as table or JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.crosstable import cross_table, system_of
from tournaments.management.report_file import read_report
from tournaments.standings.crosstable import System
from tournaments.standings.errors import StandingsError
from tournaments.standings.order import standings
from tournaments.standings.plain import as_json, as_text


class Command(BaseCommand):
    """Read a file, work out the standings, print them. No database is needed."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, what kind of tournament it is, and the tie-breaks."""
        parser.add_argument("file", type=Path, help="tournament report file, TRF16 or TRF26")
        parser.add_argument("--kind", choices=get_args(System), help="kind of tournament; by itself what the file says")
        parser.add_argument("--order", help="tie-breaks after the points, for example BH/C1,BH,SB,DE,WIN")
        parser.add_argument("--keys", default="", help="further tie-breaks to show for everybody")
        parser.add_argument("--after", type=int, help="the round after which to count; by itself the last with results")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *_args: Any, file: Path, json: bool, **options: Any) -> None:
        """Print the standings."""
        trf = read_report(file, self.stderr)
        try:
            kind = options["kind"] or system_of(trf)
            table = standings(cross_table(trf, kind, after=options["after"]), options["order"], options["keys"])
        except StandingsError as error:
            raise CommandError(error.text.en) from error
        if json:
            self.stdout.write(_json(as_json(table)))
        else:
            self.stdout.write(as_text(table, lambda number: trf.players[number].name))


def _json(value: dict[str, Any]) -> str:
    """Return JSON in one line."""
    return json.dumps(value, ensure_ascii=False)
