"""The guarded statement: any number of transitions of different matches in one round trip and one commit.

One JSON document carries everything. The rows are locked in the order of their ids, so that two processes cannot
deadlock. Whoever waited for a lock compares again with what was committed meanwhile, and then writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import psycopg
from django.db import connection

from matches import now
from matches.rows import Plan
from matches.store.columns import COMMAND, EVENT, MATCH, command_values, event_values, match_values


def _record(columns: Mapping[str, str]) -> str:
    return ", ".join(f'"{name}" {kind}' for name, kind in columns.items())


def _names(columns: Mapping[str, str], prefix: str = "") -> str:
    return ", ".join(f'{prefix}"{name}"' for name in columns)


_GUARD: Final = {
    "id": "text",
    "was_version": "bigint",
    "was_status": "text",
    "was_deadline_ms": "bigint",
    "claimed_ms": "bigint",
    "cmd": "text",
}


# S608: built from the constants above; everything that varies is the one parameter.
def _statement(locking: str) -> str:
    return f"""
WITH d AS (SELECT %s::json AS j),
b AS (SELECT * FROM json_to_recordset((SELECT j->'plans' FROM d)) AS t({_record({**_GUARD, **MATCH})})),
l AS (SELECT m.id FROM matches_match m JOIN b ON b.id = m.id WHERE m.version = b.was_version
      ORDER BY m.id FOR NO KEY UPDATE OF m {locking}),
w AS (UPDATE matches_match m SET version = b.was_version + 1, {", ".join(f'"{name}" = b."{name}"' for name in MATCH)}
      FROM b JOIN l ON l.id = b.id
      WHERE m.id = b.id AND m.version = b.was_version AND m.status = b.was_status
        AND m.deadline_ms IS NOT DISTINCT FROM b.was_deadline_ms
        AND b.claimed_ms <= greatest(extract(epoch FROM clock_timestamp()) * 1000, m.changed_at_ms)
        AND NOT EXISTS (SELECT 1 FROM matches_command c WHERE c.match_id = b.id AND c.cmd = b.cmd)
      RETURNING m.id),
e AS (INSERT INTO matches_matchevent ({_names(EVENT)})
      SELECT {_names(EVENT, "t.")} FROM json_to_recordset((SELECT j->'events' FROM d)) AS t({_record(EVENT)})
      JOIN w ON w.id = t.match_id),
c AS (INSERT INTO matches_command ({_names(COMMAND)})
      SELECT {_names(COMMAND, "t.")} FROM json_to_recordset((SELECT j->'commands' FROM d)) AS t({_record(COMMAND)})
      JOIN w ON w.id = t.match_id)
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, (SELECT array_agg(id) FROM w)
"""  # noqa: S608


_WAITING: Final = _statement("")
_SKIPPING: Final = _statement("SKIP LOCKED")


def commit(plans: Sequence[Plan], *, skip_locked: bool = False) -> set[str]:
    """Write the plans in one statement; return the ids of those that won. The answer brings the database's time.

    With `skip_locked` a row that somebody else holds counts as changed, and nobody waits for it.
    """
    connection.ensure_connection()
    # Past Django's cursor, which has the whole statement read and planned anew each time: that took longer than to
    # carry it out.
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        statement = _SKIPPING if skip_locked else _WAITING
        found = cursor.execute(statement, [_document(plans)], prepare=True).fetchone()
    assert found is not None  # noqa: S101 - the statement always has one row
    database_us, won = found
    now.learn(database_us, time.monotonic_ns())
    return set(won or ())


def _document(plans: Sequence[Plan]) -> str:
    events = [event_values(plan, event) for plan in plans for event in plan.events]
    commands = [command_values(plan, plan.command) for plan in plans if plan.command]
    rows = [{**_guard(plan), **match_values(plan)} for plan in plans]
    return orjson.dumps({"plans": rows, "events": events, "commands": commands}).decode()


def _guard(plan: Plan) -> dict[str, Any]:
    return {
        "id": plan.match_id,
        "was_version": plan.before.version,
        "was_status": plan.before.status,
        "was_deadline_ms": plan.before.deadline_ms,
        "claimed_ms": plan.at_ms,
        "cmd": plan.command.cmd if plan.command else None,
    }
