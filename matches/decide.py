"""What a command, or the passing of time, makes of a committed row. Pure; the database is asked afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from gameengine import log
from gameengine.core.abilities import TrustsDevice
from gameengine.core.errors import Refusal
from gameengine.core.types import ARBITER, Actor, JsonObject
from gameengine.table import (
    LONGEST_PREPARE,
    Line,
    Past,
    Table,
    TableStep,
    act,
    admits_fall,
    advance,
    credited_ms,
    dump,
    grace_ms,
    missing,
    next_deadline,
    result_json,
    seats_to_act,
)
from matches.rows import Ack, CommandRow, EventRow, Plan, Row
from matches.stamps import Stamp, believed_ms

LONGEST_TEXT: Final = 600
"""No command is longer, but for a secret set-up part."""

Salt = Callable[[], str]


def new_salt() -> str:
    """Return 16 random bytes as hex text."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Intent:
    """A command as it arrived: who, what, at which instant, for which ply (None: whatever the ply is).

    `credit_ms` is what the network costs the actor, as the server has measured it. `at_ms` is the receipt, also where a
    device has put a `stamp` on the command.
    """

    actor: Actor
    text: str
    at_ms: int
    cmd: str
    ply: int | None = None
    credit_ms: int = 0
    stamp: Stamp | None = None
    past: Past | None = None
    """What lies behind the table, for rulings that go back."""


def acts_at(row: Row, intent: Intent) -> int:
    """Return the instant that counts for a command.

    It never lies before the last line: clocks of several processes may differ by microseconds.
    """
    received_ms = max(intent.at_ms, row.changed_at_ms)
    return received_ms if intent.stamp is None else believed_ms(row, intent.stamp, received_ms)


def comes_in_time(row: Row, intent: Intent) -> bool:
    """Tell whether no deadline falls before a command, by its instant and by what it is given back for the network."""
    at_ms = acts_at(row, intent)
    if row.deadline_ms is None or at_ms < row.deadline_ms:
        return True
    granted_ms = credited_ms(row.table, intent.actor, intent.text, at_ms, intent.credit_ms)
    return row.grace_ms > 0 and at_ms - granted_ms < row.deadline_ms


def decide(row: Row, intent: Intent, *, decided_ms: int, salt: Salt = new_salt) -> Plan | Ack:
    """Return the transition that a command makes, or the answer that refuses it and changes nothing.

    Deadlines up to the command's instant fall first. If some did, the plan holds even when the command is refused.
    """
    at_ms = acts_at(row, intent)
    refused = _why_not(row, intent, at_ms)
    if refused:
        return _refused(row, row.table, row.seq, refused)
    in_time = comes_in_time(row, intent) or (intent.actor == ARBITER and _device_may_have_more(row, at_ms))
    before = _before(row, at_ms, in_time)
    after = _act(before, intent, at_ms, row)
    code = after.refusal.code if after.refusal else ""
    if code and in_time and not before.lines:
        # A flag that this command cannot save is for the timers, once the grace is over.
        return _refused(row, row.table, row.seq, code)
    lines = before.lines + after.lines
    if not lines and code:
        return _refused(row, row.table, row.seq, code)
    command = CommandRow(intent.cmd, intent.actor, intent.at_ms, not code, code, row.seq + len(lines), after.table.ply)
    return transition(row, after.table, lines, decided_ms=decided_ms, salt=salt, command=command)


def settle(row: Row, *, to_ms: int, decided_ms: int, salt: Salt = new_salt) -> Plan | None:
    """Return the transition that the passing of time makes up to an instant; None if nothing falls."""
    goes_on = _goes_on(row, decided_ms)
    if row.status not in ("waiting", "live") and not goes_on:
        return None
    # Everybody has read when play goes on: nobody waits for the settling time then.
    until_ms = max(to_ms, row.changed_at_ms, (row.table.resumes_at_ms or 0) if goes_on else 0)
    step = advance(row.table, until_ms, row.chance, patient=True)
    if not step.lines:
        return None
    return transition(row, step.table, step.lines, decided_ms=decided_ms, salt=salt)


def _why_not(row: Row, intent: Intent, at_ms: int) -> str:
    """Return the code of what keeps a command from being tried at all, "" if nothing does."""
    if not _may_act(row, intent, at_ms):
        return _closed_code(row.status)
    if intent.stamp is not None and not isinstance(row.table.game, TrustsDevice):
        return "no_stamps"
    waits = intent.actor not in (ARBITER, row.table.clock.running) and _device_may_have_more(row, at_ms)
    return "flag_pending" if waits else ""


def _device_may_have_more(row: Row, at_ms: int) -> bool:
    """Tell whether a clock has run out at an instant, but the device of its seat may still hand in a press in time."""
    if not isinstance(row.table.game, TrustsDevice) or row.deadline_ms is None:
        return False
    return row.deadline_ms <= at_ms < row.deadline_ms + row.grace_ms


def _goes_on(row: Row, at_ms: int) -> bool:
    """Tell whether a paused match goes on by itself at an instant or has done so."""
    return row.status == "paused" and row.table.resumes_at_ms is not None and row.table.resumes_at_ms <= at_ms


