"""What has to be there before the first page: tables, and the demo tournament."""

from __future__ import annotations

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from flagfall.accounts.services import operator_get_or_create
from tournaments.demo import demo_create, demo_wanted


def migrate() -> bool:
    """Bring the tables up to date; tell whether there was anything to do."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", verbosity=0, interactive=False)
    return True


def demo() -> bool:
    """See to it that a demo tournament is being played; tell whether one had to be made."""
    if not demo_wanted():
        return False
    demo_create(organizer=operator_get_or_create())
    return True
