"""How strong a game's bots are against each other: many matches between two levels, seats changing every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from time import perf_counter
from typing import Any

from gameengine.bots.levels import LEVELS, choose
from gameengine.core.game import Game, Outcome
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, JsonObject
from gameengine.randomness import SeededRandom


@dataclass(frozen=True, slots=True)
class Sitting:
    """One finished match between bots: how it ended, its actions, and the longest and total time per seat in ms."""

    outcome: Outcome
    actions: int
    longest_ms: tuple[float, ...]
    total_ms: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What matches between two levels showed; times are those of the stronger level."""

    stronger: str
    weaker: str
    won: int
    lost: int
    drawn: int
    reasons: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    """Mean number of actions per match."""
    mean_ms: float = 0.0
    longest_ms: float = 0.0

    @property
    def games(self) -> int:
        """Return the number of matches."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> Fraction:
        """Return the stronger level's share of the decided matches, 1/2 if none was decided."""
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else Fraction(1, 2)


def strength_table(
    game: Game[Any], games: int = 200, budget_ms: int = 100, seed: int = 1, pairs: Sequence[tuple[str, str]] = ()
) -> Iterator[Comparison]:
    """Yield one comparison per pair of levels, each as soon as its matches are played.

    `pairs` has (stronger, weaker); by default each level plays the next weaker one. Repeatable by `seed` as far as the
    bots do not depend on the speed of the machine.
    """
    for stronger, weaker in pairs or [(b, a) for a, b in pairwise(LEVELS)]:
        yield compare(game, (stronger, weaker), games, budget_ms, seed)


def compare(game: Game[Any], levels: tuple[str, str], games: int, budget_ms: int, seed: int) -> Comparison:
    """Return what `games` matches of two seats between two levels show, the stronger one given first."""
    results: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    actions, decisions_ms, longest = 0, 0.0, 0.0
    for number in range(games):
        seat = number % 2
        seated = levels if seat == 0 else levels[::-1]
        # Two matches begin with the same chance, once from each seat: equal bots then win equally often.
        sitting = play(game, seated, SeededRandom(f"{seed}/{number // 2}"), budget_ms)
        winner = sitting.outcome.winner
        results["drawn" if winner is None else "won" if winner == seat else "lost"] += 1
        reasons[sitting.outcome.reason] += 1
        actions += sitting.actions
        decisions_ms += sitting.total_ms[seat]
        longest = max(longest, sitting.longest_ms[seat])
    return Comparison(
        *levels,
        results["won"],
        results["lost"],
        results["drawn"],
        reasons,
        actions // max(games, 1),
        2 * decisions_ms / max(actions, 1),
        longest,
    )


def play(
    game: Game[Any], levels: Sequence[str], random: Random, budget_ms: int, options: JsonObject | None = None
) -> Sitting:
    """Play one match with complete options, else the default ones, without clocks, and return how it went."""
    if options is None:
        options = {option.key: option.default for option in game.options}
    quiet_limit = options.get("quiet_limit")
    state = game.start(options, len(levels))
    actions = 0
    longest, total = [0.0] * len(levels), [0.0] * len(levels)
    while True:
        turn = game.to_act(state)
        if turn.chance is not None:
            state = game.apply(state, CHANCE, game.draw(state, random)).state
            continue
        outcome = game.outcome(state)
        if outcome is None and isinstance(quiet_limit, int) and game.quiet(state) >= quiet_limit:
            outcome = Outcome.drawn("QUIET_LIMIT", len(levels))
        if outcome is not None:
            return Sitting(outcome, actions, tuple(longest), tuple(total))
        seat = turn.seats[0]
        view = game.view(state, seat, over=False)
        began = perf_counter()
        text = choose(game, levels[seat], view, seat, game.legal_actions(state, seat), random, budget_ms)
        took = 1000 * (perf_counter() - began)
        longest[seat], total[seat] = max(longest[seat], took), total[seat] + took
        state = game.apply(state, seat, text).state
        actions += 1