def _may_act(row: Row, intent: Intent, at_ms: int) -> bool:
    if intent.actor == ARBITER or _goes_on(row, at_ms):
        return True
    if row.status == "paused":
        return intent.text.startswith("autopass ")
    return row.status in ("waiting", "live")


def _closed_code(status: str) -> str:
    return {"over": "match_over", "paused": "paused"}.get(status, "quarantined")


def _before(row: Row, at_ms: int, in_time: bool) -> TableStep:
    """Return what happened by itself before a command: deadlines fell, or the clock stood because of a fault."""
    if row.status == "quarantined" and row.table.status == "live":
        # Time stops where it last stood at the table: what came after it was the service's fault.
        return act(row.table, ARBITER, "pause fault of the service", row.table.at_ms, row.chance)
    if in_time and not _goes_on(row, at_ms):
        return TableStep(row.table)
    return advance(row.table, at_ms, row.chance)


def _act(before: TableStep, intent: Intent, at_ms: int, row: Row) -> TableStep:
    table = before.table
    if before.lines and admits_fall(row.table, intent.actor, intent.text):
        return TableStep(table)
    if table.status == "over" and intent.actor != ARBITER:
        return TableStep(table, refusal=Refusal("match_over"))
    if is_too_long(intent.text):
        return TableStep(table, refusal=Refusal("bad_command"))
    if intent.ply is not None and intent.ply != table.ply:
        return TableStep(table, refusal=Refusal("stale_ply"))
    received_ms = intent.at_ms if at_ms < intent.at_ms else None
    return act(
        table,
        intent.actor,
        intent.text,
        at_ms,
        row.chance,
        credit_ms=intent.credit_ms,
        received_ms=received_ms,
        past=intent.past,
    )


def is_too_long(text: str) -> bool:
    """Tell whether no command can be as long as this text."""
    return len(text) > (LONGEST_PREPARE if text.startswith("prepare ") else LONGEST_TEXT)


def _refused(row: Row, table: Table, seq: int, code: str) -> Ack:
    return Ack(False, code, seq, table.ply, row.game)


def transition(
    row: Row,
    table: Table,
    lines: Iterable[Line],
    *,
    decided_ms: int,
    salt: Salt = new_salt,
    command: CommandRow | None = None,
) -> Plan:
    """Return the plan that writes `lines` and leaves `table`.

    Without lines only what one seat and the server know has changed: then no number but the row's version does.
    """
    events = tuple(_chained(row, lines, decided_ms, salt))
    at_ms = events[-1].at_ms if events else row.changed_at_ms
    after = replace(
        row,
        version=row.version + 1,
        seq=events[-1].seq if events else row.seq,
        head=events[-1].hash if events else row.head,
        status=table.status if events else row.status,
        deadline_ms=next_deadline(table),
        # An end keeps the grace that it was waited for: so its lateness can be told afterwards.
        grace_ms=row.grace_ms if table.status == "over" else grace_ms(table),
        changed_at_ms=max(at_ms, row.changed_at_ms),
        table=table,
    )
    return Plan(row, after, events, _columns(after, decided_ms), at_ms, command)


def _chained(row: Row, lines: Iterable[Line], decided_ms: int, salt: Salt) -> Iterable[EventRow]:
    head = row.head
    for seq, line in enumerate(lines, row.seq + 1):
        event = event_row(seq, line, head, decided_ms=decided_ms, salt=salt)
        head = event.hash
        yield event


def event_row(seq: int, line: Line, head: str, *, decided_ms: int, salt: Salt = new_salt) -> EventRow:
    """Return a line of the log as it is stored, linked to the hash of the one before it."""
    entry = log.link(head, line, salt)
    private: dict[str, JsonObject] = {
        audience: {"part": part.part, "salt": part.salt} for audience, part in entry.parts.items()
    }
    return EventRow(
        seq,
        line.kind,
        line.actor,
        line.at_ms,
        decided_ms,
        _text(entry.public),
        _text(private) if private else "",
        entry.hash,
        line,
    )


def _text(value: JsonObject) -> str:
    """Return the canonical form as text; `log.link` has checked that the value has one."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _columns(after: Row, decided_ms: int) -> dict[str, Any]:
    table, outcome = after.table, after.table.outcome
    return {
        "ply": table.ply,
        "table": dump(table),
        "running_seat": table.clock.running if table.status == "live" else None,
        "bot_since_ms": table.at_ms if bots_due(after) else None,
        "resumes_at_ms": table.resumes_at_ms,
        "outcome": result_json(outcome),
        "winner": outcome.winner if outcome else None,
        "ended_at_ms": table.ended_at_ms,
        "decided_at_ms": decided_ms if outcome else None,
    }


def bots_due(row: Row) -> tuple[int, ...]:
    """Return the bot seats from which the table waits for something: an action, or the word that they are ready."""
    table = row.table
    if table.status not in ("waiting", "live") or not row.bots:
        return ()
    late = tuple(seat for seat in sorted(row.bots) if seat in missing(table))
    if not table.has_begun:
        return late
    asked = tuple(seat for seat in seats_to_act(table) if seat in row.bots and not table.passing[seat].open)
    return tuple(dict.fromkeys(asked + late))
