"""Enforcing deadlines: the sweep, which must suffice alone, and the promoter, which sets alarm clocks.

Deadlines lie in the database. Everything here is only somebody who looks at them in time.
"""

from matches.enforcement.keeper import Keeper, is_kept_here
from matches.enforcement.stand_in import StandIn
from matches.enforcement.sweep import lag_ms, overdue_ms, sweep

__all__ = ["Keeper", "StandIn", "is_kept_here", "lag_ms", "overdue_ms", "sweep"]
