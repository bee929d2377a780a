"""Matches: one sitting at one board."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class MatchesConfig(AppConfig):
    """Loads, guards and stores tables, and tells the world."""

    name = "matches"

    def ready(self) -> None:
        """See to it that the triggers are there after every migration."""
        post_migrate.connect(_install_guards, sender=self, dispatch_uid="matches.guards")


def _install_guards(using: str, **_kwargs: Any) -> None:
    from matches import guards

    connection = connections[using]
    if guards.NAMES[0][1] in connection.introspection.table_names():
        guards.install(connection)
