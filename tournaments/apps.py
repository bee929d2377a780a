"""Tournaments: entries, stages, rounds, pairings, results."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """Competitions made of matches."""

    name = "tournaments"

    def ready(self) -> None:
        """Guard the audit trail after every migration."""
        post_migrate.connect(_install_guards, sender=self, dispatch_uid="tournaments.guards")


def _install_guards(using: str, **_kwargs: Any) -> None:
    from tournaments import guards

    connection = connections[using]
    if guards.TABLE in connection.introspection.table_names():
        guards.install(connection)
