"""The normal bot: the best walk of the turn, then cards and walls that pay for themselves, one look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flagged.bots.plans import Play, keep, plays_of, wall_text, walls_in_the_way
from gameengine.games.flagged.bots.sight import without_enemy_cards
from gameengine.games.flagged.bots.worth import EDGE_SET, PLAIN, Sketch, Weights, steps_to, worth
from gameengine.games.flagged.draft import Draft
from gameengine.games.flagged.effects import half_limit
from gameengine.games.flagged.figures import step, steps_of
from gameengine.games.flagged.geometry import CLONE, COMPANION, DISTANCE, FIGURES, HERO, OFF_BOARD, SQUARES
from gameengine.games.flagged.legal import ban
from gameengine.games.flagged.rules import apply
from gameengine.games.flagged.state import DISCARD, MAIN, REACT, REBIRTH, SETUP, State
from gameengine.games.flagged.walls import open_slots

MOST_WALKS: Final = 48
"""So many squares or pairs of squares are looked at in one turn."""
MOST_TARGETS: Final = 5
MOST_WALLS: Final = 9
FULL_HAND: Final = 4
"""With so many cards in the hand holding back gains little: the limit is near."""
CARD_THRESHOLD: Final = 1.0
WALL_THRESHOLD: Final = 0.5
SETUP_WALLS: Final = (("D2N", "E2N", "C2N", "F2N"), ("E6N", "D6N", "C6N", "F6N"))


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the steps of a turn may lead: the first action ("" for none), the position after, its worth."""

    first: str
    end: State
    value: float


class Normal:
    """One look ahead with the worth of positions; the other seat is taken to hold no cards."""

    weights: Weights = PLAIN

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the action that seems best."""
        return decide(without_enemy_cards(view, seat), seat, actions, random, self.weights)


def decide(state: State, seat: Seat, actions: Sequence[str], random: Random, weights: Weights = PLAIN) -> str:
    """Return the best action for a position in which the other seat has no cards."""
    if state.phase == MAIN:
        return _main(state, seat, actions, weights)
    if state.phase == REACT:
        return react(state, seat, weights)
    if state.phase == DISCARD:
        return min(actions, key=lambda text: discard_price(state, seat, text.removeprefix("discard ")))
    if state.phase == REBIRTH:
        return max(actions, key=lambda text: value_of(apply(state, seat, text).state, seat, weights))
    if state.phase == SETUP:
        return _setup(seat, actions, random)
    raise AssertionError(f"no decision is due in phase {state.phase}")


def _setup(seat: Seat, actions: Sequence[str], random: Random) -> str:
    known = [f"wall {slot}" for slot in SETUP_WALLS[seat] if f"wall {slot}" in actions]
    choice = known or actions
    return choice[random.below(len(choice))]


def discard_price(state: State, seat: Seat, card: str) -> float:
    """Return what giving a card away costs; a second copy is worth less."""
    return keep(card) - 1.5 * (state.hands[seat].count(card) - 1)


def value_of(state: State, seat: Seat, weights: Weights) -> float:
    """Return the worth of a position as it stands."""
    return worth(Sketch(state), seat, weights)


def value_at_end(state: State, seat: Seat, weights: Weights) -> float:
    """Return the worth of a position as if the turn ended now."""
    sketch = Sketch(state)
    sketch.steps = 0
    return worth(sketch, seat, weights)


def walked(state: State, figure: int, origin: int, target: int) -> State:
    """Return the position after a legal step that nobody answers."""
    draft = Draft(state)
    step(draft, figure, origin, target)
    draft.triggers = ()
    return draft.freeze()


def walks(state: State, seat: Seat, weights: Weights, most: int = MOST_WALKS) -> list[Walk]:
    """Return the walks of this turn, the shortest to each arrangement of figures, the empty one first."""
    found = [Walk("", state, value_at_end(state, seat, weights))]
    seen = {state.figures}
    for walk in found:
        if walk.end.result or len(found) >= most:
            continue
        helpers = _helpers(walk.end, seat)
        for figure, origin, target in steps_of(walk.end, seat):
            if figure != HERO[seat] and figure not in helpers:
                continue
            after = walked(walk.end, figure, origin, target)
            if after.figures in seen:
                continue
            seen.add(after.figures)
            first = walk.first or f"move {FIGURES[figure]} {SQUARES[origin]}-{SQUARES[target]}"
            found.append(Walk(first, after, value_at_end(after, seat, weights)))
    return found


def _helpers(state: State, seat: Seat) -> list[int]:
    """Return the figures beside the hero whose steps may capture: steps are too dear for anything else."""
    target = state.figures[HERO[1 - seat]]
    if target == OFF_BOARD:
        return []
    able = [COMPANION[seat], *([CLONE[seat]] if state.clone_captures else [])]
    return [
        figure
        for figure in able
        if state.figures[figure] != OFF_BOARD and DISTANCE[state.figures[figure]][target] <= state.steps
    ]


def best_walk(state: State, seat: Seat, weights: Weights) -> Walk:
    """Return the walk with the best end."""
    return max(walks(state, seat, weights), key=lambda walk: walk.value)


def card_gains(
    state: State, seat: Seat, actions: Sequence[str], weights: Weights, most: int = MOST_TARGETS
) -> list[tuple[float, Play]]:
    """Return what each sensible play of a card or of the ability gains at once, less what it gives away."""
    before = value_of(state, seat, weights)
    plays: list[Play] = []
    if state.hands[seat] and not ban(state, seat):
        plays += plays_of(state, seat, counters=False, most=most) if state.plays else ()
        plays += plays_of(state, seat, counters=True, most=most) if state.live else ()
    if "ability" in actions:
        plays.append(Play("ability", ()))
    gains = []
    for play in plays:
        after = value_of(apply(state, seat, play.text).state, seat, weights)
        gains.append((after - before - price_of(state, seat, play, weights), play))
    return gains


def price_of(state: State, seat: Seat, play: Play, weights: Weights) -> float:
    """Return what a play gives away beyond what the worth of a position counts per card."""
    share = 0.4 if len(state.hands[seat]) >= FULL_HAND else 1.0
    return share * (sum(map(keep, play.cards)) - weights.card * len(play.cards))


def wall_gains(
    state: State, seat: Seat, value: float, weights: Weights, most: int = MOST_WALLS
) -> list[tuple[float, int]]:
    """Return what walls in the other's way gain over a position in which the turn ends, as (gain, slot bit)."""
    if not state.wall_plays or not state.reserves[seat]:
        return []
    sketch = Sketch(state)
    sketch.steps = 0
    sketch.reserves = tuple(count - (at == seat) for at, count in enumerate(sketch.reserves))
    legal = open_slots(state.walls, state.pillars) & half_limit(state, seat)
    gains = []
    for wall in walls_in_the_way(sketch, seat, legal, most):
        sketch.walls = state.walls | wall
        gains.append((worth(sketch, seat, weights) - value, wall))
    return gains


