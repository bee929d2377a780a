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
        """Guard the audit trail after every migration, listen to matches, and tell them who may do what."""
        from matches import access
        from matches.evidence.port import register_disputes
        from matches.signals import call_decided, call_taken, match_finished, match_looked, match_reopened, match_ruled
        from tournaments.access import TournamentAccess
        from tournaments.evidence import disputes_told
        from tournaments.receivers import (
            call_is_decided,
            call_is_taken,
            match_is_looked_into,
            match_is_over,
            match_is_reopened,
            match_is_ruled,
        )

        post_migrate.connect(_install_guards, sender=self, dispatch_uid="tournaments.guards")
        match_finished.connect(match_is_over, dispatch_uid="tournaments.match_is_over")
        match_reopened.connect(match_is_reopened, dispatch_uid="tournaments.match_is_reopened")
        match_ruled.connect(match_is_ruled, dispatch_uid="tournaments.match_is_ruled")
        match_looked.connect(match_is_looked_into, dispatch_uid="tournaments.match_is_looked_into")
        call_taken.connect(call_is_taken, dispatch_uid="tournaments.call_is_taken")
        call_decided.connect(call_is_decided, dispatch_uid="tournaments.call_is_decided")
        access.register(TournamentAccess())
        register_disputes(disputes_told)


def _install_guards(using: str, **_kwargs: Any) -> None:
    from tournaments import guards

    connection = connections[using]
    if guards.TABLE in connection.introspection.table_names():
        guards.install(connection)
