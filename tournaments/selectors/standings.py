"""The standings of a stage for pages and the API. They are worked out by the services, whose snapshots keep them."""

from __future__ import annotations

from tournaments.services.standings import Column, Line, StageStandings, Worked, standings_of

__all__ = ["Column", "Line", "StageStandings", "Worked", "standings_of"]
