"""Running the kit: many random games, every check on some of their nodes, all checks on all nodes of some games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import MappingProxyType
from typing import Any, Final

from gameengine.core.game import Game
from gameengine.core.types import JsonObject
from gameengine.games.registry import game as game_by_key
from gameengine.kit import picture, rules, secrecy
from gameengine.kit.node import Check, Node
from gameengine.kit.playing import RandomGame
from gameengine.kit.report import MOST_FAULTS, Fault, Report
from gameengine.kit.whole_game import WHOLE_GAME_CHECKS

FULL_EVERY: Final = 50
"""In one game of so many all checks run at every node."""
NODE_EVERY: Final = 16
"""In the other games they run at one node of so many; the cheap ones run at every node."""
OPENING: Final = 200
LATER: Final = 8
"""A short run looks so much less often at what comes after so many plies, which only a few games reach."""
_CHUNK: Final = 10
_NONE: Final[JsonObject] = MappingProxyType({})

CHEAP: Final[tuple[Check, ...]] = (
    rules.stored,
    rules.somebody_can_act,
    rules.clock_runs_for_who_must_act,
    rules.automatic_are_legal,
    rules.invariants_hold,
)
THOROUGH: Final[tuple[Check, ...]] = (
    rules.stored_looks_the_same,
    rules.listed_are_accepted,
    rules.wrong_are_refused,
    rules.others_must_wait,
    rules.seats_are_mirrored,
    secrecy.redealt_looks_the_same,
    secrecy.actions_tell_the_same,
    secrecy.everybody_sees_the_rest,
    picture.picture_is_sound,
    picture.actions_can_be_picked,
)
AT_THE_END: Final[tuple[Check, ...]] = (
    rules.stored,
    rules.invariants_hold,
    secrecy.everybody_sees_the_rest,
    picture.picture_is_sound,
)


def run_kit(
    game: Game[Any],
    games: int,
    *,
    first: int = 0,
    processes: int = 1,
    short: bool = False,
    options: JsonObject = _NONE,
) -> Report:
    """Return what `games` random games show, numbered from `first`; the same numbers give the same games.

    All have the `options`; those that are not named are drawn in some games. A `short` run is for the tests of every
    change: it runs the costly checks less often late in long games.
    """
    report = Report(game.key)
    numbers = range(first, first + games)
    if processes == 1:
        for number in numbers:
            report.add(check_game(game, number, short=short, options=options))
        return report
    chunks = [numbers[start : start + _CHUNK] for start in range(0, games, _CHUNK)]
    with ProcessPoolExecutor(processes) as pool:
        for part in pool.map(_check_chunk, [game.key] * len(chunks), chunks, [dict(options)] * len(chunks)):
            report.add(part)
    return report


def _check_chunk(key: str, numbers: Sequence[int], options: JsonObject) -> Report:
    report = Report(key)
    for number in numbers:
        report.add(check_game(game_by_key(key), number, options=options))
    return report


def check_game(game: Game[Any], number: int, *, short: bool = False, options: JsonObject = _NONE) -> Report:
    """Return what one random game shows."""
    played = RandomGame(game, number, options)
    report = Report(game.key, games=1)
    try:
        for node in played.nodes():
            _check_node(report, node, number, later=short and node.table.ply >= OPENING)
            if len(report.faults) >= MOST_FAULTS:
                break
        else:
            _check_end(report, played)
    # A game that crashes is a fault of the game to be reported with its number, not the end of the run.
    except Exception as error:
        report.faults.append(Fault("crash", game.key, number, played.table.ply, f"{type(error).__name__}: {error}"))
    report.actions = report.longest = played.table.ply
    report.act_us = played.act_us[:: max(1, len(played.act_us) // 20)]
    return report


def _check_node(report: Report, node: Node, number: int, *, later: bool) -> None:
    every = (1 if number % FULL_EVERY == 0 else NODE_EVERY) * (LATER if later else 1)
    thorough = node.random.below(every) == 0
    report.nodes_checked += thorough
    checks = CHEAP + THOROUGH if thorough else CHEAP
    report.faults += _faults(node, checks, number)


def _check_end(report: Report, played: RandomGame) -> None:
    outcome = played.table.outcome
    if outcome is not None:
        report.reasons[outcome.reason] += 1
        report.faults += _faults(Node(played.table, played.random, (), played.events), AT_THE_END, played.number)
    for check in WHOLE_GAME_CHECKS:
        for detail in check(played):
            report.faults.append(Fault(check.__name__, played.game.key, played.number, played.table.ply, detail))


def _faults(node: Node, checks: Sequence[Check], number: int) -> Iterator[Fault]:
    for check in checks:
        for detail in check(node):
            yield Fault(check.__name__, node.game.key, number, node.table.ply, detail)
