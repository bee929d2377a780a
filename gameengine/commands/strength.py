"""`strength GAME`: whether the stronger bots win."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gameengine.bots.strength import Comparison, strength_table
from gameengine.commands.common import OK, CommandError, chosen_game, say

HELP = "let the levels of a game's bots play each other"


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="matches per pair of levels")
    parser.add_argument("--budget", type=int, default=100, metavar="MS", help="a bot's time per action")
    parser.add_argument("--seed", type=int, default=1)


def run(args: Namespace) -> int:
    """Print one line per pair of levels."""
    game = chosen_game(args.game)
    if not game.bots:
        raise CommandError("NO_BOTS", f"{game.key} has no bots")
    for comparison in strength_table(game, args.games, args.budget, args.seed):
        say(_line(comparison))
    return OK


def _line(found: Comparison) -> str:
    endings = ", ".join(f"{reason} {count}" for reason, count in found.reasons.most_common())
    return (
        f"{found.stronger} against {found.weaker}: won {found.won}, lost {found.lost}, drawn {found.drawn}; "
        f"{float(found.share):.0%} of the decided; {found.actions} actions on average; {endings}; "
        f"{found.mean_ms:.1f} ms per action, {found.longest_ms:.0f} at most"
    )
