"""What an arbiter, or the service in the place of one, may do at a table, as texts: the same road as a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from gameengine.clock.duration import LONGEST_MS
from gameengine.core.errors import Refusal
from gameengine.core.game import Event
from gameengine.core.types import ARBITER, CLOCK, Json, Seat
from gameengine.table.draft import Draft
from gameengine.table.ending import (
    ABSENT,
    ADJUDICATED,
    FORFEIT,
    annulled,
    double_forfeit,
    drawn,
    lost_by,
    plays_on,
    won_by,
)
from gameengine.table.line import LineKind
from gameengine.table.opening import chosen_quiet_limit, postpone
from gameengine.table.pausing import going_on
from gameengine.table.progress import Deed, depart, finish
from gameengine.table.returning import reopen, reverse, void
from gameengine.table.telling import before_and_after
from gameengine.table.value import Table

LONGEST_TEXT: Final = 600
MOST_EXTRA_MS: Final = 24 * 3600 * 1000
MOST_OUTAGE_MS: Final = 400 * 24 * 3600 * 1000
LONGEST_WAIT_MS: Final = 30 * 24 * 3600 * 1000
"""So far ahead at most lies the instant at which a paused match goes on by itself."""
DEFAULT_QUIET_LIMIT: Final = 60


def rule(draft: Draft, text: str, at_ms: int) -> None:
    """Carry out a ruling. Raises Refusal BAD_SYNTAX, or another code if the table is not in the state for it."""
    over = draft.table.status == "over"
    for pattern, carry_out in _RULINGS.items():
        found = pattern.fullmatch(text)
        if found and len(text) <= LONGEST_TEXT and text.isprintable():
            if over and carry_out not in _AFTER_THE_END:
                raise Refusal("GAME_OVER", text)
            carry_out(draft, found, at_ms)
            return
    raise Refusal("GAME_OVER" if over else "BAD_SYNTAX", text)


def _pause(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Let all clocks stand, also that on which others wait for somebody who has not come."""
    table = draft.table
    if table.status == "paused":
        raise Refusal("PAUSED", found.string)
    clock, told = table.clock, draft.event("paused", reason=found[1] or "")
    _write(draft, "pause", found, at_ms, told, used_ms=clock.used_ms(at_ms), status="paused", clock=clock.pause(at_ms))


