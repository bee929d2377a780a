"""The choice between the two forms."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from matches.rows import Plan
from matches.store import portable, postgresql

__all__ = ["commit", "write"]


def commit(plans: Sequence[Plan], *, skip_locked: bool = False) -> set[str]:
    """Write the plans whose matches are unchanged, all in one transaction; return the ids of those matches.

    At most one plan per match. A plan that the database cannot take (encoding, constraint) fails them all. With
    `skip_locked` nobody waits for a row that somebody else holds: its plan loses.
    """
    if connection.vendor == "postgresql":
        return postgresql.commit(plans, skip_locked=skip_locked)
    # SQLite has one lock for all.
    return portable.commit(plans)


def write(plan: Plan, *, skip_locked: bool = False) -> bool:
    """Write one plan inside the caller's transaction; tell whether it won."""
    if connection.vendor == "postgresql":
        return plan.match_id in postgresql.commit([plan], skip_locked=skip_locked)
    return portable.write(plan)
