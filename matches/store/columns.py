"""The columns that a transition writes, in one place for both forms of the statement."""

from __future__ import annotations

from typing import Any, Final

from matches.rows import CommandRow, EventRow, Plan

MATCH: Final = {
    "status": "text",
    "seq": "int",
    "ply": "int",
    "head": "text",
    "table": "text",
    "running_seat": "smallint",
    "deadline_ms": "bigint",
    "grace_ms": "int",
    "bot_since_ms": "bigint",
    "resumes_at_ms": "bigint",
    "outcome": "jsonb",
    "winner": "smallint",
    "ended_at_ms": "bigint",
    "decided_at_ms": "bigint",
    "changed_at_ms": "bigint",
}
"""Columns of the match row beside `version`, with their types on PostgreSQL."""

EVENT: Final = {
    "match_id": "text",
    "seq": "int",
    "version": "bigint",
    "kind": "text",
    "actor": "smallint",
    "at_ms": "bigint",
    "decided_at_ms": "bigint",
    "public": "text",
    "private": "text",
    "hash": "text",
}

COMMAND: Final = {
    "match_id": "text",
    "cmd": "text",
    "seat": "smallint",
    "at_ms": "bigint",
    "ok": "boolean",
    "code": "text",
    "seq": "int",
    "ply": "int",
}


def match_values(plan: Plan) -> dict[str, Any]:
    """Return the new values of the row, by column."""
    return {
        "status": plan.after.status,
        "seq": plan.after.seq,
        "head": plan.after.head,
        "deadline_ms": plan.after.deadline_ms,
        "grace_ms": plan.after.grace_ms,
        "changed_at_ms": plan.after.changed_at_ms,
        **plan.columns,
    }


def event_values(plan: Plan, event: EventRow) -> dict[str, Any]:
    """Return the values of one line of the log, by column."""
    return {
        "match_id": plan.match_id,
        "seq": event.seq,
        "version": plan.after.version,
        "kind": event.kind,
        "actor": event.actor,
        "at_ms": event.at_ms,
        "decided_at_ms": event.decided_at_ms,
        "public": event.public,
        "private": event.private,
        "hash": event.hash,
    }


def command_values(plan: Plan, command: CommandRow) -> dict[str, Any]:
    """Return the values of the command, by column."""
    return {
        "match_id": plan.match_id,
        "cmd": command.cmd,
        "seat": command.seat,
        "at_ms": command.at_ms,
        "ok": command.ok,
        "code": command.code,
        "seq": command.seq,
        "ply": command.ply,
    }
