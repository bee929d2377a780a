"""The choice between the two forms."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from matches.rows import Plan
from matches.store import portable, postgresql

__all__ = ["commit", "write"]


def commit(plans: Sequence[Plan]) -> set[str]:
    """Write the plans whose matches are unchanged, all in one transaction; return the ids of those matches.

    At most one plan per match. A plan that the database cannot take (encoding, constraint) fails them all.
    """
    return postgresql.commit(plans) if connection.vendor == "postgresql" else portable.commit(plans)


def write(plan: Plan) -> bool:
    """Write one plan inside the caller's transaction; tell whether it won."""
    if connection.vendor == "postgresql":
        return plan.match_id in postgresql.commit([plan])
    return portable.write(plan)
