"""`kit [GAME]` and `playthrough GAME`: the test kit at any length, and the recorded games of its regression test."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from gameengine.commands.common import FOUND_SOMETHING, OK, add_options, chosen_game, chosen_options, say
from gameengine.games.registry import GAMES
from gameengine.kit import playthrough, run_kit

KIT_HELP = "play random games through the test kit"
PLAYTHROUGH_HELP = "print the recorded random game of a seed"


def configure_kit(parser: ArgumentParser) -> None:
    """Declare the arguments of `kit`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="default: every hosted game")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="random games per game")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="number of the first random game")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    add_options(parser)


def configure_playthrough(parser: ArgumentParser) -> None:
    """Declare the arguments of `playthrough`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    add_options(parser)


def run_the_kit(args: Namespace) -> int:
    """Print each game's report; faults come first."""
    games = [chosen_game(args.game)] if args.game else list(GAMES.values())
    faults = 0
    for game in games:
        options = chosen_options(game, args.option)
        report = run_kit(game, args.games, first=args.first, processes=args.processes, options=options)
        for line in report.lines():
            say(line)
        faults += len(report.faults)
    say(f"{faults} faults")
    return FOUND_SOMETHING if faults else OK


def run_playthrough(args: Namespace) -> int:
    """Print the playthrough."""
    game = chosen_game(args.game)
    say(playthrough(game, args.seed, chosen_options(game, args.option)).rstrip("\n"))
    return OK
