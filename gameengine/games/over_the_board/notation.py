"""Text forms: actions, the position line and lines of the game record (page of the game, section 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.over_the_board.rules import PLAY_ON, PRESS, PROGRESS, WITHDRAW
from gameengine.games.over_the_board.state import SCORES, State, setting_of

_NUMBER: Final = r"(?:0|[1-9][0-9]{0,5})"
_RESULT: Final = r"(?:-|1-0|0-1|1/2)"
_POSITION: Final = re.compile(
    rf"(?P<one>{_NUMBER}):(?P<other>{_NUMBER}) (?P<quiet>{_NUMBER})"
    rf" (?P<claim>{_RESULT}):(?P<answer>{_RESULT}) (?P<fallen>[01-])"
)


def write(state: State) -> str:
    """Return the position text: moves, quiet moves, entries, the seat whose flag is down.

    >>> write(State(setting_of({"confirm": "both", "flag": "lose"}), (12, 11), 3, ("", "1-0")))
    '12:11 3 -:1-0 -'
    """
    moves, claims = state.moves, [claim or "-" for claim in state.claims]
    fallen = "-" if state.fallen is None else state.fallen
    return f"{moves[0]}:{moves[1]} {state.quiet} {claims[0]}:{claims[1]} {fallen}"


def read(text: str, options: JsonObject) -> State:
    """Return the state of a position text. Raises Refusal BAD_POSITION."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise Refusal("BAD_POSITION", text)
    one, other, quiet = int(found["one"]), int(found["other"]), int(found["quiet"])
    fallen = None if found["fallen"] == "-" else int(found["fallen"])
    if one - other not in (0, 1) or quiet > one + other:
        raise Refusal("BAD_POSITION", text)
    state = State(setting_of(options), (one, other), quiet, (_claim(found["claim"]), _claim(found["answer"])), fallen)
    # Only the clock that runs can run out.
    if fallen is not None and fallen != state.turn:
        raise Refusal("BAD_POSITION", text)
    return state


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_SYNTAX.

    >>> action_text({"type": "press", "progress": True}), action_text({"type": "claim", "result": "1/2"})
    ('press progress', 'claim 1/2')
    """
    given: dict[str, Any] = dict(data)
    kind = given.pop("type", None)
    if kind == "press" and isinstance(given.setdefault("progress", False), bool) and set(given) == {"progress"}:
        return PROGRESS if given["progress"] else PRESS
    if kind == "play_on" and not given:
        return PLAY_ON
    if kind == "claim" and set(given) == {"result"} and (given["result"] is None or given["result"] in SCORES):
        return WITHDRAW if given["result"] is None else f"claim {given['result']}"
    raise Refusal("BAD_SYNTAX", str(data)[:80])


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: a press with its number.

    >>> record("press", [{"type": "pressed", "seat": 1, "move": 12, "progress": False}])
    'press 12'
    """
    for event in events:
        if event["type"] == "pressed":
            return f"press {event['move']}{' progress' if event['progress'] else ''}"
    return text


def _claim(text: str) -> str:
    return "" if text == "-" else text
