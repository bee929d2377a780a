"""What carries a match forward: actions, automatic moves, chance, and seats that go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gameengine.core.abilities import Departs
from gameengine.core.game import Chance, Event, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, CLOCK, Actor, Audience, Seat
from gameengine.table.arriving import act_first, come, stands
from gameengine.table.chance import ChanceError
from gameengine.table.draft import Draft
from gameengine.table.ending import end_of, lost_by, named_team
from gameengine.table.line import LineKind
from gameengine.table.reacting import is_pass, note_pass, passing_after, time_to_decide
from gameengine.table.value import Autopilot, Passing, Table

_NOBODY = ToAct("over")


@dataclass(frozen=True, slots=True)
class Deed:
    """Who did what when: the fixed part of a line. Events stand `before` and `after` those of the game."""

    kind: LineKind
    actor: Actor
    at_ms: int
    text: str = ""
    label: str = ""
    audience: Audience = "public"
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()


def play(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    """Play a seat's own action, or note it where it must not show yet. Raises Refusal, and has changed nothing then."""
    table = draft.table
    step = table.game.apply(table.state, seat, text)
    passes = is_pass(table, seat, text)
    if passes and at_ms < table.clock.since_ms:
        note_pass(draft, seat)
        return
    autopilot = table.autopilot[seat]
    # A pass at the very end of the free time is no sign of life: the table may have given it.
    stays = passes and at_ms == table.clock.since_ms
    changes: dict[str, Any] = {"ply": table.ply + 1}
    after: tuple[Event, ...] = ()
    if autopilot.active:
        after = draft.event("autopilot_off", seat=seat)
    if autopilot.active or (autopilot.streak and not stays):
        changes["autopilot"] = with_autopilot(table, seat, Autopilot(total=autopilot.total))
    if not stays:
        _show_up(draft, seat)
    carry_out(draft, Deed("action", seat, at_ms, text, after=after), step, **changes)


def _show_up(draft: Draft, seat: Seat) -> None:
    """Note what a seat's own action tells of its presence; an answer in a window is no first action."""
    table = draft.table
    if table.start_policy == "on_first_turn" and table.game.to_act(table.state).window is None:
        act_first(draft, seat)
    come(draft, seat)


def play_automatic(draft: Draft, seat: Seat, cause: str, at_ms: int, **changes: Any) -> bool:
    """Draw one of the game's automatic actions for an absent seat and play it. Returns whether a turn was completed."""
    table = draft.table
    candidates = table.game.automatic_actions(table.state, seat)
    label, text = draft.drawn("autopilot", one_of(candidates))
    if text not in candidates:
        raise ChanceError(f"{text!r} is no automatic action; there are {', '.join(candidates)}")
    step = table.game.apply(table.state, seat, text)
    draft.write_chance(label, text, at_ms)
    told = draft.event("auto", seat=seat, cause=cause, action=text)
    return carry_out(draft, Deed("auto", seat, at_ms, text, before=told), step, ply=table.ply + 1, **changes)


def one_of(candidates: tuple[str, ...]) -> Callable[[Random], str]:
    """Return the draw of one candidate, each equally likely."""

    def draw(random: Random) -> str:
        return candidates[random.below(len(candidates))]

    return draw


def depart(draft: Draft, deed: Deed, seat: Seat, reason: str) -> None:
    """Let a seat go: by the game's own rule if it has one, else it loses. Raises Refusal for a seat that is out."""
    table = draft.table
    if isinstance(table.game, Departs):
        carry_out(draft, deed, table.game.depart(table.state, seat, reason), gone=(*table.gone, seat))
    else:
        finish(draft, deed, lost_by(table, reason, seat))


def finish(draft: Draft, deed: Deed, outcome: Outcome) -> None:
    """End the match with an outcome that the rules did not give."""
    table = draft.table
    events = (*deed.before, *deed.after, *game_over(draft, outcome))
    _write(draft, deed, events, clock=table.clock.stop(deed.at_ms), **_ended(table, outcome, deed.at_ms))


