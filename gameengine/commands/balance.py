"""`balance GAME`: whether a game's contenders are equally strong, played out by equal bots."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import yaml

from gameengine.bots import LEVELS
from gameengine.bots.balance import Balance, Tally, run_balance
from gameengine.commands.common import FOUND_SOMETHING, OK, CommandError, chosen_game, file_text, say
from gameengine.core.abilities import Balances, HasContent
from gameengine.core.types import Json

HELP = "let equal bots play every contender of a game against every other"
LOW: Final = 0.44
HIGH: Final = 0.56
"""Overall rates outside these bounds are reported as unbalanced."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="matches in all, at least")
    parser.add_argument("--level", choices=LEVELS, default="normal")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--content", metavar="NAME_OR_FILE", help="a built-in content, or a file (JSON or YAML)")


def run(args: Namespace) -> int:
    """Print the table; returns 1 if a contender's overall rate is out of bounds."""
    game = chosen_game(args.game)
    if not isinstance(game, Balances):
        raise CommandError("NO_CONTENDERS", f"{game.key} has nothing to balance")
    chosen: dict[str, Json] = {} if args.content is None else {"content": _content(game, args.content)}
    found = run_balance(game, args.games, chosen=chosen, level=args.level, seed=args.seed, jobs=args.jobs)
    for line in table(found):
        say(line)
    unbalanced = [name for name, tally in found.overall.items() if not LOW <= tally.rate <= HIGH]
    say(f"outside {LOW:.0%} to {HIGH:.0%}: {', '.join(unbalanced) or 'nobody'}")
    return FOUND_SOMETHING if unbalanced else OK


def _content(game: object, named: str) -> Json:
    """Return a built-in content's name, or the checked content of a file. Raises CommandError."""
    if not isinstance(game, HasContent):
        raise CommandError("NO_CONTENT", "the content of this game cannot be exchanged")
    if named in game.contents:
        return named
    text = file_text(Path(named))
    try:
        data: Json = json.loads(text) if named.endswith(".json") else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        raise CommandError("BAD_CONTENT", f"{named}: {error}") from error
    problems = game.check_content(data)
    if problems:
        raise CommandError("BAD_CONTENT", "; ".join(f"{one.path}: {one.text.en}" for one in problems))
    return data


def table(found: Balance) -> list[str]:
    """Return the report: a line per contender against every other, then each over all, then the seats.

    Rates are shares of points with the 95 % limits by Wilson; a draw is half a point.
    """
    games = found.first_seat.games
    width = max(map(len, found.contenders))
    lines = [f"{games} matches, {found.actions // max(games, 1)} actions on average"]
    for one in found.contenders:
        cells = [f"{other.rjust(width)} {_rate(found.pairs[one, other])}" for other in found.contenders if other != one]
        lines.append(f"{one.ljust(width)} against {'; '.join(cells)}")
    lines += [f"{name.ljust(width)} overall {_full(tally)}" for name, tally in found.overall.items()]
    return [*lines, f"seat 0 {_full(found.first_seat)}"]


def _rate(tally: Tally) -> str:
    low, high = tally.limits()
    return f"{tally.rate:.1%} ({low:.1%} to {high:.1%})"


def _full(tally: Tally) -> str:
    return f"{_rate(tally)}, won {tally.won}, lost {tally.lost}, drawn {tally.drawn}"
