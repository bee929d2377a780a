"""Free tables: a part of matches with rows, pages and tasks of its own."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Brings people together, makes their matches, and keeps the score of a series."""

    name = "matches.tables"
    label = "tables"

    def ready(self) -> None:
        """Listen to matches."""
        from matches.signals import match_finished
        from matches.tables.receivers import match_is_over

        match_finished.connect(match_is_over, dispatch_uid="tables.match_is_over")
