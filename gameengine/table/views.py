"""A table as JSON: for one viewer, or whole for the server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gameengine.clock import limits_of
from gameengine.core.abilities import HasDecks, Reacts
from gameengine.core.game import Outcome
from gameengine.core.types import Json, JsonObject, Seat, Viewer
from gameengine.table.arriving import begins_without, missing
from gameengine.table.ending import named_team
from gameengine.table.value import Table


def legal_actions(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return every action of the game that the seat may play now, without `resign` and the like."""
    return table.game.legal_actions(table.state, seat) if table.status == "live" else ()


def seats_to_act(table: Table) -> tuple[Seat, ...]:
    """Return who must act now, in the order in which they are asked; nobody before the start and after the end."""
    return table.game.to_act(table.state).seats if table.has_begun and table.status != "over" else ()


def phase(table: Table) -> str:
    """Return the phase of the rule page, "waiting" before the start, "over" after the end."""
    if table.status == "over" or table.state is None:
        return "over" if table.status == "over" else "waiting"
    return table.game.to_act(table.state).phase


def view(table: Table, viewer: Viewer) -> dict[str, Json]:
    """Return what a viewer may know: the game's view and what the table adds to it.

    Added are `phase`, `to_move`, `actors` (all who may act now), `result`, `clock`, `autopilot`, `quiet_limit`,
    `status`, and `gone` once a seat has left the others to play on; before the start only these and `ready`, which
    stays as long as others wait for a seat. A paused match has `resumes_at_ms` once that was announced. Clock
    readings are those of the table's last line; a running clock has `deadline_ms`. Where reaction windows have free
    time a seat also sees its own `autopass`: `kinds`, and whether it has `passed` the open window; before the start,
    what it has `prepared` (null: the game's default).
    """
    game_view = {} if table.state is None else table.game.view(table.state, viewer, over=table.status == "over")
    return {**game_view, **_around(table, table.at_ms), **_own(table, viewer)}


def state_json(table: Table, at_ms: int | None = None) -> dict[str, Json]:
    """Return the whole state, hidden parts included, with the same additions; clock readings at `at_ms`."""
    game_state = {} if table.state is None else table.game.state_json(table.state)
    return {**game_state, **_around(table, table.at_ms if at_ms is None else at_ms)}


def _around(table: Table, at_ms: int) -> dict[str, Json]:
    to_move = seats_to_act(table)
    added: dict[str, Json] = {
        "status": table.status,
        "phase": phase(table),
        "to_move": to_move[0] if to_move else None,
        "actors": list(to_move),
        "result": _result(table),
        "clock": _clock(table, at_ms),
        "autopilot": [autopilot.to_json() for autopilot in table.autopilot],
        "quiet_limit": table.quiet_limit,
    }
    if not table.has_begun or (begins_without(table.opening) and missing(table)):
        added["ready"] = table.ready
    if table.resumes_at_ms is not None:
        added["resumes_at_ms"] = table.resumes_at_ms
    if table.gone:
        added["gone"] = table.gone
    return added


def _result(table: Table) -> dict[str, Json] | None:
    outcome = table.outcome
    return None if outcome is None else {**(result_json(outcome) or {}), **named_team(table, outcome)}


def _own(table: Table, viewer: Viewer) -> dict[str, Json]:
    """Return what only this seat sees."""
    if viewer is None:
        return {}
    own: dict[str, Json] = {}
    if has_free_time(table):
        passing = table.passing[viewer]
        own["autopass"] = {"kinds": list(passing.kinds), "passed": passing.open != ""}
    if not table.has_begun and isinstance(table.game, HasDecks):
        own["prepared"] = table.opening.secrets[viewer] if table.opening.secrets else None
    return own


def has_free_time(table: Table) -> bool:
    """Tell whether the game has reaction windows and the time control gives free time in them."""
    return limits_of(table.control).reaction is not None and isinstance(table.game, Reacts)


def _clock(table: Table, at_ms: int) -> JsonObject | None:
    control = table.control
    if control.kind == "none":
        return None
    settings: dict[str, Any] = {key: value for key, value in control.to_json().items() if key != "kind"}
    return {"mode": control.kind, **settings, "banks": table.clock.banks, **table.clock.public_json(at_ms)}


def result_json(outcome: Outcome | None) -> dict[str, Json] | None:
    """Return an outcome as JSON; scores are whole numbers or texts such as "1/2".

    >>> result_json(Outcome.drawn("QUIET_LIMIT"))["scores"]
    ['1/2', '1/2']
    """
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "outcome": outcome.kind,
        "reason": outcome.reason,
        "scores": [score_json(score) for score in outcome.scores],
        "ranks": list(outcome.ranks),
    }


def outcome_from_json(data: Any) -> Outcome | None:
    """Return the outcome that `result_json` wrote."""
    if data is None:
        return None
    scores = tuple(Fraction(score) for score in data["scores"])
    return Outcome(data["reason"], data["winner"], scores, tuple(data["ranks"]))


def score_json(score: Fraction) -> int | str:
    """Return a score as a whole number, or as the text of a fraction."""
    return score.numerator if score.denominator == 1 else str(score)
