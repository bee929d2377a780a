"""Who has come to the board: what a match that begins without waiting for everybody asks of its seats.

Under `when_both_ready` nothing begins before all have come, so nobody is asked here. Under `at_round_start` the clock
of the first seat runs whoever is there, and whoever has not come at the limit forfeits. Under `on_first_turn` the clock
of a seat stands until its first action, for which it has the limit instead. A seat has come once it has said `ready`,
acted, or taken back control.
"""

from __future__ import annotations

from dataclasses import replace

from gameengine.clock import limits_of
from gameengine.core.game import ToAct
from gameengine.core.types import Seat
from gameengine.table.draft import Draft
from gameengine.table.value import Opening, Table


def missing(table: Table) -> tuple[Seat, ...]:
    """Return the seats that have not come and are not out."""
    return tuple(seat for seat, ready in enumerate(table.opening.ready) if not ready and seat not in table.gone)


def begins_without(opening: Opening) -> bool:
    """Tell whether the match begins at its time whoever is there."""
    return opening.start_policy in {"at_round_start", "on_first_turn"}


def absence_at_ms(table: Table) -> int | None:
    """Return when seats forfeit that have not come to a match that has begun; None if none will at a fixed instant."""
    opening = table.opening
    if opening.start_policy != "at_round_start" or opening.no_show_at_ms is None or not missing(table):
        return None
    return opening.no_show_at_ms


def stands(table: Table, to_act: ToAct) -> bool:
    """Tell whether the clock of the seat that is to act stands, because the seat has not acted yet.

    A reaction is charged as always: it is asked for by somebody who plays already.
    """
    opening = table.opening
    if opening.start_policy != "on_first_turn" or to_act.window is not None or to_act.clock is None:
        return False
    return not opening.acted[to_act.clock]


def first_action_ms(table: Table, to_act: ToAct) -> int | None:
    """Return for how long a decision may take because it is the first of its seat; None if another limit holds."""
    return table.opening.no_show_ms if absent_now(table, to_act) else None


def absent_now(table: Table, to_act: ToAct) -> tuple[Seat, ...]:
    """Return the seats from which a first action is due, each limited by the no-show limit alone."""
    opening = table.opening
    if opening.start_policy != "on_first_turn" or to_act.window is not None or opening.no_show_ms is None:
        return ()
    if to_act.clock is not None:
        return () if opening.acted[to_act.clock] else (to_act.clock,)
    if limits_of(table.control).untimed_ms is not None:
        return ()
    return tuple(seat for seat in to_act.seats if not opening.acted[seat])


def absent_at(table: Table, at_ms: int) -> tuple[Seat, ...]:
    """Return the seats of a running match that forfeit at an instant because they have not come."""
    limit_ms = absence_at_ms(table)
    if limit_ms is not None:
        return missing(table) if at_ms >= limit_ms else ()
    if table.opening.start_policy != "on_first_turn" or table.clock.limit_at_ms is None:
        return ()
    due = absent_now(table, table.game.to_act(table.state)) if at_ms >= table.clock.limit_at_ms else ()
    return tuple(sorted({*due, *missing(table)})) if due else ()


def come(draft: Draft, seat: Seat) -> None:
    """Note that a seat of a match that began without it is there. The line that shows it is written by the caller."""
    opening = draft.table.opening
    if begins_without(opening) and not opening.ready[seat]:
        draft.keep(opening=replace(opening, ready=_with(opening.ready, seat)))


def act_first(draft: Draft, seat: Seat) -> None:
    """Note that a seat acts, before its action is carried out: from now on its clock runs."""
    opening = draft.table.opening
    if opening.start_policy == "on_first_turn" and not opening.acted[seat]:
        draft.keep(opening=replace(opening, acted=_with(opening.acted, seat)))


def _with(values: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    return (*values[:seat], True, *values[seat + 1 :])
