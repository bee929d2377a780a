"""Enforcing deadlines: the sweep, which must suffice alone, and the promoter, which sets alarm clocks.

Deadlines lie in the database. Everything here is only somebody who looks at them in time.
"""

from matches.enforcement.keeper import Keeper
from matches.enforcement.sweep import lag_ms, overdue_ms, sweep

__all__ = ["Keeper", "lag_ms", "overdue_ms", "sweep"]
