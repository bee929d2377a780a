"""Reaction windows with free time, and decisions that no clock times, as a time control may limit both.

While a window has free time, a pass is only noted: it takes effect at the end of the free time, whether the seat has
given it by itself or the table gives it for the seat. Until then nobody else can tell. The note stands in the table and
not in the log; the log gets the pass as if it had been given at that very instant, and so it is replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gameengine.clock import limits_of
from gameengine.core.abilities import Reacts
from gameengine.core.errors import Refusal
from gameengine.core.game import ToAct
from gameengine.core.types import Actor, Seat
from gameengine.table.arriving import first_action_ms
from gameengine.table.draft import Draft
from gameengine.table.value import Passing, Table

_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class NotedPass:
    """A pass that is noted: who gave it, its text, and when it takes effect."""

    seat: Seat
    text: str
    at_ms: int


def time_to_decide(table: Table, to_act: ToAct, actor: Actor, at_ms: int) -> tuple[int, int | None]:
    """Return for the decision that follows an act: how long it is free, and the instant of its limit, if it has one."""
    limits, clock = limits_of(table.control), table.clock
    if not to_act.seats:
        return 0, None
    if clock.limit_at_ms is not None and is_still_due(table, to_act, actor):
        if clock.paused:
            return clock.free_ms, at_ms + clock.limit_at_ms - clock.since_ms
        return max(0, clock.since_ms - at_ms), clock.limit_at_ms
    if to_act.window is not None and limits.reaction is not None:
        return limits.reaction.free_ms, at_ms + limits.reaction.limit_ms
    if to_act.clock is None and limits.untimed_ms is not None:
        return 0, at_ms + limits.untimed_ms
    first_ms = first_action_ms(table, to_act)
    return 0, None if first_ms is None else at_ms + first_ms


def is_still_due(table: Table, to_act: ToAct, actor: Actor) -> bool:
    """Tell whether those who are asked now were asked the same before, and somebody else has acted."""
    if table.state is None:
        return False
    before = table.game.to_act(table.state)
    same = (to_act.phase, to_act.window) == (before.phase, before.window)
    return same and set(to_act.seats) <= set(before.seats) - {actor}


def passing_after(table: Table, to_act: ToAct, actor: Actor) -> tuple[Passing, ...]:
    """Return what the seats let go after an act: a pass is good for its own window only, a list for every new one."""
    nothing = Passing()
    if all(one == nothing for one in table.passing):
        return table.passing
    kept = set(to_act.seats) if is_still_due(table, to_act, actor) else set()
    return tuple(
        one if seat in kept else replace(one, open="list" if _is_listed(table, to_act, seat, one.kinds) else "")
        for seat, one in enumerate(table.passing)
    )


def is_pass(table: Table, seat: Seat, text: str) -> bool:
    """Tell whether an action lets a window go that has free time."""
    limited = table.clock.limit_at_ms is not None and limits_of(table.control).reaction is not None
    return limited and isinstance(table.game, Reacts) and text == table.game.passes(table.state, seat)


def note_pass(draft: Draft, seat: Seat) -> None:
    """Keep in mind that a seat lets the open window go."""
    draft.keep(passing=_with(draft.table, seat, replace(draft.table.passing[seat], open="own")))


def noted_pass(table: Table) -> NotedPass | None:
    """Return the pass that takes effect at the end of the free time, if there is one."""
    if table.clock.limit_at_ms is None or table.passing == (Passing(),) * table.seats:
        return None
    to_act = table.game.to_act(table.state)
    if not isinstance(table.game, Reacts) or limits_of(table.control).reaction is None:
        return None
    for seat in to_act.seats:
        text = table.game.passes(table.state, seat) if table.passing[seat].open else None
        if text is not None:
            return NotedPass(seat, text, table.clock.since_ms)
    return None


def set_autopass(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    """Set the kinds of windows that the table lets go for a seat: `autopass KIND…`, or `autopass -` for none.

    For a window that is open it counts only within the free time: a pass right after it would tell.
    Raises Refusal BAD_SYNTAX, NO_WINDOWS, NO_FREE_TIME or UNKNOWN_WINDOW.
    """
    table = draft.table
    if not isinstance(table.game, Reacts):
        raise Refusal("NO_WINDOWS", text)
    if limits_of(table.control).reaction is None:
        raise Refusal("NO_FREE_TIME", text)
    kinds = text.split(" ")[1:]
    if not kinds or "" in kinds:
        raise Refusal("BAD_SYNTAX", text)
    chosen = [] if kinds == [_NOTHING] else kinds
    unknown = next((kind for kind in chosen if kind not in table.game.window_kinds), None)
    if unknown is not None:
        raise Refusal("UNKNOWN_WINDOW", unknown)
    in_order = tuple(kind for kind in table.game.window_kinds if kind in chosen)
    passing = Passing(in_order, _open_now(table, seat, in_order, at_ms))
    draft.keep(passing=_with(table, seat, passing))


def _open_now(table: Table, seat: Seat, kinds: tuple[str, ...], at_ms: int) -> Literal["", "own", "list"]:
    """Return by what a seat passes the window that is open, once its list has these kinds."""
    clock, before = table.clock, table.passing[seat].open
    is_free = clock.free_ms > 0 if clock.paused else at_ms < clock.since_ms
    if clock.limit_at_ms is None or not is_free or before == "own":
        return before
    return "list" if _is_listed(table, table.game.to_act(table.state), seat, kinds) else ""


def _is_listed(table: Table, to_act: ToAct, seat: Seat, kinds: tuple[str, ...]) -> bool:
    # An autopilot that sits at the seat passes itself: with or without a list the log is the same then.
    return seat in to_act.seats and to_act.window in kinds and not table.autopilot[seat].active


def _with(table: Table, seat: Seat, passing: Passing) -> tuple[Passing, ...]:
    return tuple(passing if at == seat else other for at, other in enumerate(table.passing))
