"""A table as text, for the one column of the match row."""

from __future__ import annotations

from typing import Any

import orjson

from gameengine.clock import Clock, control_from_json
from gameengine.core.abilities import Remembers
from gameengine.core.game import Game
from gameengine.games.registry import game as game_by_key
from gameengine.table.value import Autopilot, Opening, Passing, Table
from gameengine.table.views import outcome_from_json, result_json


def dump(table: Table) -> str:
    """Return the table as compact JSON text; `load` gives an equal table back. Server side: it holds every secret."""
    data = {
        "game": table.game.key,
        "options": table.options,
        "seats": table.seats,
        "control": table.control.to_json(),
        "status": table.status,
        "position": None if table.state is None else table.game.write(table.state),
        "clock": table.clock.to_json(),
        "autopilot": [[pilot.active, pilot.streak, pilot.total] for pilot in table.autopilot],
        "quiet_limit": table.quiet_limit,
        "at_ms": table.at_ms,
        "ply": table.ply,
        "lines": table.lines_count,
        "branch": table.branch,
        "started_at_ms": table.started_at_ms,
        "ended_at_ms": table.ended_at_ms,
        "outcome": result_json(table.outcome),
        "opening": _opening_json(table.opening),
    }
    if table.resumes_at_ms is not None:
        data["resumes_at_ms"] = table.resumes_at_ms
    # Not isinstance with Remembers: that check is slow, and every action is stored.
    if table.state is not None and (memory := getattr(table.game, "memory", None)):
        data["memory"] = memory(table.state)
    if any(passing != Passing() for passing in table.passing):
        data["passing"] = [[passing.kinds, passing.open] for passing in table.passing]
    if table.gone:
        data["gone"] = table.gone
    if table.warnings:
        data["warnings"] = table.warnings
    return orjson.dumps(data).decode()


def load(text: str) -> Table:
    """Return the table of a text that `dump` wrote. Raises ValueError or KeyError for any other text."""
    data: dict[str, Any] = orjson.loads(text)
    game = game_by_key(data["game"])
    options, seats = data["options"], data["seats"]
    return Table(
        game=game,
        options=options,
        seats=seats,
        policy=game.timeouts(options),
        status=data["status"],
        opening=_opening(data["opening"]),
        state=None if data["position"] is None else _state(game, data),
        clock=Clock.from_json(control_from_json(data["control"]), data["clock"]),
        autopilot=tuple(Autopilot(*pilot) for pilot in data["autopilot"]),
        quiet_limit=data["quiet_limit"],
        at_ms=data["at_ms"],
        ply=data["ply"],
        lines_count=data["lines"],
        branch=data["branch"],
        started_at_ms=data["started_at_ms"],
        ended_at_ms=data["ended_at_ms"],
        outcome=outcome_from_json(data["outcome"]),
        resumes_at_ms=data.get("resumes_at_ms"),
        passing=_passing(data.get("passing"), seats),
        gone=tuple(data.get("gone", ())),
        warnings=tuple(data.get("warnings", ())),
    )


def _state(game: Game[Any], data: dict[str, Any]) -> Any:
    state = game.read(data["position"], data["options"], data["seats"])
    return game.remembering(state, data["memory"]) if isinstance(game, Remembers) else state


def _passing(data: Any, seats: int) -> tuple[Passing, ...]:
    if data is None:
        return (Passing(),) * seats
    return tuple(Passing(tuple(kinds), now_open) for kinds, now_open in data)


def _opening_json(opening: Opening) -> list[Any]:
    return [
        opening.start_policy,
        opening.no_show_at_ms,
        opening.start_at_ms,
        opening.ready,
        opening.hashes,
        opening.nonces,
        opening.open_until_ms,
        opening.secrets,
        opening.no_show_ms,
        opening.acted,
    ]


def _opening(data: list[Any]) -> Opening:
    policy, no_show_at_ms, start_at_ms, ready, hashes, nonces, open_until_ms, secrets, *late = data
    # Matches of before have nothing of those who may come late.
    no_show_ms, acted = late or (None, ())
    return Opening(
        policy,
        no_show_ms,
        no_show_at_ms,
        start_at_ms,
        tuple(ready),
        tuple(acted),
        tuple(hashes),
        tuple(nonces),
        open_until_ms,
        tuple(secrets),
    )
