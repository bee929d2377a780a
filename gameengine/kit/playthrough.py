"""One recorded game per game and seed as readable text: a change of the rules shows as a changed line.

Kept in `tests/gameengine/playthroughs` and compared line by line; written anew only on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from gameengine.clock import control_from_json
from gameengine.core.game import Game
from gameengine.core.seats import seat_range
from gameengine.core.types import CHANCE, Json, JsonObject
from gameengine.randomness import SeededRandom
from gameengine.table import (
    Line,
    Seeded,
    Table,
    act,
    complete_options,
    legal_actions,
    result_json,
    seats_to_act,
    start_now,
)

_OPTIONS = "options: "
_NONE: JsonObject = MappingProxyType({})
_SHOWN_FULLY = 40
"""So many plies are shown with position and actions, the rest with the action alone."""


def playthrough(game: Game[Any], seed: int, options: JsonObject = _NONE) -> str:
    """Return the text of the random game of a seed, with default options but these and the least number of seats."""
    return "\n".join(_lines(game, seed, options)) + "\n"


def options_of(text: str) -> dict[str, Json]:
    """Return the options of a recorded game, which its second line has if they are not the default ones."""
    found: dict[str, Json] = json.loads(text.split("\n", 2)[1].partition(_OPTIONS)[2] or "{}")
    return found


def _lines(game: Game[Any], seed: int, options: JsonObject) -> Iterator[str]:
    random, chance = SeededRandom(seed), Seeded(seed)
    control = control_from_json({"kind": "none"})
    least, _most = seat_range(game, complete_options(game, options))
    step = start_now(game, options, least, control, at_ms=0, chance=chance)
    yield f"game: {game.key}, rules version {game.rules_version}, seed {seed}"
    if options:
        yield f"{_OPTIONS}{json.dumps(dict(options))}"
    yield from _told(game, step.lines)
    while step.table.status != "over":
        seats = seats_to_act(step.table)
        seat = seats[random.below(len(seats))]
        actions = legal_actions(step.table, seat)
        if step.table.ply < _SHOWN_FULLY:
            yield from _node(step.table, seat, actions)
        step = act(step.table, seat, actions[random.below(len(actions))], step.table.at_ms + 1000, chance)
        yield from _told(game, step.lines)
    yield f"position: {game.write(step.table.state)}"
    yield f"result: {result_json(step.table.outcome)}"


def _node(table: Table, seat: int, actions: tuple[str, ...]) -> Iterator[str]:
    yield ""
    yield f"position: {table.game.write(table.state)}"
    yield f"seat {seat}, {len(actions)} actions: {', '.join(actions)}"


def _told(game: Game[Any], lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        if line.actor == CHANCE:
            yield f"chance {line.label}: {line.text}"
        elif line.kind == "action":
            events = [event.full() for event in line.events]
            yield f"{line.ply}. seat {line.actor}: {game.notation(line.text, events)}"
        for event in line.events:
            yield f"  {event.full()}"
