"""Rulings that go back: to before an action, before the end, or before another ruling. Nothing of the log is lost.

Where the table itself goes back, a new *branch* begins: a line says from which line on play goes on, what lies between
them counts no more, and chance draws from a seed of the branch's own, because outcomes of the old one have been seen.
The table is paused then, so that the arbiter can set clocks before play goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gameengine.clock import Clock
from gameengine.core.errors import Refusal
from gameengine.core.game import Event
from gameengine.core.types import ARBITER, Json
from gameengine.table.draft import Draft
from gameengine.table.line import Line, LineKind
from gameengine.table.past import Past, Stand
from gameengine.table.pausing import going_on
from gameengine.table.telling import before_and_after
from gameengine.table.value import Table

LEAST_LEFT_MS: Final = 1_000
"""A reversal that takes time away leaves so much at least: it decides no match."""
BRANCHING: Final[tuple[LineKind, ...]] = ("void", "reopen", "reverse")
"""Kinds of lines with which a branch may begin."""
ENDINGS: Final[frozenset[LineKind]] = frozenset({"result", "forfeit", "absence", "annul"})
_TIMES: Final[frozenset[LineKind]] = frozenset({"add_time", "set_clock"})
_GONE_BACK_FROM: Final = ENDINGS | {"void", "reopen"}


def void(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Let an action, and whatever came after it, count no more."""
    _go_back(draft, "void", found, at_ms, to=_known(draft).before_action(int(found[1])), otherwise="NO_SUCH_ACTION")


def reopen(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Let a match that is over stand again as right before its end."""
    _go_back(draft, "reopen", found, at_ms, to=_known(draft).before_end(), otherwise="NOT_OVER")


def reverse(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Take a ruling back. Raises Refusal NO_RULING for a line that is none, or that has been taken back or voided."""
    line = int(found[1])
    known = _known(draft).before_line(line)
    if known is None or known[0].actor != ARBITER:
        raise Refusal("NO_RULING", found.string)
    ruling, before = known
    told = draft.event("ruling_reversed", line=line, kind=ruling.kind)
    if ruling.kind in _GONE_BACK_FROM or _begins_branch(ruling):
        _go_back(draft, "reverse", found, at_ms, to=before, otherwise="NO_RULING", told=told)
        return
    undo = _UNDONE.get(ruling.kind)
    if undo is None or draft.table.status == "over":
        raise Refusal("NO_RULING" if undo is None else "GAME_OVER", found.string)
    changes = undo(draft.table, ruling, before.table, at_ms)
    if ruling.kind in _TIMES:
        clocks = before_and_after(draft.table.clock, changes["clock"], at_ms)
        told = draft.event("ruling_reversed", line=line, kind=ruling.kind, **clocks)
    draft.write("reverse", ARBITER, at_ms, text=found.string, events=told, **changes)


def branched_to(line: Line) -> int | None:
    """Return the number of the line from which play goes on if a branch begins with this one, else None."""
    event = _branched(line)
    return None if event is None else int(str(event.public["to_line"]))


def commitment_of(line: Line) -> str:
    """Return to which seed a line commits the branch that begins with it, "" if none does."""
    event = _branched(line)
    return "" if event is None else str(event.public["commit"])


def _begins_branch(line: Line) -> bool:
    return branched_to(line) is not None


def _branched(line: Line) -> Event | None:
    if line.kind not in BRANCHING:
        return None
    return next((event for event in line.events if event.type == "branched"), None)


def _known(draft: Draft) -> Past:
    if draft.past is None:
        raise ValueError("a ruling that goes back needs what lies behind the table")
    return draft.past


def _go_back(
    draft: Draft,
    kind: LineKind,
    found: re.Match[str],
    at_ms: int,
    *,
    to: Stand | None,
    otherwise: str,
    told: tuple[Event, ...] = (),
) -> None:
    """Begin a branch with the table as it stood then. Raises Refusal `otherwise` if there is no such stand."""
    if to is None:
        raise Refusal(otherwise, found.string)
    now, then = draft.table, to.table
    about: dict[str, Json] = {
        "branch": now.branch + 1,
        "from_line": to.line + 1,
        "to_line": to.line,
        "ply": then.ply,
        "commit": _known(draft).commitment,
    }
    over = then.status == "over"
    draft.table = replace(then, lines_count=now.lines_count, branch=now.branch + 1, warnings=now.warnings)
    # What a table that was over has become again is over; any other waits for the arbiter to let it go on.
    changes: dict[str, Any] = {} if over else {"status": "paused", "clock": _standing(then), "resumes_at_ms": None}
    events = (*draft.event("branched", **about), *told)
    draft.write(kind, ARBITER, at_ms, text=found.string, events=events, **changes)


def _standing(table: Table) -> Clock:
    return table.clock if table.clock.paused else table.clock.pause(table.at_ms)


def _more_time(table: Table, ruling: Line, _before: Table, at_ms: int) -> dict[str, Any]:
    """Take away what a ruling has given, and give back what it has taken."""
    told = ruling.events[0].public
    clock = table.clock
    for seat, (before_ms, after_ms) in enumerate(zip(_times(told, "before_ms"), _times(told, "after_ms"), strict=True)):
        left_ms = clock.left_ms(seat, at_ms)
        if before_ms is None or after_ms is None or left_ms is None or before_ms == after_ms:
            continue
        clock = clock.add_time(seat, max(before_ms - after_ms, min(0, LEAST_LEFT_MS - left_ms)))
    return {"clock": clock}


def _times(told: Mapping[str, Json], name: str) -> list[int | None]:
    found: Any = told[name]
    return list(found)


def _unpaused(table: Table, _ruling: Line, _before: Table, at_ms: int) -> dict[str, Any]:
    if table.status != "paused":
        raise Refusal("NOT_PAUSED")
    return going_on(table, at_ms)


def _paused(table: Table, _ruling: Line, _before: Table, at_ms: int) -> dict[str, Any]:
    if table.status == "paused":
        raise Refusal("PAUSED")
    return {"status": "paused", "clock": table.clock.pause(at_ms), "used_ms": table.clock.used_ms(at_ms)}


def _unannounced(_table: Table, _ruling: Line, _before: Table, _at_ms: int) -> dict[str, Any]:
    return {"resumes_at_ms": None}


def _old_limit(_table: Table, _ruling: Line, before: Table, _at_ms: int) -> dict[str, Any]:
    return {"quiet_limit": before.quiet_limit}


def _unwarned(table: Table, ruling: Line, _before: Table, _at_ms: int) -> dict[str, Any]:
    seat = ruling.events[0].public["seat"]
    return {"warnings": tuple(count - (at == seat) for at, count in enumerate(table.warnings))}


_UNDONE: Final[Mapping[LineKind, Callable[[Table, Line, Table, int], dict[str, Any]]]] = {
    "pause": _unpaused,
    "unpause": _paused,
    "unpause_at": _unannounced,
    "add_time": _more_time,
    "set_clock": _more_time,
    "set_quiet": _old_limit,
    "warn": _unwarned,
}
