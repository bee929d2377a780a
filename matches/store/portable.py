"""The same transitions for any database: a guarded UPDATE per plan inside one short transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import connection, transaction

from matches import now
from matches.models import Command, Match
from matches.rows import Plan
from matches.store.columns import COMMAND, EVENT, command_values, event_values, match_values


def _insert(table: str, columns: Mapping[str, str]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608 - constants


_INSERT_EVENT: Final = _insert("matches_matchevent", EVENT)
_INSERT_COMMAND: Final = _insert("matches_command", COMMAND)


def commit(plans: Sequence[Plan]) -> set[str]:
    """Write the plans in one transaction of its own; return the ids of those that won."""
    with transaction.atomic():
        # In the order of ids, as the statement does: two processes cannot deadlock.
        won = [plan for plan in sorted(plans, key=lambda plan: plan.match_id) if _update(plan)]
        _insert_lines(won)
    return {plan.match_id for plan in won}


def write(plan: Plan) -> bool:
    """Write one plan inside the caller's transaction; tell whether it won."""
    won = _update(plan)
    if won:
        _insert_lines([plan])
    return won


def _update(plan: Plan) -> bool:
    # The instant of the last line may lie ahead of a clock that was set back; nothing else may.
    if plan.at_ms > max(now.now_ms(), plan.before.changed_at_ms) or _known(plan):
        return False
    guard = Match.objects.filter(pk=plan.match_id, version=plan.before.version, status=plan.before.status)
    if plan.before.deadline_ms is None:
        guard = guard.filter(deadline_ms__isnull=True)
    else:
        guard = guard.filter(deadline_ms=plan.before.deadline_ms)
    return guard.update(version=plan.before.version + 1, **match_values(plan)) == 1


def _known(plan: Plan) -> bool:
    command = plan.command
    return command is not None and Command.objects.filter(match_id=plan.match_id, cmd=command.cmd).exists()


def _insert_lines(plans: Iterable[Plan]) -> None:
    events = [_ordered(EVENT, event_values(plan, event)) for plan in plans for event in plan.events]
    commands = [_ordered(COMMAND, command_values(plan, plan.command)) for plan in plans if plan.command]
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT_EVENT, events)
        if commands:
            cursor.executemany(_INSERT_COMMAND, commands)


def _ordered(columns: Mapping[str, str], values: Mapping[str, Any]) -> list[Any]:
    return [values[name] for name in columns]
