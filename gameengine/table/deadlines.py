"""What happens when nobody acts: flag falls, automatic moves, no-shows, the quiet limit."""

from __future__ import annotations

from typing import Final

from gameengine.core.types import CLOCK, Seat
from gameengine.table.draft import Draft
from gameengine.table.ending import is_quiet, quiet_outcome
from gameengine.table.opening import fall_before_start, opening_deadline
from gameengine.table.progress import Deed, depart, end_quietly, play_automatic, with_autopilot
from gameengine.table.value import Autopilot, Table

MOST_AT_ONCE: Final = 20_000
"""More deadlines than this in one call are a fault of the rules or of the caller's clock."""


class RunawayError(RuntimeError):
    """Deadlines follow one another without end."""


def next_deadline(table: Table) -> int | None:
    """Return the instant at which something happens by itself; None while paused, over, or if nothing ever will."""
    if table.status == "waiting":
        return opening_deadline(table)
    if table.status != "live":
        return None
    if is_quiet(table, table.state):
        return table.at_ms
    seat = table.clock.running
    if seat is None:
        return None
    flag = table.clock.deadline_ms
    if table.autopilot[seat].active:
        flag = _automatic_at(table, flag)
    return None if flag is None else max(flag, table.at_ms)


def fall_due(draft: Draft, to_ms: int) -> None:
    """Let every deadline up to and including `to_ms` fall, in order, each dated at its own instant."""
    for _ in range(MOST_AT_ONCE):
        deadline = next_deadline(draft.table)
        if deadline is None or deadline > to_ms:
            return
        _fall(draft, deadline)
    raise RunawayError(f"more than {MOST_AT_ONCE} deadlines up to {to_ms}")


def _automatic_at(table: Table, flag: int | None) -> int:
    """Return when the autopilot moves: after its delay, or at the flag if that comes first.

    A seat without any time left still gets the delay, else two absent seats would play in no time at all.
    """
    delayed = table.clock.since_ms + table.policy.delay_ms
    return delayed if flag is None or flag <= table.clock.since_ms else min(delayed, flag)


def _fall(draft: Draft, at_ms: int) -> None:
    table = draft.table
    if table.status == "waiting":
        fall_before_start(draft, at_ms)
    elif is_quiet(table, table.state):
        end_quietly(draft, quiet_outcome(table, table.state), at_ms)
    else:
        _fall_of_seat(draft, _running(table), at_ms)


def _running(table: Table) -> Seat:
    if table.clock.running is None:
        raise RuntimeError("a deadline fell while no clock was running")
    return table.clock.running


def _fall_of_seat(draft: Draft, seat: Seat, at_ms: int) -> None:
    table = draft.table
    if table.autopilot[seat].active and at_ms >= table.clock.since_ms + table.policy.delay_ms:
        _move_for(draft, seat, "autopilot", at_ms)
    elif _loses_on_time(table):
        told = draft.event("timeout", seat=seat)
        depart(draft, Deed("timeout", CLOCK, at_ms, before=told), seat, "TIME")
    else:
        _call_autopilot(draft, seat, at_ms)


def _loses_on_time(table: Table) -> bool:
    policy = table.policy
    on_empty_bank = policy.on_empty_bank or policy.on_timeout
    return (policy.on_timeout if table.control.per_move else on_empty_bank) == "lose"


def _call_autopilot(draft: Draft, seat: Seat, at_ms: int) -> None:
    table = draft.table
    autopilot = table.autopilot[seat]
    events = draft.event("timeout", seat=seat)
    if table.policy.stays and not autopilot.active:
        events += draft.event("autopilot_on", seat=seat)
    switched = Autopilot(table.policy.stays, autopilot.streak, autopilot.total)
    draft.write("timeout", CLOCK, at_ms, events=events, autopilot=with_autopilot(table, seat, switched))
    _move_for(draft, seat, "timeout", at_ms)


def _move_for(draft: Draft, seat: Seat, cause: str, at_ms: int) -> None:
    """Play for a seat, count it, and let the seat lose if that was once too often."""
    autopilot = draft.table.autopilot[seat]
    counted = Autopilot(autopilot.active, autopilot.streak + 1, autopilot.total + 1)
    turn_over = play_automatic(draft, seat, cause, at_ms, autopilot=with_autopilot(draft.table, seat, counted))
    while draft.table.policy.whole_turn and not turn_over and _must_act(draft.table, seat):
        turn_over = play_automatic(draft, seat, cause, at_ms)
    table = draft.table
    if table.status != "over" and 0 < table.policy.forfeit_after <= counted.streak:
        depart(draft, Deed("end", CLOCK, at_ms, table.policy.forfeit_reason), seat, table.policy.forfeit_reason)


def _must_act(table: Table, seat: Seat) -> bool:
    return table.status == "live" and seat in table.game.to_act(table.state).seats
