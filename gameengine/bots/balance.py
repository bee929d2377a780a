"""Whether the contenders of a game (its heroes) are equally strong: every one against every other, seats turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any, Final, TypeAlias

from gameengine.bots.strength import play
from gameengine.core.abilities import Balances
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import game as game_by_key
from gameengine.randomness import SeededRandom
from gameengine.table import complete_options

Z_95: Final = 1.96
"""Standard deviations within which 95 of 100 measurements lie."""
_CHUNK: Final = 10


@dataclass(slots=True)
class Tally:
    """Wins, losses and draws of one contender, against one other or all."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        """Return the number of matches."""
        return self.won + self.lost + self.drawn

    @property
    def rate(self) -> float:
        """Return the share of the points, a draw being half a point."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    def limits(self, z: float = Z_95) -> tuple[float, float]:
        """Return the bounds between which the true rate lies with 95 % confidence, by Wilson."""
        return wilson(self.rate, self.games, z)

    def add(self, winner: int | None, seat: int) -> None:
        """Count one match that this contender has played at `seat`."""
        self.won += winner == seat
        self.lost += winner == 1 - seat
        self.drawn += winner is None


def wilson(rate: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return Wilson's score interval of a rate.

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    spread = z * z / games
    middle = rate + spread / 2
    reach = z * sqrt(rate * (1 - rate) / games + spread / (4 * games))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


@dataclass
class Balance:
    """What a run has shown so far: each ordered pair, each contender over all others, and the seats."""

    contenders: tuple[str, ...]
    pairs: dict[tuple[str, str], Tally] = field(default_factory=dict)
    overall: dict[str, Tally] = field(default_factory=dict)
    first_seat: Tally = field(default_factory=Tally)
    actions: int = 0

    def __post_init__(self) -> None:
        self.overall = {name: Tally() for name in self.contenders}
        self.pairs = {(one, other): Tally() for one in self.contenders for other in self.contenders if one != other}

    def add(self, seated: tuple[str, str], winner: int | None, actions: int) -> None:
        """Count one match between two different contenders, given in the order of their seats."""
        one, other = seated
        self.pairs[one, other].add(winner, 0)
        self.pairs[other, one].add(winner, 1)
        self.overall[one].add(winner, 0)
        self.overall[other].add(winner, 1)
        self.first_seat.add(winner, 0)
        self.actions += actions


def run_balance(
    game: Game[Any], games: int, *, chosen: JsonObject, level: str = "normal", seed: int = 1, jobs: int = 1
) -> Balance:
    """Return what at least `games` matches of equal bots show; each pair plays equally often from both seats.

    `chosen` are options that differ from the defaults. Repeatable by `seed` for bots that do not look at the clock.
    """
    if not isinstance(game, Balances):
        raise TypeError(f"{game.key} has no contenders")
    options = complete_options(game, chosen)
    contenders = game.contenders(options)
    fixtures = list(_fixtures(contenders, games))
    found = Balance(contenders)
    chunks = [fixtures[start : start + _CHUNK] for start in range(0, len(fixtures), _CHUNK)]
    for part in _played([(game.key, options, chunk, level, seed) for chunk in chunks], jobs):
        for seated, winner, actions in part:
            found.add(seated, winner, actions)
    return found


def _fixtures(contenders: Sequence[str], games: int) -> Iterator[tuple[int, str, str]]:
    """Yield number and seating of each match: every pair from both seats, again and again until there are enough."""
    pairs = [seated for pair in combinations(contenders, 2) for seated in (pair, pair[::-1])]
    rounds = -(-games // len(pairs))
    for number in range(rounds * len(pairs)):
        one, other = pairs[number % len(pairs)]
        yield number, one, other


_Result: TypeAlias = "tuple[tuple[str, str], int | None, int]"
_Work: TypeAlias = "tuple[str, JsonObject, Sequence[tuple[int, str, str]], str, int]"


def _played(work: Sequence[_Work], jobs: int) -> Iterator[list[_Result]]:
    if jobs == 1:
        yield from map(_play_chunk, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_chunk, work)


def _play_chunk(work: _Work) -> list[_Result]:
    key, options, fixtures, level, seed = work
    game: Any = game_by_key(key)
    found: list[_Result] = []
    for number, one, other in fixtures:
        matched: dict[str, Json] = dict(game.between(options, one, other))
        sitting = play(game, (level, level), SeededRandom(f"{seed}/{number}"), budget_ms=100, options=matched)
        found.append(((one, other), sitting.outcome.winner, sitting.actions))
    return found
