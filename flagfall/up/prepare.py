"""What has to be there before the first page: tables, the operator, the demo tournament."""

from __future__ import annotations

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor


def migrate() -> bool:
    """Bring the tables up to date; tell whether there was anything to do."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", verbosity=0, interactive=False)
    return True
