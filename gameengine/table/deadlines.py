"""What happens when nobody acts: flag falls, automatic moves, passes that were noted, no-shows, the quiet limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gameengine.core.abilities import AnswersFlag
from gameengine.core.types import CLOCK, Seat
from gameengine.table.arriving import absence_at_ms, absent_at
from gameengine.table.draft import Draft
from gameengine.table.ending import is_quiet, quiet_outcome
from gameengine.table.opening import fall_before_start, forfeit_absent, opening_deadline
from gameengine.table.progress import Deed, carry_out, depart, end_quietly, play, play_automatic, with_autopilot
from gameengine.table.reacting import noted_pass
from gameengine.table.rulings import play_on
from gameengine.table.value import Autopilot, Table

MOST_AT_ONCE: Final = 20_000
"""More deadlines than this in one call are a fault of the rules or of the caller's clock."""


class RunawayError(RuntimeError):
    """Deadlines follow one another without end."""


def next_deadline(table: Table) -> int | None:
    """Return the instant at which something happens by itself; None while paused, over, or if nothing ever will.

    That a paused match goes on at an announced instant is no deadline: see `Table.resumes_at_ms`.
    """
    if table.status == "waiting":
        return opening_deadline(table)
    if table.status != "live":
        return None
    if is_quiet(table, table.state):
        return table.at_ms
    due = _limit(table)
    if any(autopilot.active for autopilot in table.autopilot):
        seat = _awaited(table)
        if seat is not None and table.autopilot[seat].active:
            due = _automatic_at(table, due)
    passed = noted_pass(table)
    if passed is not None:
        due = _earliest(due, passed.at_ms)
    due = _earliest(due, absence_at_ms(table))
    return None if due is None else max(due, table.at_ms)


def grace_ms(table: Table) -> int:
    """Return how long after `next_deadline` an action may still come in time: only where that is a seat's own flag."""
    clock = table.clock
    # Not isinstance with TrustsDevice: that check is slow, and this is asked after every action.
    device_ms: int = getattr(table.game, "device_grace_ms", 0)
    if not (clock.budgets or device_ms) or table.status != "live" or clock.running is None:
        return 0
    if table.autopilot[clock.running].active or next_deadline(table) != clock.deadline_ms:
        return 0
    return device_ms or clock.grace_ms


def fall_due(draft: Draft, to_ms: int, *, patient: bool = False) -> None:
    """Let every deadline up to and including `to_ms` fall, in order, each dated at its own instant.

    `patient` waits for each until its grace is over.
    """
    for _ in range(MOST_AT_ONCE):
        table = draft.table
        deadline = table.resumes_at_ms if table.status == "paused" else next_deadline(table)
        if deadline is None or deadline > to_ms or (patient and deadline + grace_ms(table) > to_ms):
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
    if table.status == "paused":
        play_on(draft, at_ms)
    elif table.status == "waiting":
        fall_before_start(draft, at_ms)
    elif is_quiet(table, table.state):
        end_quietly(draft, quiet_outcome(table, table.state), at_ms)
    elif absent := absent_at(table, at_ms):
        forfeit_absent(draft, absent, at_ms)
    else:
        _fall_of_seat(draft, at_ms)


def _limit(table: Table) -> int | None:
    """Return the instant at which time is up: by the clock that runs, or by the limit of the decision itself."""
    return _earliest(table.clock.deadline_ms, table.clock.limit_at_ms)


def _earliest(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else min(one, other)


def _awaited(table: Table) -> Seat | None:
    """Return the seat for which time passes: whose clock runs, else the first that is asked without a clock."""
    if table.clock.running is not None:
        return table.clock.running
    return next(iter(table.game.to_act(table.state).seats), None)


def _fall_of_seat(draft: Draft, at_ms: int) -> None:
    """Let happen what is due. What everybody can foresee comes before a pass that is noted: so the log is replayed."""
    table = draft.table
    seat, limit = _awaited(table), _limit(table)
    if seat is None:
        raise RuntimeError("a deadline fell while nobody was asked")
    if table.autopilot[seat].active and at_ms >= table.clock.since_ms + table.policy.delay_ms:
        _move_for(draft, seat, "autopilot", at_ms)
    elif limit is None or at_ms < limit:
        _pass_for(draft, at_ms)
    elif table.clock.limit_at_ms is not None:
        _lapse(draft, seat, at_ms)
    elif _loses_on_time(table):
        _fall_of_flag(draft, seat, at_ms)
    else:
        _call_autopilot(draft, seat, at_ms)


def _fall_of_flag(draft: Draft, seat: Seat, at_ms: int) -> None:
    table, deed = draft.table, Deed("timeout", CLOCK, at_ms, before=draft.event("timeout", seat=seat))
    if isinstance(table.game, AnswersFlag):
        carry_out(draft, deed, table.game.flag_fell(table.state, seat))
    else:
        depart(draft, deed, seat, "TIME")


def _pass_for(draft: Draft, at_ms: int) -> None:
    passed = noted_pass(draft.table)
    if passed is None:
        raise RuntimeError("a deadline fell and nothing was due")
    play(draft, passed.seat, passed.text, at_ms)


def _lapse(draft: Draft, seat: Seat, at_ms: int) -> None:
    """Decide for a seat that has let a limit pass. A window that is let go so is an answer, not an absence."""
    table = draft.table
    if table.clock.running is None:
        _call_autopilot(draft, seat, at_ms)
        return
    counted = replace(table.autopilot[seat], total=table.autopilot[seat].total + 1)
    play_automatic(draft, seat, "window", at_ms, autopilot=with_autopilot(table, seat, counted))


def _loses_on_time(table: Table) -> bool:
    policy = table.policy
    on_empty_bank = policy.on_empty_bank or policy.on_timeout
    return (policy.on_timeout if table.control.per_move else on_empty_bank) == "lose"


def _call_autopilot(draft: Draft, seat: Seat, at_ms: int) -> None:
    table = draft.table
    autopilot = table.autopilot[seat]
    events = draft.event("timeout", seat=seat)
    # Where an empty clock loses, one late decision must not hand over the seat for good.
    stays = table.policy.stays and not _loses_on_time(table)
    if stays and not autopilot.active:
        events += draft.event("autopilot_on", seat=seat)
    switched = Autopilot(stays, autopilot.streak, autopilot.total)
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
