"""Which actions are worth a thought: all steps, the walls that are in somebody's way, each card with a few targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gameengine.core.types import Seat
from gameengine.games.flagged.bots.worth import Sketch, steps_to
from gameengine.games.flagged.geometry import EDGE, HERO, NEXT, OFF_BOARD, SLOTS, SQUARE, WITHIN
from gameengine.games.flagged.state import State

_EDGE_SET: Final = tuple(sum(1 << square for square in edge) for edge in EDGE)

MANY: Final = 150
"""A card with more plays than this moves walls."""
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
    goal = _EDGE_SET[seat if p.carries[seat] else 1 - seat]
    left = steps_to(p.walls, p.pillars, 1 << square, goal)
    crossed = []
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


def near_targets(actions: Sequence[str], state: State, seat: Seat, most: int) -> list[str]:
    """Return a few of a card's plays: the cheapest cost for each target, targets near a hero first."""
    best: dict[str, tuple[float, str]] = {}
    for text in sensible(actions, state, seat):
        before, _, cost = text.partition(" cost ")
        price = sum(keep(card) for card in cost.split(" ")) if cost else 0.0
        if before not in best or price < best[before][0]:
            best[before] = (price, text)
    texts = [text for _, text in best.values()]
    if len(texts) <= most:
        return texts
    return sorted(texts, key=lambda text: _distance(text, state, seat))[:most]


def sensible(actions: Sequence[str], state: State, seat: Seat) -> Sequence[str]:
    """Return the plays of one card, of moved walls only those that put one in the other's way or take an own one off.

    There may be thousands of them.
    """
    if len(actions) < MANY:
        return actions
    sketch = Sketch(state)
    goals = {SLOTS[wall.bit_length() - 1] for wall in around(sketch, 1 - seat)}
    origins = {SLOTS[wall.bit_length() - 1] for wall in around(sketch, seat, state.walls)}
    found = [text for text in actions if _moved_to(text) in goals]
    return [text for text in found if _moved_from(text) in origins] or found[:60]


def _moved_from(text: str) -> str:
    return text.split(" ")[2][:3]


def _moved_to(text: str) -> str:
    return text.split(" ")[2][-3:]


def around(p: Sketch, seat: Seat, among: int = -1) -> list[int]:
    """Return slots on the short way of a seat and at the sides of its hero, as slot bits."""
    hero = p.figures[HERO[seat]]
    sides = [wall for _, wall in NEXT[hero]] if hero != OFF_BOARD else []
    return [wall for wall in dict.fromkeys((*short_way(p, seat), *sides)) if wall & among]


def _distance(text: str, state: State, seat: Seat) -> int:
    """Return how far a target is from the other hero, or from the own one."""
    parts = text.split(" ")
    named = parts[2].rpartition(">")[2][:2] if len(parts) > 2 else ""
    if named not in SQUARE:
        return 0
    heroes = [state.figures[HERO[1 - seat]], state.figures[HERO[seat]]]
    far = [_steps(SQUARE[named], hero) + place for place, hero in enumerate(heroes) if hero != OFF_BOARD]
    return min(far, default=0)


def _steps(one: int, other: int) -> int:
    return next(reach for reach in range(8) if WITHIN[one][reach] >> other & 1)


def by_card(actions: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each card of a list of plays with its plays, which stand together in the list."""
    card, before, texts = "", "\n", []
    for text in actions:
        if not text.startswith(before):
            if texts:
                yield card, texts
            word, card = text.split(" ", 2)[:2]
            # "scout" begins "scouting" too, so the blank belongs to it; a play without target has none.
            before, texts = f"{word} {card} ", []
        texts.append(text)
    if texts:
        yield card, texts


def wall_text(wall: int) -> str:
    """Return the action that sets a wall in a slot."""
    return f"wall {SLOTS[wall.bit_length() - 1]}"
