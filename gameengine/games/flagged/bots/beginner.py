"""The beginner: mostly one step nearer to the flag, else anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flagged.bots.sight import without_enemy_cards
from gameengine.games.flagged.bots.worth import Sketch, crossing, way
from gameengine.games.flagged.geometry import HERO, SQUARE
from gameengine.games.flagged.state import MAIN

GOES_TENTHS: Final = 6
"""In how many decisions of ten a step to the flag is looked for."""


class Beginner:
    """Runs for the flag and does not look at what may happen to it."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return a step that shortens the way, or an action of a kind drawn first."""
        nearer = _nearer(view, seat, actions) if random.below(10) < GOES_TENTHS else []
        wanted = nearer or _of_one_kind(actions, random)
        return wanted[random.below(len(wanted))]


def _nearer(view: JsonObject, seat: Seat, actions: Sequence[str]) -> list[str]:
    state = without_enemy_cards(view, seat)
    if state.phase != MAIN:
        return []
    sketch = Sketch(state)
    length = crossing(sketch.walls, sketch.pillars)
    before = way(sketch, seat, length)
    found = []
    for text in actions:
        if text.startswith(f"move H{seat} "):
            figures = list(state.figures)
            figures[HERO[seat]] = SQUARE[text[-2:]]
            sketch.figures = tuple(figures)
            if way(sketch, seat, length) < before:
                found.append(text)
    return found


def _of_one_kind(actions: Sequence[str], random: Random) -> list[str]:
    """Return the actions with one first word: else most would be walls."""
    kinds = sorted({text.split(" ", 1)[0] for text in actions})
    kind = kinds[random.below(len(kinds))]
    return [text for text in actions if text.split(" ", 1)[0] == kind]
