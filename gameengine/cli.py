"""The command line of the engine: `python -m gameengine COMMAND`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from gameengine.commands import balance, bench, kit, play, record, scenarios, strength
from gameengine.commands.common import BAD_INPUT, CommandError


class _Command(NamedTuple):
    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


COMMANDS: Final = {
    "play": _Command(play.HELP, play.configure, play.run),
    "replay": _Command(record.REPLAY_HELP, record.configure_replay, record.run_replay),
    "verify": _Command(record.VERIFY_HELP, record.configure_verify, record.run_verify),
    "scenarios": _Command(scenarios.HELP, scenarios.configure, scenarios.run),
    "kit": _Command(kit.KIT_HELP, kit.configure_kit, kit.run_the_kit),
    "playthrough": _Command(kit.PLAYTHROUGH_HELP, kit.configure_playthrough, kit.run_playthrough),
    "bench": _Command(bench.HELP, bench.configure, bench.run),
    "balance": _Command(balance.HELP, balance.configure, balance.run),
    "strength": _Command(strength.HELP, strength.configure, strength.run),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, 1 if it found something wrong, 2 for input that it cannot work with."""
    args = _parser().parse_args(argv)
    try:
        return COMMANDS[args.command].run(args)
    except CommandError as error:
        print(f"error: {error.code}: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, `head` for one; there is nobody left to tell.
        sys.stderr.close()
        return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m gameengine", description="Rules and tables of Flagfall's games.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        command.configure(commands.add_parser(name, help=command.help, description=command.help))
    return parser