def _main(state: State, seat: Seat, actions: Sequence[str], weights: Weights) -> str:
    gain, play = max(card_gains(state, seat, actions, weights), default=(0.0, Play("", ())))
    if gain > CARD_THRESHOLD:
        return play.text
    walk = best_walk(state, seat, weights)
    if walk.first:
        return walk.first
    gain, wall = max(wall_gains(state, seat, walk.value, weights), default=(0.0, 0))
    if gain > WALL_THRESHOLD:
        return wall_text(wall)
    return idle_step(state, seat) or "end"


def idle_step(state: State, seat: Seat) -> str:
    """Return a step of a helper for which the hero has no use: the clone goes ahead, the companion for the enemy."""
    enemy, ahead = state.figures[HERO[1 - seat]], EDGE_SET[1 - seat]
    goals = {COMPANION[seat]: 1 << enemy if enemy != OFF_BOARD else ahead, CLONE[seat]: ahead}
    for figure, origin, target in steps_of(state, seat):
        goal = goals.get(figure)
        if goal is None:
            continue
        before = steps_to(state.walls, state.pillars, 1 << origin, goal)
        if steps_to(state.walls, state.pillars, 1 << target, goal) < before and not _hangs(state, seat, target):
            return f"move {FIGURES[figure]} {SQUARES[origin]}-{SQUARES[target]}"
    return ""


def _hangs(state: State, seat: Seat, square: int) -> bool:
    """Tell whether the enemy hero could capture a figure there in its next turn."""
    enemy = state.figures[HERO[1 - seat]]
    if enemy == OFF_BOARD:
        return False
    return steps_to(state.walls, state.pillars, 1 << enemy, 1 << square) <= state.variant.steps


def react(state: State, seat: Seat, weights: Weights) -> str:
    """Return the counter that gains most over letting the window pass, if it pays for itself."""
    best, chosen = value_of(apply(state, seat, "pass").state, seat, weights), "pass"
    for play in plays_of(state, seat, counters=True, most=MOST_TARGETS + 3):
        value = value_of(apply(state, seat, play.text).state, seat, weights)
        value -= sum(map(keep, play.cards)) - weights.card * len(play.cards)
        if value > best:
            best, chosen = value, play.text
    return chosen
