"""What an arbiter may do at a running table, as texts: the same road as a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Event
from gameengine.core.types import ARBITER, Seat
from gameengine.table.draft import Draft
from gameengine.table.ending import ADJUDICATED, FORFEIT, double_forfeit, drawn, lost_by, plays_on, won_by
from gameengine.table.line import LineKind
from gameengine.table.opening import chosen_quiet_limit, postpone
from gameengine.table.progress import Deed, depart, finish
from gameengine.table.value import Table

LONGEST_TEXT: Final = 600
MOST_EXTRA_MS: Final = 24 * 3600 * 1000
MOST_OUTAGE_MS: Final = 400 * 24 * 3600 * 1000
DEFAULT_QUIET_LIMIT: Final = 60


def rule(draft: Draft, text: str, at_ms: int) -> None:
    """Carry out a ruling. Raises Refusal BAD_SYNTAX, or another code if the table is not in the state for it."""
    for pattern, carry_out in _RULINGS.items():
        found = pattern.fullmatch(text)
        if found and len(text) <= LONGEST_TEXT and text.isprintable():
            carry_out(draft, found, at_ms)
            return
    raise Refusal("BAD_SYNTAX", text)


def _pause(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    table = _started(draft.table, found.string)
    if table.status == "paused":
        raise Refusal("PAUSED", found.string)
    clock, told = table.clock, draft.event("paused", reason=found[1] or "")
    _write(draft, "pause", found, at_ms, told, used_ms=clock.used_ms(at_ms), status="paused", clock=clock.pause(at_ms))


def _unpause(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    table = _started(draft.table, found.string)
    if table.status != "paused":
        raise Refusal("NOT_PAUSED", found.string)
    told = draft.event("unpaused")
    _write(draft, "unpause", found, at_ms, told, status="live", clock=table.clock.unpause(at_ms))


def _add_time(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    table = _started(draft.table, found.string)
    seat, ms = _seat(table, found[1], found.string), int(found[2])
    if not 0 < ms <= MOST_EXTRA_MS:
        raise Refusal("BAD_SYNTAX", found.string)
    if table.clock.left_ms(seat, at_ms) is None:
        raise Refusal("NO_CLOCK", found.string)
    told = draft.event("time_added", seat=seat, ms=ms)
    _write(draft, "add_time", found, at_ms, told, clock=table.clock.add_time(seat, ms))


def _credit_outage(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Move what is to happen by itself by the length of a span in which nobody could play; `at_ms` is its beginning."""
    table, ms = draft.table, int(found[1])
    if not 0 < ms <= MOST_OUTAGE_MS:
        raise Refusal("BAD_SYNTAX", found.string)
    told = draft.event("outage_credit", seat=table.clock.running, ms=ms)
    clock, opening = table.clock.postpone(ms), postpone(table.opening, ms)
    _write(draft, "outage_credit", found, at_ms, told, clock=clock, opening=opening)


def _set_quiet(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Switch the quiet limit. If it is passed already, the next deadline is now: the match does not end in here."""
    if found[1] == "off":
        limit = None
    elif found[1] == "on":
        limit = chosen_quiet_limit(draft.table.game, draft.table.options) or DEFAULT_QUIET_LIMIT
    else:
        limit = int(found[1])
    _write(draft, "set_quiet", found, at_ms, draft.event("quiet_limit_set", limit=limit), quiet_limit=limit)


def _result(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    table = draft.table
    if found[1] == "draw":
        outcome = drawn(table, ADJUDICATED)
    else:
        outcome = won_by(table, _seat(table, found[1], found.string), ADJUDICATED)
    finish(draft, Deed("result", ARBITER, at_ms, found.string), outcome)


def _forfeit(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Let a seat lose with its team, or everybody; where others are left to play on without it, they do."""
    table, deed = draft.table, Deed("forfeit", ARBITER, at_ms, found.string)
    if found[1] == "both":
        finish(draft, deed, double_forfeit(table))
        return
    seat = _seat(table, found[1], found.string)
    if table.status != "waiting" and plays_on(table, seat):
        depart(draft, deed, seat, FORFEIT)
    else:
        finish(draft, deed, lost_by(table, FORFEIT, seat))


def _write(
    draft: Draft, kind: LineKind, found: re.Match[str], at_ms: int, told: tuple[Event, ...], **changes: Any
) -> None:
    draft.write(kind, ARBITER, at_ms, text=found.string, events=told, **changes)


def _started(table: Table, text: str) -> Table:
    if table.status == "waiting":
        raise Refusal("NOT_STARTED", text)
    return table


def _seat(table: Table, number: str, text: str) -> Seat:
    if int(number) >= table.seats:
        raise Refusal("BAD_SYNTAX", text)
    return int(number)


_RULINGS: Final[Mapping[re.Pattern[str], Callable[[Draft, re.Match[str], int], None]]] = {
    re.compile(r"pause(?: (.+))?"): _pause,
    re.compile(r"unpause(?: (.+))?"): _unpause,
    re.compile(r"add-time ([0-9]) ([0-9]{1,9})(?: (.+))?"): _add_time,
    re.compile(r"outage ([0-9]{1,11})"): _credit_outage,
    re.compile(r"quiet (on|off|[1-9][0-9]{0,5})(?: (.+))?"): _set_quiet,
    re.compile(r"result ([0-9]|draw)(?: (.+))?"): _result,
    re.compile(r"forfeit ([0-9]|both)(?: (.+))?"): _forfeit,
}
