"""Triggers that make the database itself refuse what no code may do, on PostgreSQL and on SQLite.

- a match row changes only together with `version + 1`, so that equal versions prove equal rows;
- a line of the log is never changed;
- matches and their logs are deleted only while an open line in the table of purges names the match;
- an uploaded content is never changed: matches and tournaments name it by its hash.
"""

from __future__ import annotations

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

NAMES: Final = (
    ("match_version", "matches_match"),
    ("event_fixed", "matches_matchevent"),
    ("event_kept", "matches_matchevent"),
    ("match_kept", "matches_match"),
    ("content_fixed", "matches_contentfile"),
)

_PURGED: Final = "EXISTS (SELECT 1 FROM matches_purge p WHERE p.match_id = OLD.{key} AND p.open)"

_POSTGRESQL: Final = (
    """CREATE OR REPLACE FUNCTION matches_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE OR REPLACE TRIGGER match_version BEFORE UPDATE ON matches_match FOR EACH ROW
    WHEN (NEW.version IS DISTINCT FROM OLD.version + 1)
    EXECUTE FUNCTION matches_refuse('a match changes by one version at a time')""",
    """CREATE OR REPLACE TRIGGER event_fixed BEFORE UPDATE ON matches_matchevent FOR EACH ROW
    EXECUTE FUNCTION matches_refuse('a line of the log is never changed')""",
    """CREATE OR REPLACE FUNCTION matches_keep() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE key text := CASE WHEN TG_TABLE_NAME = 'matches_match' THEN to_jsonb(OLD)->>'id'
                             ELSE to_jsonb(OLD)->>'match_id' END;
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM matches_purge p WHERE p.match_id = key AND p.open) THEN
        RAISE EXCEPTION 'matches are deleted by purge only' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN OLD;
    END $$""",
    """CREATE OR REPLACE TRIGGER event_kept BEFORE DELETE ON matches_matchevent FOR EACH ROW
    EXECUTE FUNCTION matches_keep()""",
    """CREATE OR REPLACE TRIGGER match_kept BEFORE DELETE ON matches_match FOR EACH ROW
    EXECUTE FUNCTION matches_keep()""",
    """CREATE OR REPLACE TRIGGER content_fixed BEFORE UPDATE OF game, hash, name, text, data ON matches_contentfile
    FOR EACH ROW EXECUTE FUNCTION matches_refuse('an uploaded content is never changed')""",
)

_SQLITE: Final = (
    """CREATE TRIGGER IF NOT EXISTS match_version BEFORE UPDATE ON matches_match
    WHEN NEW.version IS NOT OLD.version + 1
    BEGIN SELECT RAISE(ABORT, 'a match changes by one version at a time'); END""",
    """CREATE TRIGGER IF NOT EXISTS event_fixed BEFORE UPDATE ON matches_matchevent
    BEGIN SELECT RAISE(ABORT, 'a line of the log is never changed'); END""",
    f"""CREATE TRIGGER IF NOT EXISTS event_kept BEFORE DELETE ON matches_matchevent
    WHEN NOT {_PURGED.format(key="match_id")}
    BEGIN SELECT RAISE(ABORT, 'matches are deleted by purge only'); END""",
    f"""CREATE TRIGGER IF NOT EXISTS match_kept BEFORE DELETE ON matches_match
    WHEN NOT {_PURGED.format(key="id")}
    BEGIN SELECT RAISE(ABORT, 'matches are deleted by purge only'); END""",
    """CREATE TRIGGER IF NOT EXISTS content_fixed BEFORE UPDATE OF game, hash, name, text, data ON matches_contentfile
    BEGIN SELECT RAISE(ABORT, 'an uploaded content is never changed'); END""",
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers where they are missing; safe to repeat.

    Runs after every migration, because SQLite rebuilds a table (and loses its triggers) when a column changes; on the
    way there some tables do not exist yet.
    """
    missing = {table for _, table in NAMES} - set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for statement in _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE:
            if not any(f" ON {table}" in statement for table in missing):
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers: for the way back of a migration, and for tests that empty their tables."""
    with connection.cursor() as cursor:
        for name, table in NAMES:
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
