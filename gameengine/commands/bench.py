"""`bench GAME`: how fast the rules and the table are on this machine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from time import thread_time
from typing import Any, Final

from gameengine.commands.common import OK, chosen_game, say
from gameengine.core.seats import seat_range
from gameengine.core.types import CHANCE
from gameengine.kit.playing import RandomGame
from gameengine.kit.report import at_share
from gameengine.log import header, link_all
from gameengine.randomness import SeededRandom, commit
from gameengine.table import complete_options, load
from gameengine.table.store import dump

_QUIET: Final = 60

HELP = "measure random games per second, and what apply, act and load cost"


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=20, metavar="N")


def run(args: Namespace) -> int:
    """Print one figure per line."""
    game = chosen_game(args.game)
    apply_us: list[float] = []
    list_us: list[float] = []
    # Processor time: what else the machine does is not the rules' fault. Asking for it costs time too, so first not.
    began = thread_time()
    actions = sum(_random_game(game, number) for number in range(args.games))
    took = thread_time() - began
    for number in range(max(1, args.games // 4)):
        _timed_game(game, number, apply_us, list_us)
    say(f"{game.key}: {args.games} random games by the rules alone, {actions} actions")
    say(f"games per second: {args.games / took:.1f}")
    _say_times("apply", apply_us)
    _say_times("legal_actions", list_us)
    _say_table(game, args.games)
    return OK


def _say_table(game: Any, games: int) -> None:
    act_us: list[float] = []
    load_us: list[float] = []
    link_us: list[float] = []
    for number in range(max(1, games // 4)):
        played = RandomGame(game, number)
        for node in played.nodes():
            if node.table.ply % 20 == 0:
                text = dump(node.table)
                load_us.append(_timed(lambda text=text: load(text)))  # type: ignore[misc]
        act_us += played.act_us
        head = header(played.table, played.match_id, commit(played.match_id, played.seed))
        whole = _timed(lambda played=played, head=head: link_all(head, played.lines, lambda: "00"))  # type: ignore[misc]
        link_us.append(whole / len(played.lines))
    _say_times("act with dump", act_us)
    _say_times("load", load_us)
    _say_times("link in the chain, per line", link_us)


def _random_game(game: Any, number: int) -> int:
    return sum(1 for _ in _random_moves(game, number, game.legal_actions, game.apply))


def _timed_game(game: Any, number: int, apply_us: list[float], list_us: list[float]) -> None:
    def listed(state: Any, seat: int) -> Any:
        began = thread_time()
        found = game.legal_actions(state, seat)
        list_us.append(1e6 * (thread_time() - began))
        return found

    def applied(state: Any, actor: int, text: str) -> Any:
        began = thread_time()
        step = game.apply(state, actor, text)
        if actor != CHANCE:
            apply_us.append(1e6 * (thread_time() - began))
        return step

    for _ in _random_moves(game, number, listed, applied):
        pass


def _random_moves(game: Any, number: int, listed: Callable[..., Any], applied: Callable[..., Any]) -> Iterator[str]:
    """Play a random game and yield its actions."""
    random = SeededRandom(f"bench/{number}")
    options = complete_options(game, {})
    state = game.start(options, seat_range(game, options)[0])
    actions = 0
    while game.outcome(state) is None and actions < game.max_actions and game.quiet(state) < _QUIET:
        to_act = game.to_act(state)
        if to_act.chance is not None:
            state = applied(state, CHANCE, game.draw(state, random)).state
            continue
        legal = listed(state, to_act.seats[0])
        text = legal[random.below(len(legal))]
        state = applied(state, to_act.seats[0], text).state
        actions += 1
        yield text


def _timed(work: Callable[[], object]) -> float:
    began = thread_time()
    work()
    return 1e6 * (thread_time() - began)


def _say_times(what: str, us: list[float]) -> None:
    mean = sum(us) / max(1, len(us))
    say(f"{what}: mean {mean:.1f} µs, median {at_share(us, 0.5):.1f}, p99 {at_share(us, 0.99):.1f}")
