"""Reading and writing committed rows.

`commit(plans)` has two forms with one contract: write every plan whose match still is what the plan assumed, each with
its events and its command, and return the ids of those; all in one transaction. PostgreSQL does it in one statement.
"""

from matches.store.commit import commit, write
from matches.store.read import (
    chance_of,
    events_after,
    find_command,
    load,
    load_if_newer,
    load_locked,
    read_many,
    row_of,
)

__all__ = [
    "chance_of",
    "commit",
    "events_after",
    "find_command",
    "load",
    "load_if_newer",
    "load_locked",
    "read_many",
    "row_of",
    "write",
]