def _unpause(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    _paused(draft.table, found.string)
    _write(draft, "unpause", found, at_ms, draft.event("unpaused"), **going_on(draft.table, at_ms))


def _unpause_at(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Announce when a paused match goes on: at that instant it does, by itself."""
    _paused(draft.table, found.string)
    resumes_at_ms = int(found[1])
    if not at_ms < resumes_at_ms <= at_ms + LONGEST_WAIT_MS:
        raise Refusal("BAD_INSTANT", found[1])
    told = draft.event("unpause_announced", at_ms=resumes_at_ms)
    _write(draft, "unpause_at", found, at_ms, told, resumes_at_ms=resumes_at_ms)


def play_on(draft: Draft, at_ms: int) -> None:
    """Let a paused match go on at the instant that was announced."""
    draft.write("play_on", CLOCK, at_ms, events=draft.event("unpaused"), **going_on(draft.table, at_ms))


def _add_time(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Give a seat, or everybody, more time."""
    table, ms = _started(draft.table, found.string), int(found[2])
    if not 0 < ms <= MOST_EXTRA_MS:
        raise Refusal("BAD_SYNTAX", found.string)
    seats = range(table.seats) if found[1] == "all" else (_seat(table, found[1], found.string),)
    clock = table.clock
    for seat in seats:
        _timed(table, seat, at_ms, found.string)
        clock = clock.add_time(seat, ms)
    about: dict[str, Json] = {"ms": ms} if found[1] == "all" else {"seat": seats[0], "ms": ms}
    told = draft.event("time_added", **about, **before_and_after(table.clock, clock, at_ms))
    _write(draft, "add_time", found, at_ms, told, clock=clock)


def _set_clock(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Set what a seat has left, to the millisecond."""
    table, ms = _started(draft.table, found.string), int(found[2])
    seat = _seat(table, found[1], found.string)
    if not 0 < ms <= LONGEST_MS:
        raise Refusal("BAD_SYNTAX", found.string)
    _timed(table, seat, at_ms, found.string)
    clock = table.clock.set_left(seat, ms, at_ms)
    told = draft.event("clock_set", seat=seat, ms=ms, **before_and_after(table.clock, clock, at_ms))
    _write(draft, "set_clock", found, at_ms, told, clock=clock)


def _timed(table: Table, seat: Seat, at_ms: int, text: str) -> None:
    if table.clock.left_ms(seat, at_ms) is None:
        raise Refusal("NO_CLOCK", text)


def _credit_outage(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Move what is to happen by itself by the length of a span in which nobody could play; `at_ms` is its beginning."""
    table, ms = draft.table, int(found[1])
    if not 0 < ms <= MOST_OUTAGE_MS:
        raise Refusal("BAD_SYNTAX", found.string)
    told = draft.event("outage_credit", seat=table.clock.running, ms=ms)
    if table.status == "paused":
        # Its clocks stand; but nobody could read that it would go on meanwhile.
        goes_on = None if table.resumes_at_ms is None else max(table.resumes_at_ms, at_ms + ms)
        _write(draft, "outage_credit", found, at_ms, told, resumes_at_ms=goes_on)
        return
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
    if table.has_begun and plays_on(table, seat):
        depart(draft, deed, seat, FORFEIT)
    else:
        finish(draft, deed, lost_by(table, FORFEIT, seat))


def _annul(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """End the match as one that does not count."""
    finish(draft, Deed("annul", ARBITER, at_ms, found.string), annulled(draft.table))


def _warn(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """Warn a seat; the event counts how often it was."""
    table = draft.table
    seat = _seat(table, found[1], found.string)
    counts = table.warnings or (0,) * table.seats
    warnings = tuple(count + (at == seat) for at, count in enumerate(counts))
    told = draft.event("warned", seat=seat, count=warnings[seat])
    _write(draft, "warn", found, at_ms, told, warnings=warnings)


def _absence(draft: Draft, found: re.Match[str], at_ms: int) -> None:
    """End what another seat claims because a seat is away: `absent SEAT win|draw CLAIMANT AWAY_MS`.

    Who is away, and for how long, the host knows; the table only asks that the seat is to act.
    """
    table = _started(draft.table, found.string)
    if table.status == "paused":
        raise Refusal("PAUSED", found.string)
    seat, by = _seat(table, found[1], found.string), _seat(table, found[3], found.string)
    if seat not in table.game.to_act(table.state).seats:
        raise Refusal("NOT_YOUR_TURN", found.string)
    told = draft.event("absence_claimed", seat=seat, by=by, away_ms=int(found[4]), result=found[2])
    deed = Deed("absence", ARBITER, at_ms, found.string, before=told)
    if found[2] == "draw":
        finish(draft, deed, drawn(table, ABSENT))
    else:
        depart(draft, deed, seat, ABSENT)


def _write(
    draft: Draft, kind: LineKind, found: re.Match[str], at_ms: int, told: tuple[Event, ...], **changes: Any
) -> None:
    draft.write(kind, ARBITER, at_ms, text=found.string, events=told, **changes)


def _started(table: Table, text: str) -> Table:
    if not table.has_begun:
        raise Refusal("NOT_STARTED", text)
    return table


def _paused(table: Table, text: str) -> None:
    if table.status != "paused":
        raise Refusal("NOT_PAUSED", text)


def _seat(table: Table, number: str, text: str) -> Seat:
    if int(number) >= table.seats:
        raise Refusal("BAD_SYNTAX", text)
    return int(number)


_RULINGS: Final[Mapping[re.Pattern[str], Callable[[Draft, re.Match[str], int], None]]] = {
    re.compile(r"pause(?: (.+))?"): _pause,
    re.compile(r"unpause(?: (.+))?"): _unpause,
    re.compile(r"unpause-at ([0-9]{1,15})(?: (.+))?"): _unpause_at,
    re.compile(r"add-time ([0-9]|all) ([0-9]{1,9})(?: (.+))?"): _add_time,
    re.compile(r"set-clock ([0-9]) ([0-9]{1,11})(?: (.+))?"): _set_clock,
    re.compile(r"outage ([0-9]{1,11})"): _credit_outage,
    re.compile(r"quiet (on|off|[1-9][0-9]{0,5})(?: (.+))?"): _set_quiet,
    re.compile(r"result ([0-9]|draw)(?: (.+))?"): _result,
    re.compile(r"forfeit ([0-9]|both)(?: (.+))?"): _forfeit,
    re.compile(r"absent ([0-9]) (win|draw) ([0-9]) ([0-9]{1,11})"): _absence,
    re.compile(r"annul(?: (.+))?"): _annul,
    re.compile(r"warn ([0-9])(?: (.+))?"): _warn,
    re.compile(r"void ([1-9][0-9]{0,6})(?: (.+))?"): void,
    re.compile(r"reopen(?: (.+))?"): reopen,
    re.compile(r"reverse ([1-9][0-9]{0,6})(?: (.+))?"): reverse,
}
_AFTER_THE_END: Final = frozenset({void, reopen, reverse})
"""What can be ruled at a table that is over."""
