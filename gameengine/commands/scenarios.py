"""`scenarios PATH...`: play scenario files and say which do not hold."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from gameengine.commands.common import FOUND_SOMETHING, OK, CommandError, say
from gameengine.scenarios import ScenarioFileError, read_file, run_file, scenario_paths

HELP = "play scenario files of any hosted game"


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a scenario file, or a folder of them")


def run(args: Namespace) -> int:
    """Print one line per failure, then the two numbers."""
    paths = scenario_paths(args.paths)
    if not paths:
        raise CommandError("NO_SCENARIOS", "there is no scenario file in these folders")
    passed, failed = 0, 0
    for path in paths:
        held, broken = _run(path)
        passed, failed = passed + held, failed + len(broken)
        for line in broken:
            say(line)
    say(f"{passed} passed, {failed} failed")
    return FOUND_SOMETHING if failed else OK


def _run(path: Path) -> tuple[int, list[str]]:
    try:
        held, broken = run_file(read_file(path))
    except ScenarioFileError as error:
        return 0, [f"FAILED {' '.join(str(error).split())}"]
    return held, [" ".join(str(failure).split()) for failure in broken]
