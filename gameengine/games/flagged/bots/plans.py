"""Which actions are worth a thought: all steps, the walls that are in somebody's way, each card with a few targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gameengine.core.types import Seat
from gameengine.games.flagged.bots.worth import EDGE_SET, Sketch, steps_to
from gameengine.games.flagged.content import Card
from gameengine.games.flagged.effects import is_target, targets_of
from gameengine.games.flagged.geometry import DISTANCE, HERO, NEXT, OFF_BOARD, SLOTS, SQUARE, members
from gameengine.games.flagged.legal import entered_for, playable
from gameengine.games.flagged.notation import card_action
from gameengine.games.flagged.state import State

KEEP: Final[Mapping[str, float]] = {
    "sprint": 5.0,
    "long_stride": 8.0,
    "annul": 7.0,
    "backlash": 3.0,
    "snare": 7.0,
    "sidestep": 6.0,
    "unyielding": 6.0,
    "frost_ring": 7.0,
    "stasis": 9.0,
    "hound": 9.0,
    "zeal": 3.0,
    "scout": 4.0,
}
"""What a card is worth in the hand, in the units of `worth`; 5 for all others."""


def keep(card: str) -> float:
    """Return what a card is worth in the hand."""
    return KEEP.get(card, 5.0)


def short_way(p: Sketch, seat: Seat) -> list[int]:
    """Return the slots that a shortest way of a seat's hero to its goal crosses, as slot bits, nearest first."""
    square = p.figures[HERO[seat]]
    if square == OFF_BOARD:
        return []
    goal = EDGE_SET[seat if p.carries[seat] else 1 - seat]
    left = steps_to(p.walls, p.pillars, 1 << square, goal)
    crossed: list[int] = []
    while left and len(crossed) < 12:
        for other, wall in NEXT[square]:
            if p.walls & wall or p.pillars >> other & 1:
                continue
            if steps_to(p.walls, p.pillars, 1 << other, goal, left) == left - 1:
                crossed.append(wall)
                square, left = other, left - 1
                break
        else:
            break
    return crossed


def walls_in_the_way(p: Sketch, seat: Seat, legal: int, most: int) -> list[int]:
    """Return legal slots that stand in the way of the other seat, as slot bits."""
    return around(p, 1 - seat, legal)[:most]


class Play(NamedTuple):
    """A way to play a card: the action, and the cards that leave the hand."""

    text: str
    cards: tuple[str, ...]


def plays_of(state: State, seat: Seat, *, counters: bool, most: int) -> Iterator[Play]:
    """Yield plays of each card, or counter, of a seat that is not banned: cheapest cost, up to `most` targets each."""
    word = "counter" if counters else "card"
    for card in playable(state, seat, counters=counters):
        cost = _cheapest(state.hands[seat], card)
        if cost is None:
            continue
        for target in _few_targets(state, seat, card, most):
            yield Play(card_action(word, card.id, target, cost), (card.id, *cost))


def _cheapest(hand: Sequence[str], card: Card) -> tuple[str, ...] | None:
    others = sorted(hand, key=keep)
    others.remove(card.id)
    return tuple(sorted(others[: card.cost])) if len(others) >= card.cost else None


def _few_targets(state: State, seat: Seat, card: Card, most: int) -> Sequence[str]:
    entered = entered_for(state, seat)
    if card.aim is not None and card.aim.op == "move_wall":
        return [at for at in _wall_moves(state, seat) if is_target(state, card, seat, entered, at)][: 2 * most]
    targets = targets_of(state, card, seat, entered)
    if len(targets) <= most:
        return targets
    return sorted(targets, key=lambda target: _distance(target, state, seat))[:most]


def _wall_moves(state: State, seat: Seat) -> list[str]:
    """Return moves of walls out of the own way into the other's; there may be thousands of others."""
    sketch = Sketch(state)
    origins = around(sketch, seat, state.walls) or members_as_bits(state.walls)[:2]
    goals = around(sketch, 1 - seat, ~state.walls)[:5]
    return [f"{_slot(origin)}>{_slot(goal)}" for origin in origins[:3] for goal in goals]


def members_as_bits(bits: int) -> list[int]:
    """Return the members of a set, each as a set of one."""
    return [1 << member for member in members(bits)]


def around(p: Sketch, seat: Seat, among: int = -1) -> list[int]:
    """Return slots on the short way of a seat and at the sides of its hero, as slot bits."""
    hero = p.figures[HERO[seat]]
    sides = [wall for _, wall in NEXT[hero]] if hero != OFF_BOARD else []
    return [wall for wall in dict.fromkeys((*short_way(p, seat), *sides)) if wall & among]


def _distance(target: str, state: State, seat: Seat) -> int:
    """Return how far a target is from the other hero, or from the own one."""
    named = target.rpartition(">")[2][:2]
    if named not in SQUARE:
        return 0
    heroes = [state.figures[HERO[1 - seat]], state.figures[HERO[seat]]]
    far = [DISTANCE[SQUARE[named]][hero] + place for place, hero in enumerate(heroes) if hero != OFF_BOARD]
    return min(far, default=0)


def _slot(wall: int) -> str:
    return SLOTS[wall.bit_length() - 1]


def wall_text(wall: int) -> str:
    """Return the action that sets a wall in a slot."""
    return f"wall {_slot(wall)}"
