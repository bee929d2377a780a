"""Random games at a table, with a commitment, sometimes with clocks that run out and with unusual options."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import thread_time
from typing import Any, Final

from gameengine.clock import TimeControl, control_from_json, control_from_notation
from gameengine.core.abilities import Balances, Departs
from gameengine.core.errors import Refusal
from gameengine.core.game import Game, Option
from gameengine.core.seats import seat_range
from gameengine.core.types import Json, JsonObject
from gameengine.kit.node import Node
from gameengine.randomness import SeededRandom
from gameengine.table import (
    Committed,
    Line,
    Table,
    TableStep,
    act,
    advance,
    complete_options,
    dump,
    legal_actions,
    next_deadline,
    seats_to_act,
    start_now,
)

_TIMED_EVERY = 10
_VARIED_EVERY = 4
_RESIGNS_EVERY = 100
_LONGEST_VOCABULARY = 400
_LONGEST_UNLIMITED = 400

CLOCKS: Final = (
    "20+0",
    "5+10 max 6 first",
    "5 d10",
    "5 b10 first",
    "20s/move",
    "2+3x20s",
    "2+10 in 5",
    "hourglass 3",
    "20/10+5, 10/5, 5+10 first",
    "2d/move",
    "2d+1d",
    "10+5 vs 8 d5",
    "5+10 react 2/15 untimed 60",
)
"""Clocks of all kinds, short enough that some run out."""


@dataclass
class RandomGame:
    """One random game: play it through `nodes`, then read its log and its last table."""

    game: Game[Any]
    number: int
    fixed: JsonObject = field(default_factory=dict)
    """Options that are not drawn."""
    lines: list[Line] = field(default_factory=list)
    events: list[JsonObject] = field(default_factory=list)
    """Those of all lines, as the server knows them."""
    act_us: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = SeededRandom(f"{self.game.key}/{self.number}")
        self.match_id = f"kit-{self.number}"
        self.seed = hashlib.sha256(self.match_id.encode()).digest()
        self._chance = Committed(self.match_id, self.seed)
        self.table = self._start()

    def _start(self) -> Table:
        timed = self.number % _TIMED_EVERY == _TIMED_EVERY - 1
        control = self._control() if timed else control_from_notation("none")
        varied = self.number % _VARIED_EVERY == _VARIED_EVERY - 1
        options = _fitting_options(self.game, self.random, self.fixed) if varied else dict(self.fixed)
        if isinstance(self.game, Balances):
            options = self._between(self.game, options)
        least, most = seat_range(self.game, complete_options(self.game, options))
        seats = least + self.random.below(most - least + 1)
        step = start_now(self.game, options, seats, control, at_ms=1_000_000, chance=self._chance)
        self._note(step)
        return step.table

    def _control(self) -> TimeControl:
        """Return the game's own clock, or in every second game another: all kinds in turn."""
        turn, is_other = divmod(self.number // _TIMED_EVERY, 2)
        if is_other:
            return control_from_notation(CLOCKS[turn % len(CLOCKS)])
        return control_from_json(self.game.default_control)

    def _between(self, game: Balances, chosen: dict[str, Json]) -> dict[str, Json]:
        """Draw who plays whom, so that every contender is seen."""
        options = complete_options(self.game, chosen)
        known = game.contenders(options)
        return dict(game.between(options, *(known[self.random.below(len(known))] for _ in range(2))))

    def _note(self, step: TableStep) -> None:
        self.lines += step.lines
        self.events += (event.full() for line in step.lines for event in line.events)

    @property
    def most_actions(self) -> int:
        """So many actions are played at most: few if the options switched off what ends the game."""
        return self.game.max_actions if self.table.quiet_limit is not None else _LONGEST_UNLIMITED

    def nodes(self) -> Iterator[Node]:
        """Yield the table before every action, play a random action, and so on to the end or one action too many."""
        vocabulary: dict[str, None] = {}
        while self.table.status != "over" and self.table.ply <= self.most_actions:
            for seat in seats_to_act(self.table):
                vocabulary.update(dict.fromkeys(legal_actions(self.table, seat)))
            random = SeededRandom(f"{self.game.key}/{self.number}/{self.table.lines_count}")
            yield Node(self.table, random, list(vocabulary)[-_LONGEST_VOCABULARY:], self.events)
            self._play()

    def _play(self) -> None:
        deadline = next_deadline(self.table)
        if deadline is not None and (deadline <= self.table.at_ms or self._lets_it_fall()):
            step = advance(self.table, deadline, self._chance)
        else:
            step = self._left() or self._acted(deadline)
        if not step.lines:
            step = self._noted(step.table)
        self._note(step)
        self.table = step.table

    def _left(self) -> TableStep | None:
        """Let a seat resign where the others then play on; None if nobody does. Seldom: games are to be played too."""
        seats = self.table.seats
        if seats == 2 or not isinstance(self.game, Departs) or self.random.below(_RESIGNS_EVERY):
            return None
        step = act(self.table, self.random.below(seats), "resign", self.table.at_ms, self._chance)
        return None if step.refusal else step

    def _noted(self, table: Table) -> TableStep:
        """Let a pass that was only noted take effect."""
        deadline = next_deadline(table)
        if table is self.table or deadline is None:
            raise AssertionError("neither an action nor a deadline changed anything")
        return advance(table, deadline, self._chance)

    def _lets_it_fall(self) -> bool:
        """Draw whether nobody acts before the deadline: seldom, but mostly once a seat is absent."""
        absent = any(autopilot.active for autopilot in self.table.autopilot)
        return self.random.below(12) < (9 if absent else 1)

    def _acted(self, deadline: int | None) -> TableStep:
        """Let a seat act within the next seconds, before anything happens by itself."""
        seats = seats_to_act(self.table)
        seat = seats[self.random.below(len(seats))]
        actions = legal_actions(self.table, seat)
        text = actions[self.random.below(len(actions))]
        soon = self.table.at_ms + 100 + self.random.below(2_000)
        began = thread_time()
        step = act(self.table, seat, text, soon if deadline is None else min(soon, deadline - 1), self._chance)
        dump(step.table)
        self.act_us.append(1_000_000 * (thread_time() - began))
        if step.refusal is not None:
            raise AssertionError(f"a listed action was refused at the table: {step.refusal}")
        return step


def _fitting_options(game: Game[Any], random: SeededRandom, fixed: JsonObject) -> dict[str, Json]:
    """Draw options beside those that are fixed until all can be played together."""
    while True:
        options = {**random_options(game, random), **fixed}
        try:
            complete_options(game, options)
        except Refusal:
            continue
        return options


def random_options(game: Game[Any], random: SeededRandom) -> dict[str, Json]:
    """Return options of which about half have another value than the default."""
    return {option.key: _random_value(option, random) for option in game.options if random.below(2)}


def _random_value(option: Option, random: SeededRandom) -> Json:
    if option.choices:
        return option.choices[random.below(len(option.choices))][0]
    if isinstance(option.default, bool):
        return random.below(2) == 1
    return option.default
