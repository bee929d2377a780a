"""Triggers that make the database itself keep the audit trail, on PostgreSQL and on SQLite."""

from __future__ import annotations

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE: Final = "tournaments_auditline"
_ACTS: Final = (("audit_fixed", "UPDATE"), ("audit_kept", "DELETE"))
_SENTENCE: Final = "a line of the audit trail is never changed"

_REFUSE: Final = """CREATE OR REPLACE FUNCTION tournaments_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers where they are missing; safe to repeat.

    Runs after every migration, because SQLite rebuilds a table (and loses its triggers) when a column changes.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_REFUSE)
        for name, act in _ACTS:
            cursor.execute(_statement(connection.vendor, name, act))


def _statement(vendor: str, name: str, act: str) -> str:
    """Return the statement that creates one trigger."""
    if vendor == "postgresql":
        return f"""CREATE OR REPLACE TRIGGER {name} BEFORE {act} ON {TABLE} FOR EACH ROW
            EXECUTE FUNCTION tournaments_refuse('{_SENTENCE}')"""
    return f"""CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END"""


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers: for the way back of a migration, and for tests that empty their tables."""
    with connection.cursor() as cursor:
        for name, _ in _ACTS:
            on = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
