"""The assertions of scenario files: each returns what is wrong, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gameengine.core.types import Json, JsonObject, Viewer
from gameengine.scenarios.paths import MISSING, look_up
from gameengine.table import Table, legal_actions, phase, seats_to_act, state_json, view
from gameengine.table.ending import named_team


@dataclass(frozen=True, slots=True)
class Situation:
    """What assertions look at: the table, the instant on the virtual clock, and the events of the step or scenario."""

    table: Table
    now_ms: int
    events: Sequence[JsonObject]


Check: TypeAlias = Callable[[Situation, Any], Iterator[str]]


def failures(expect: Mapping[str, Any], situation: Situation) -> list[str]:
    """Return every assertion that does not hold; an unknown one does not hold either."""
    found: list[str] = []
    for key, wanted in expect.items():
        check = CHECKS.get(key)
        found += (
            [f"{key} is no assertion"] if check is None else [f"{key}: {what}" for what in check(situation, wanted)]
        )
    return found


def _phase(situation: Situation, wanted: Any) -> Iterator[str]:
    yield from _differs(phase(situation.table), wanted)


def _to_move(situation: Situation, wanted: Any) -> Iterator[str]:
    yield from _differs(_mover(situation.table), wanted)


def _result(situation: Situation, wanted: Any) -> Iterator[str]:
    outcome = situation.table.outcome
    if outcome is None or wanted is None:
        if outcome is not wanted:
            yield f"expected {wanted}, got {outcome and outcome.reason}"
        return
    actual = {
        "winner": outcome.winner,
        "outcome": outcome.kind,
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        **named_team(situation.table, outcome),
    }
    for key, value in wanted.items():
        for what in _differs(actual.get(key, MISSING), value):
            yield f"{key} {what}"


def _legal_actions(situation: Situation, wanted: Any) -> Iterator[str]:
    mover = _mover(situation.table)
    actions = () if mover is None else legal_actions(situation.table, mover)
    legal = set(actions)
    for text in wanted.get("include", ()):
        if text not in legal:
            yield f"{text!r} is missing"
    for text in wanted.get("exclude", ()):
        if text in legal:
            yield f"{text!r} is legal"
    if "exact" in wanted and legal != set(wanted["exact"]):
        yield f"expected exactly {sorted(wanted['exact'])}, got {sorted(legal)}"
    if "count" in wanted and len(actions) != wanted["count"]:
        yield f"expected {wanted['count']}, got {len(actions)}"


def _position(situation: Situation, wanted: Any) -> Iterator[str]:
    yield from _differs(situation.table.game.write(situation.table.state), wanted)


def _state(situation: Situation, wanted: Any) -> Iterator[str]:
    whole = in_file_terms(situation.table, state_json(situation.table, situation.now_ms))
    yield from _paths_differ(whole, wanted)


def _view(situation: Situation, wanted: Any) -> Iterator[str]:
    for viewer, paths in wanted.items():
        seen = in_file_terms(situation.table, view(situation.table, _viewer(viewer)))
        for what in _paths_differ(seen, paths):
            yield f"{viewer}: {what}"


def _hidden(situation: Situation, wanted: Any) -> Iterator[str]:
    masks = masks_of(situation.table)
    for viewer, paths in wanted.items():
        seen = view(situation.table, _viewer(viewer))
        for path in paths:
            value = look_up(seen, path)
            if value is not MISSING and value not in masks:
                yield f"{viewer} sees {path}: {value!r}"


def _events(situation: Situation, wanted: Any) -> Iterator[str]:
    events = iter(situation.events)
    for pattern in wanted:
        if not any(_fits(event, pattern) for event in events):
            yield f"no {pattern} in this order among {[event['type'] for event in situation.events]}"
            return


def _no_events(situation: Situation, wanted: Any) -> Iterator[str]:
    for event in situation.events:
        if event["type"] in wanted:
            yield f"{event} occurred"


def _roundtrip(situation: Situation, wanted: Any) -> Iterator[str]:
    table = situation.table
    if wanted is not True:
        yield "must be true"
        return
    text = table.game.write(table.state)
    again = table.game.read(text, table.options, table.seats)
    yield from _differs(table.game.write(again), text)
    for seat in range(table.seats):
        if set(table.game.legal_actions(again, seat)) != set(table.game.legal_actions(table.state, seat)):
            yield f"seat {seat} has other actions after reading the text"


CHECKS: Final[Mapping[str, Check]] = {
    "phase": _phase,
    "to_move": _to_move,
    "result": _result,
    "legal_actions": _legal_actions,
    "position": _position,
    "state": _state,
    "events": _events,
    "no_events": _no_events,
    "view": _view,
    "hidden": _hidden,
    "roundtrip": _roundtrip,
}


def masks_of(table: Table) -> tuple[Json, ...]:
    """Return the values with which the game masks what a viewer may not see."""
    masks: tuple[Json, ...] = getattr(table.game, "masks", ("?",))
    return masks


def in_file_terms(table: Table, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state as scenario files write it: the clock also in seconds (`left_s`), scores as numbers."""
    named = dict(state)
    if table.outcome is not None:
        named["result"] = {**state["result"], "scores": list(table.outcome.scores)}
    if clock := state.get("clock"):
        named["clock"] = {**clock, **{f"{key[:-3]}_s": _seconds(clock[key]) for key in clock if key[-3:] == "_ms"}}
    return named


def _seconds(ms: Any) -> Any:
    if isinstance(ms, list):
        return [_seconds(one) for one in ms]
    return None if ms is None else ms / 1000


def _mover(table: Table) -> int | None:
    seats = seats_to_act(table)
    return seats[0] if seats else None


def _viewer(name: Any) -> Viewer:
    return None if name == "spectator" else int(name)


def _paths_differ(whole: Any, wanted: Mapping[str, Any]) -> Iterator[str]:
    for path, value in wanted.items():
        for what in _differs(look_up(whole, path), value):
            yield f"{path} {what}"


def _differs(actual: Any, wanted: Any) -> Iterator[str]:
    if actual is MISSING:
        yield f"expected {wanted!r}, is missing"
    elif not same(actual, wanted):
        yield f"expected {wanted!r}, got {actual!r}"


def same(actual: Any, wanted: Any) -> bool:
    """Compare a value of the engine with one of a scenario file: tuples are lists, true is not 1.

    >>> same((1, 2), [1, 2]), same(True, 1)
    (True, False)
    """
    if isinstance(actual, bool) or isinstance(wanted, bool):
        return actual is wanted
    if isinstance(wanted, Mapping):
        return (
            isinstance(actual, Mapping)
            and {str(key) for key in wanted} == set(actual)
            and all(same(actual[str(key)], value) for key, value in wanted.items())
        )
    if isinstance(wanted, list):
        return isinstance(actual, list | tuple) and len(actual) == len(wanted) and all(map(same, actual, wanted))
    return bool(actual == wanted)


def _fits(event: JsonObject, pattern: Mapping[str, Any]) -> bool:
    return all(key in event and same(event[key], value) for key, value in pattern.items())
