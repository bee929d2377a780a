"""What a position is worth: the race for the flags in steps, the danger of being captured, what is held in reserve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gameengine.core.types import Seat
from gameengine.games.flagged.geometry import CLONE, COMPANION, EDGE, FIGURES, HERO, OFF_BOARD, SIZE
from gameengine.games.flagged.state import State
from gameengine.games.flagged.walls import crossings

WIN: Final = 100_000.0
STEP: Final = 10.0
"""Worth of one step in the race."""
FLAG_STEPS: Final = 3
"""A flag in the hand is worth more than the way to it: that cannot be blocked any more."""
POINT_STEPS: Final = 6
"""So is a flag brought home."""
FAR: Final = 40
"""More steps than any way needs; what cannot be reached is as far."""

EDGE_SET: Final = tuple(sum(1 << square for square in edge) for edge in EDGE)
_ALL: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Weights:
    """How much things beside the race count, in tenths of a step; `danger` and `chance` are shares of a capture."""

    wall: float = 3.0
    card: float = 3.0
    companion: float = 14.0
    clone: float = 6.0
    ability: float = 4.0
    scar: float = 5.0
    danger: float = 0.85
    chance: float = 0.9


PLAIN: Final = Weights()


# The same ways are asked for again and again while a turn is thought through.
@lru_cache(maxsize=20_000)
def steps_to(walls: int, blocked: int, start: int, goal: int, most: int = FAR) -> int:
    """Return how many straight steps lead from a set of squares to another; `most` if they do not get there."""
    north, east = crossings(walls)
    passable = _ALL & ~blocked
    reached = new = start
    for count in range(most):
        if new & goal:
            return count
        new = ((new & north) << SIZE | (new & east) << 1 | new >> SIZE & north | new >> 1 & east) & passable & ~reached
        if not new:
            return most
        reached |= new
    return most


@lru_cache(maxsize=4096)
def crossing(walls: int, pillars: int) -> int:
    """Return the number of steps between the edges of the seats."""
    return steps_to(walls, pillars, EDGE_SET[0], EDGE_SET[1])


class Sketch:
    """The parts of a position that its worth depends on; may be changed to ask what would be."""

    __slots__ = (
        "captures", "carries", "clone_captures", "figures", "goal", "hand_sizes", "most_captures", "pillars", "points",
        "reserves", "result", "rooted", "shielded", "skips", "steps", "turn", "turn_steps", "used", "walls",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.walls, self.pillars, self.figures = state.walls, state.pillars, state.figures
        self.turn, self.steps, self.turn_steps = state.turn, state.steps, state.variant.steps
        self.carries, self.points, self.captures, self.skips = state.carries, state.points, state.captures, state.skips
        self.reserves, self.used = state.reserves, state.used
        self.goal, self.most_captures = state.variant.flag_points, state.variant.max_captures
        self.hand_sizes = (len(state.hands[0]), len(state.hands[1]))
        self.clone_captures, self.result = state.clone_captures, state.result
        self.rooted = {FIGURES.index(status.target) for status in state.statuses if status.kind == "root"}
        self.shielded = {int(status.target) for status in state.statuses if status.kind == "shield"}


def worth(p: Sketch, me: Seat, weights: Weights = PLAIN) -> float:
    """Return what a position is worth for a seat."""
    if p.result:
        winner = p.result[0]
        return 0.0 if winner == "d" else WIN if int(winner) == me else -WIN
    other = 1 - me
    length = crossing(p.walls, p.pillars)
    mine, theirs = way(p, me, length), way(p, other, length)
    value = STEP * (total(p, other, theirs, length) - total(p, me, mine, length))
    value += weights.wall * (p.reserves[me] - p.reserves[other])
    value += weights.card * (min(p.hand_sizes[me], 4) - min(p.hand_sizes[other], 4))
    value += _standing(p, me, weights) - _standing(p, other, weights)
    return value + _fight(p, me, (mine, theirs), length, weights)


def way(p: Sketch, seat: Seat, length: int) -> int:
    """Return how many steps a seat needs to the next flag point."""
    square = p.figures[HERO[seat]]
    waiting = p.turn_steps * p.skips[seat]
    if square == OFF_BOARD:
        return 2 * length + FLAG_STEPS + waiting
    goal = EDGE_SET[seat if p.carries[seat] else 1 - seat]
    steps = steps_to(p.walls, p.pillars, 1 << square, goal)
    if HERO[seat] in p.rooted:
        # Held in the turn that runs, or in the next one.
        waiting += p.steps if p.turn == seat else p.turn_steps
    return steps + waiting + (0 if p.carries[seat] else length + FLAG_STEPS)


def total(p: Sketch, seat: Seat, steps: int, length: int) -> float:
    """Return how many steps a seat needs to the last flag point, less those that it has in hand."""
    ready = p.steps if p.turn == seat and not p.skips[seat] else 0
    return steps + (2 * length + FLAG_STEPS + POINT_STEPS) * (p.goal - p.points[seat] - 1) - 0.95 * ready


def _standing(p: Sketch, seat: Seat, weights: Weights) -> float:
    value = weights.companion if p.figures[COMPANION[seat]] != OFF_BOARD else 0.0
    value += weights.clone if p.figures[CLONE[seat]] != OFF_BOARD else 0.0
    value += 0.0 if p.used[seat] else weights.ability
    return value - weights.scar * p.captures[seat]


def _fight(p: Sketch, me: Seat, ways: tuple[int, int], length: int, weights: Weights) -> float:
    """Return what captures that hang in the air are worth: those of the seat on turn, else those of the next one."""
    on_turn, waits = p.turn, 1 - p.turn
    way_of = {me: ways[0], 1 - me: ways[1]}
    if can_capture(p, on_turn, waits, p.steps):
        value = weights.chance * loss(p, waits, way_of[waits], length)
        return value if on_turn == me else -value
    if not p.skips[waits] and can_capture(p, waits, on_turn, p.turn_steps):
        # With steps left the seat on turn may still get away.
        share = weights.danger if p.steps < 1 else 0.35 * weights.danger
        value = share * loss(p, on_turn, way_of[on_turn], length)
        return value if waits == me else -value
    return 0.0


def loss(p: Sketch, seat: Seat, steps: int, length: int) -> float:
    """Return what a seat loses if its hero is captured now."""
    count = p.captures[seat] + 1
    if count >= p.most_captures:
        return WIN / 2
    return STEP * (max(0, 2 * length + FLAG_STEPS - steps) + (p.turn_steps + 1) * count)


def can_capture(p: Sketch, by: Seat, whose: Seat, steps: int) -> bool:
    """Tell whether a seat reaches the other's hero with so many steps."""
    target = p.figures[HERO[whose]]
    if target == OFF_BOARD or whose in p.shielded or steps < 1:
        return False
    start = 0
    for figure in (HERO[by], COMPANION[by], CLONE[by]):
        takes = figure != CLONE[by] or (p.clone_captures and p.turn == by)
        if takes and p.figures[figure] != OFF_BOARD and figure not in p.rooted:
            start |= 1 << p.figures[figure]
    return bool(start) and steps_to(p.walls, p.pillars, start, 1 << target, steps + 1) <= steps
