"""Playing scenarios at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.abilities import HasScenarioOptions
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.types import ARBITER, Actor, JsonObject
from gameengine.games.registry import UnknownGameError
from gameengine.games.registry import game as game_by_key
from gameengine.scenarios.expecting import Situation, failures
from gameengine.scenarios.files import Scenario, ScenarioFile, Step
from gameengine.table import ChanceError, ChanceSource, Line, Scripted, Seeded, act, advance, start_now

_BEGIN_MS: Final = 0
_TIME: Final = ("clock", "server")


@dataclass(frozen=True, slots=True)
class Failure:
    """A scenario that does not hold, with everything that is wrong with it in one line."""

    id: str
    what: str

    def __str__(self) -> str:
        return f"FAILED {self.id}: {self.what}"


def run_file(file: ScenarioFile) -> tuple[int, list[Failure]]:
    """Return how many scenarios of a file hold, and those that do not."""
    try:
        game = game_by_key(file.game)
    except UnknownGameError as error:
        return 0, [Failure(scenario.id, str(error)) for scenario in file.scenarios]
    if game.rules_version != file.rules_version:
        what = f"the file is for rules version {file.rules_version}, the game has {game.rules_version}"
        return 0, [Failure(scenario.id, what) for scenario in file.scenarios]
    found = [Failure(scenario.id, "; ".join(wrong)) for scenario in file.scenarios if (wrong := run(game, scenario))]
    return len(file.scenarios) - len(found), found


def run(game: Game[Any], scenario: Scenario) -> list[str]:
    """Return what is wrong with one scenario; an empty list means that it holds."""
    try:
        return _Play(game, scenario).failures()
    except (Refusal, ChanceError) as error:
        return [f"the scenario cannot be played: {error}"]
    # A fault of a game must not hide the result of the scenarios after it.
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]


class _Play:
    """One scenario on its way: the table, the virtual clock, and the events so far."""

    def __init__(self, game: Game[Any], scenario: Scenario) -> None:
        self._scenario = scenario
        self._now_ms = _BEGIN_MS
        self._chance = _chance(scenario)
        begun = start_now(
            game,
            {**_options(game), **scenario.options},
            scenario.players,
            scenario.control,
            at_ms=self._now_ms,
            chance=self._chance,
            position=scenario.position,
        )
        self._table = begun.table
        # What chance did before the first step was told too: a first card, a first tile.
        self._events: list[JsonObject] = _told(begun.lines)

    def failures(self) -> list[str]:
        found = []
        for number, step in enumerate(self._scenario.steps, 1):
            found += [f"step {number}: {what}" for what in self._step(step)]
        return found + self._expected(self._scenario.expect, self._events)

    def _step(self, step: Step) -> list[str]:
        self._now_ms += step.wait_ms
        passed = advance(self._table, self._now_ms, self._chance)
        self._table = passed.table
        found: list[str] = []
        events = _told(passed.lines)
        if step.do is not None:
            found, more = self._do(_actor(step.by), step.do, step.error)
            events += more
        elif step.by not in _TIME:
            found = [f"{step.by} does nothing"]
        self._events += events
        return found + self._expected(step.expect, events)

    def _do(self, actor: Actor, text: str, error: str | None) -> tuple[list[str], list[JsonObject]]:
        before = self._table
        done = act(before, actor, text, self._now_ms, self._chance)
        self._table = done.table
        code = done.refusal.code if done.refusal else None
        found = []
        if code != error:
            found.append(f"{text!r} gives {code or 'no error'}, expected {error or 'that it is legal'}")
        if code and done.table != before:
            found.append(f"{text!r} was refused and changed something")
        return found, _told(done.lines)

    def _expected(self, expect: Mapping[str, Any], events: list[JsonObject]) -> list[str]:
        return failures(expect, Situation(self._table, self._now_ms, events))


def _chance(scenario: Scenario) -> ChanceSource:
    return Scripted(scenario.chance, None if scenario.seed is None else Seeded(scenario.seed))


def _options(game: Game[Any]) -> JsonObject:
    return game.scenario_options if isinstance(game, HasScenarioOptions) else {}


def _actor(name: int | str) -> Actor:
    if name == "arbiter":
        return ARBITER
    if isinstance(name, int):
        return name
    raise ChanceError(f"{name!r} cannot act")


def _told(lines: tuple[Line, ...]) -> list[JsonObject]:
    return [event.full() for line in lines for event in line.events]