def carry_out(draft: Draft, deed: Deed, step: Step[Any], **changes: Any) -> bool:
    """Write one step of the game, then let chance act as long as it is due. Returns whether a turn was completed."""
    due = _write_step(draft, deed, step, changes)
    turn_over = step.turn_done is not None
    while due is not None:
        step, due = _let_chance_act(draft, due, deed.at_ms)
        turn_over = turn_over or step.turn_done is not None
    return turn_over


def with_autopilot(table: Table, seat: Seat, autopilot: Autopilot) -> tuple[Autopilot, ...]:
    """Return the autopilots of all seats with one changed."""
    return tuple(autopilot if at == seat else other for at, other in enumerate(table.autopilot))


def game_over(draft: Draft, outcome: Outcome) -> tuple[Event, ...]:
    """Return the table's last event."""
    return draft.event("game_over", winner=outcome.winner, reason=outcome.reason, **named_team(draft.table, outcome))


def _let_chance_act(draft: Draft, due: Chance, at_ms: int) -> tuple[Step[Any], Chance | None]:
    table = draft.table
    label, text = draft.drawn(due.stream, lambda random: table.game.draw(table.state, random))
    step: Step[Any] = table.game.apply(table.state, CHANCE, text)
    return step, _write_step(draft, Deed("chance", CHANCE, at_ms, text, label, due.audience), step, {})


def _write_step(draft: Draft, deed: Deed, step: Step[Any], changes: dict[str, Any]) -> Chance | None:
    """Write one step with the clock pressed and the end judged. Returns the chance event that is due next, if any."""
    table = draft.table
    outcome = end_of(table, step.state)
    to_act = table.game.to_act(step.state) if outcome is None else _NOBODY
    events = (*deed.before, *step.events, *deed.after)
    if outcome is not None:
        events += game_over(draft, outcome)
        changes = {**changes, **_ended(table, outcome, deed.at_ms)}
    else:
        changes = {**changes, "passing": passing_after(table, to_act, deed.actor)}
    running = None if to_act.chance or stands(table, to_act) else to_act.clock
    free_ms, limit_at_ms = time_to_decide(table, to_act, deed.actor, deed.at_ms)
    clock = table.clock.press(
        deed.at_ms,
        completed=_completed(table, deed, step),
        running=running,
        free_ms=free_ms,
        limit_at_ms=limit_at_ms,
    )
    if table.status == "paused" and outcome is None:
        clock = clock.pause(deed.at_ms)
    _write(draft, deed, events, state=step.state, clock=clock, **changes)
    return to_act.chance


def _completed(table: Table, deed: Deed, step: Step[Any]) -> Seat | None:
    """Return the seat that gets its credit: after a turn, or after every decision if the game counts periods so."""
    if table.policy.period == "decision" and table.control.per_move and deed.kind in {"action", "auto"}:
        return deed.actor
    return step.turn_done


def _write(draft: Draft, deed: Deed, events: tuple[Event, ...], **changes: Any) -> None:
    clock = draft.table.clock
    used_ms = None if clock.running is None else clock.used_ms(deed.at_ms)
    draft.write(
        deed.kind,
        deed.actor,
        deed.at_ms,
        text=deed.text,
        label=deed.label,
        audience=deed.audience,
        events=events,
        used_ms=used_ms,
        **changes,
    )


def _ended(table: Table, outcome: Outcome, at_ms: int) -> dict[str, Any]:
    nothing = (Passing(),) * table.seats
    return {"status": "over", "outcome": outcome, "ended_at_ms": at_ms, "passing": nothing}


def end_quietly(draft: Draft, outcome: Outcome, at_ms: int) -> None:
    """End a match that the quiet limit reached without an action."""
    finish(draft, Deed("end", CLOCK, at_ms, outcome.reason), outcome)
