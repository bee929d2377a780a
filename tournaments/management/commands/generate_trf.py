"""`manage.py generate_trf --players N --rounds R --seed S`: print a random tournament as a report file."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.trf import write
from tournaments.exchange.trf.generate import Plan, generate
from tournaments.exchange.trf.values import Dialect
from tournaments.formats.swiss.model import EDITIONS

_SHARES = {
    "draws": "of games drawn",
    "byes": "of requested byes, per player and round",
    "full-byes": "of full-point byes, per player and round",
    "forfeits": "of boards forfeited",
    "leaving": "of players who leave for good",
    "late": "of players who come in round 2 to 4",
}


class Command(BaseCommand):
    """The same arguments always give the same file. No database is needed."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take size and seed, and what shall happen in the tournament."""
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--played", type=int, help="play only so many rounds, and ask for the next one")
        for name, what in _SHARES.items():
            default = 0.3 if name == "draws" else 0.0
            parser.add_argument(f"--{name}", type=float, default=default, metavar="SHARE", help=f"share {what}")
        parser.add_argument("--forbidden", type=int, default=0, metavar="PAIRS", help="pairs that must not meet")
        parser.add_argument("--accelerated", action="store_true", help="Baku acceleration")
        parser.add_argument("--dialect", choices=get_args(Dialect), default="trf26")
        parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0], help="edition of FIDE C.04.3")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the file."""
        plan = Plan(**{name: options[name] for name in Plan.__dataclass_fields__ if name in options})
        if not (1 <= plan.players <= 9999 and 1 <= plan.rounds <= 99 and 0 <= (plan.played or 0) <= plan.rounds):
            raise CommandError("a tournament has 1 to 9999 players and 1 to 99 rounds")
        self.stdout.write(write(generate(plan)), ending="")
