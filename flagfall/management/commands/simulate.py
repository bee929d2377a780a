"""`manage.py simulate`: bots play a whole tournament through the public doors."""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from flagfall.simulation.organizer import Standing
from flagfall.simulation.plan import Plan
from flagfall.simulation.running import Simulated, simulate
from flagfall.simulation.service import NotReadyError, own_service, warnings_of
from flagfall.simulation.tally import Tally
from flagfall.up.prepare import migrate
from gameengine.clock.notation import control_from_notation
from gameengine.core.errors import Refusal
from gameengine.games.registry import HOSTED
from tournaments.errors import TournamentError
from tournaments.formats.registry import FORMATS


class Command(BaseCommand):
    """Let bots play a tournament as people would, by private links, lobby and sockets; fails if anything is wrong."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what is played, by whom, how fast, and where."""
        parser.add_argument("--game", choices=sorted(HOSTED), default=next(iter(HOSTED)))
        parser.add_argument("--format", choices=sorted(FORMATS), default=next(iter(FORMATS)))
        parser.add_argument("--players", type=_players, default=16, help="entries, 2 to 256 (default: 16)")
        parser.add_argument(
            "--options", action="append", default=[], type=_option, metavar="KEY=VALUE", help="an option of the game"
        )
        parser.add_argument("--rounds", type=_rounds, help="of a Swiss, 1 to 30 (default: the format's own)")
        parser.add_argument("--speed", choices=("fast", "normal"), default="fast", help="fast: bots that do not ponder")
        parser.add_argument("--clock", type=_control, help="for example 30s/move or 5+3 (default: the game's own)")
        parser.add_argument("--vanish", type=_percent, default=0, help="percentage of players who go for good")
        parser.add_argument("--slow", type=_percent, default=0, help="percentage of players who let a clock run out")
        parser.add_argument("--seed", type=int, default=0, help="the same seed brings the same people")
        parser.add_argument("--url", help="a service that runs already, on the same database (default: start one)")

    def handle(self, *_args: Any, url: str | None, **options: Any) -> None:
        """Play, and print the report."""
        if options["rounds"] is not None and FORMATS[options["format"]].pairer is None:
            raise CommandError("argument --rounds: only a format that pairs round by round has a number of rounds")
        plan = Plan(
            game=options["game"],
            format=options["format"],
            entries=options["players"],
            fast=options["speed"] == "fast",
            control=options["clock"],
            vanish=options["vanish"],
            slow=options["slow"],
            seed=options["seed"],
            rounds=options["rounds"],
            options=dict(options["options"]),
        )
        try:
            done = self._on(url.rstrip("/"), plan) if url else self._on_own(plan)
        except (NotReadyError, TournamentError, Refusal) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(done.text)
        if done.wrong:
            raise CommandError(f"{len(done.wrong)} things are wrong.")

    def _on_own(self, plan: Plan) -> Simulated:
        """Play on a service of our own, which ends with the tournament."""
        migrate()
        with tempfile.TemporaryDirectory(prefix="flagfall-simulation-") as name:
            folder = Path(name)
            with own_service(folder) as site:
                done = self._on(site, plan)
            said = warnings_of(folder)
        return _with(done, said) if said else done

    def _on(self, site: str, plan: Plan) -> Simulated:
        console = Console(stderr=True)
        console.print(f"Playing on {site}/")
        with _Bar(console) as bar:
            return asyncio.run(simulate(plan, site, bar.show))


def _with(done: Simulated, said: list[str]) -> Simulated:
    """Return the outcome with what the service complained about."""
    text = "\n".join([done.text, "", "The service complained:", *(f"  {line}" for line in said[:20])])
    return Simulated(text, (*done.wrong, *said))


class _Bar:
    """The progress of a simulation on the terminal: boards decided, actions, lines that are open."""

    def __init__(self, console: Console) -> None:
        columns = (TextColumn("{task.description:<9}"), BarColumn(), TextColumn("{task.fields[note]}"))
        self._progress = Progress(*columns, TimeElapsedColumn(), console=console)
        self._task: TaskID = self._progress.add_task("starting", total=None, note="")

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_about: object) -> None:
        self._progress.stop()

    def show(self, stage: str, standing: Standing | None, tally: Tally) -> None:
        """Show how far it has got."""
        self._progress.update(self._task, description=stage)
        if standing is not None:
            note = (
                f"{standing.decided} of {standing.boards} boards, {tally.actions} actions, {tally.open_lines} sockets"
            )
            self._progress.update(self._task, total=standing.boards, completed=standing.decided, note=note)


def _option(text: str) -> tuple[str, Any]:
    """Return an option's value: true, false and whole numbers as such, anything else as text."""
    key, sep, value = text.partition("=")
    if not (key and sep):
        raise ArgumentTypeError(f"{text} is not KEY=VALUE")
    if value in {"true", "false"}:
        return key, value == "true"
    return key, int(value) if value.isdecimal() else value


def _control(text: str) -> Any:
    try:
        return control_from_notation(text).to_json()
    except Refusal as refusal:
        raise ArgumentTypeError(f"{text} is no clock") from refusal


def _players(text: str) -> int:
    return _between(text, 2, 256)


def _rounds(text: str) -> int:
    return _between(text, 1, 30)


def _percent(text: str) -> int:
    return _between(text, 0, 100)


def _between(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ArgumentTypeError(f"{text} is not between {low} and {high}")
    return int(text)
