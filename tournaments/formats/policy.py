"""How a pairing of several games is decided: best of n, whose seat it is, and what happens when it stays equal.

Source: design page on pairing, section 8, "Best of n and deciders". Games without a draw need only an odd `best_of`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gameengine.core.game import Option
from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import BOOLEAN, Index

GameKind: TypeAlias = Literal["regular", "extra", "sudden_death"]
GameEnd: TypeAlias = Literal["played", "forfeit", "double_forfeit", "adjudicated"]
Step: TypeAlias = Literal["games", "extra_games", "sudden_death", "better_seed", "lot", "forfeit"]
"""Which step decided a pairing; stored with the result."""

_SEED_OR_LOT: Final = (
    ("better_seed", Text("better seed", "bessere Setzung")),
    ("lot", Text("by lot", "durch Los")),
)

GAMES: Final[tuple[Option, ...]] = (
    Option("best_of", 1, Text("Games per pairing", "Partien je Paarung"), minimum=1, maximum=9),
    Option(
        "all_games",
        False,
        Text("Play all games", "Alle Partien spielen"),
        Text("Also when the pairing is already decided.", "Auch wenn die Paarung schon entschieden ist."),
        BOOLEAN,
    ),
)
"""How many games a pairing has. A pairing that may end drawn needs no more."""

SETTINGS: Final[tuple[Option, ...]] = (
    *GAMES,
    Option("first_seat", "better_seed", Text("First seat in game 1", "Erster Platz in Partie 1"), choices=_SEED_OR_LOT),
    Option(
        "extra_games",
        2,
        Text("Extra games when equal", "Zusatzpartien bei Gleichstand"),
        Text("Played one by one until somebody leads.", "Einzeln gespielt, bis jemand führt."),
        minimum=0,
        maximum=6,
    ),
    Option(
        "sudden_death",
        True,
        Text("Then a last game", "Danach eine letzte Partie"),
        Text("A draw in it counts as a win for one side.", "Ein Remis darin zählt für eine Seite als Sieg."),
        BOOLEAN,
    ),
    Option(
        "draw_counts_for",
        "second_seat",
        Text("A draw in the last game counts for", "Ein Remis in der letzten Partie zählt für"),
        choices=(
            ("second_seat", Text("the second seat", "den zweiten Platz")),
            ("first_seat", Text("the first seat", "den ersten Platz")),
            ("better_seed", Text("the better seed", "die bessere Setzung")),
        ),
    ),
    Option("last_resort", "better_seed", Text("If all else fails", "Wenn nichts hilft"), choices=_SEED_OR_LOT),
)


_MAY_BE_DRAWN: Final[JsonObject] = {
    "first_seat": "as_paired",
    "extra_games": 0,
    "sudden_death": False,
    "draw_counts_for": "second_seat",
    "last_resort": "drawn",
}
"""What holds for a stage whose settings do not say how a pairing is decided."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules for one pairing, as the settings of the stage give them. `lot` is the drawn side, fixed beforehand.

    `first_seat` and `last_resort` may also be "as_paired" and "drawn": the format names the seats, nobody has to win.
    """

    best_of: int
    all_games: bool
    first_seat: str
    extra_games: int
    sudden_death: bool
    draw_counts_for: str
    last_resort: str
    better: Index
    lot: Index


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game of a pairing. Half points are by side; `swapped` means that side 1 had seat 0."""

    kind: GameKind
    swapped: bool
    half_points: tuple[int, int]
    end: GameEnd = "played"


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that must be played now; its number counts from 1."""

    number: int
    kind: GameKind
    swapped: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """Who won a pairing, by which step, and the half points of all its games.

    Nobody wins when both sides are absent (step "forfeit"), or when it ends drawn (step "games").
    """

    winner: Index | None
    step: Step
    half_points: tuple[int, int]


def lot(rng_seed: str, subject: str) -> Index:
    """Return the side that the lot gives for a subject; the same again whenever it is asked.

    >>> lot("seed", "R1-1/first_seat") == lot("seed", "R1-1/first_seat")
    True
    """
    digest = hashlib.sha256(f"flagfall/lot/1\0{rng_seed}\0{subject}".encode()).digest()
    return 1 if digest[0] & 1 else 0


def policy_of(settings: JsonObject, *, seeds: tuple[int, int], rng_seed: str, key: str) -> Policy:
    """Return the policy for one pairing. `seeds` are those of its two sides, lower is better."""
    rules = {**_MAY_BE_DRAWN, **settings}
    return Policy(
        best_of=_whole(rules, "best_of"),
        all_games=bool(rules["all_games"]),
        first_seat=str(rules["first_seat"]),
        extra_games=_whole(rules, "extra_games"),
        sudden_death=bool(rules["sudden_death"]),
        draw_counts_for=str(rules["draw_counts_for"]),
        last_resort=str(rules["last_resort"]),
        better=0 if seeds[0] < seeds[1] else 1,
        lot=lot(rng_seed, key),
    )


def _whole(settings: JsonObject, key: str) -> int:
    """Return a setting that must be a whole number; settings are complete and checked."""
    value = settings[key]
    assert isinstance(value, int)  # noqa: S101
    return value


def state(policy: Policy, games: Sequence[Game]) -> NextGame | Decided:
    """Return the next game of a pairing, or how it was decided. Games that an arbiter voided must be left out.

    Nobody at the board decides at once: an absence before any game is played forfeits the pairing; when both are absent
    later, whoever leads goes on, and on equal points nobody does.
    """
    for number, game in enumerate(games, start=1):
        decided = _by_absence(games[:number], game) or _by_points(policy, games[:number])
        if decided:
            return decided
    kind = _kind(policy, games)
    if kind is None:
        return _last_resort(policy, games)
    return NextGame(len(games) + 1, kind, _swapped(policy, len(games)))


def total(games: Sequence[Game]) -> tuple[int, int]:
    """Return the half points of both sides."""
    return sum(game.half_points[0] for game in games), sum(game.half_points[1] for game in games)


def _leader(points: tuple[int, int]) -> Index | None:
    """Return the side with more points."""
    if points[0] == points[1]:
        return None
    return 0 if points[0] > points[1] else 1


def _by_absence(games: Sequence[Game], game: Game) -> Decided | None:
    """Return the decision if the last of these games ended because somebody was not there."""
    points = total(games)
    if game.end == "double_forfeit":
        return Decided(_leader(points), "forfeit", points)
    # A forfeit in a later game is a lost game; the pairing goes on.
    if game.end == "forfeit" and len(games) == 1:
        return Decided(_leader(game.half_points), "forfeit", points)
    return None


def _by_points(policy: Policy, games: Sequence[Game]) -> Decided | None:
    """Return the decision if the games so far leave no doubt."""
    last, points = games[-1], total(games)
    if last.kind == "sudden_death":
        return Decided(_sudden_death_winner(policy, last), "sudden_death", points)
    leader = _leader(points)
    if leader is None:
        return None
    if last.kind == "extra":
        return Decided(leader, "extra_games", points)
    left = policy.best_of - len(games)
    if left == 0 or (not policy.all_games and abs(points[0] - points[1]) > 2 * left):
        return Decided(leader, "games", points)
    return None


def _sudden_death_winner(policy: Policy, game: Game) -> Index:
    """Return who wins the last game; a draw counts for the side that the policy names."""
    leader = _leader(game.half_points)
    if leader is not None:
        return leader
    if policy.draw_counts_for == "better_seed":
        return policy.better
    seat = 0 if policy.draw_counts_for == "first_seat" else 1
    return 1 if bool(seat) != game.swapped else 0


def _kind(policy: Policy, games: Sequence[Game]) -> GameKind | None:
    """Return the kind of the next game, None when the policy has no more games."""
    if len(games) < policy.best_of:
        return "regular"
    if len(games) < policy.best_of + policy.extra_games:
        return "extra"
    return "sudden_death" if policy.sudden_death else None


def _swapped(policy: Policy, played: int) -> bool:
    """Return whether side 1 has the first seat in the game after `played` others: seats alternate game by game."""
    first = {"better_seed": policy.better, "lot": policy.lot, "as_paired": 0}[policy.first_seat]
    return bool(first) != bool(played % 2)


def _last_resort(policy: Policy, games: Sequence[Game]) -> Decided:
    """Return the decision without a game."""
    if policy.last_resort == "drawn":
        return Decided(None, "games", total(games))
    if policy.last_resort == "lot":
        return Decided(policy.lot, "lot", total(games))
    return Decided(policy.better, "better_seed", total(games))
