"""What lies behind a table, for the rulings that go back to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gameengine.table.line import Line
from gameengine.table.value import Table


@dataclass(frozen=True, slots=True)
class Stand:
    """How a table stood right after its line number `line` (1 is the first)."""

    line: int
    table: Table


class Past(Protocol):
    """The way by which a table has come to where it is: what a ruling has voided does not lie on it."""

    commitment: str
    """To which seed the server commits itself for the branch that a ruling may begin."""

    def before_action(self, ply: int) -> Stand | None:
        """Return how the table stood right before its action number `ply`; None if there was none on its way."""
        ...

    def before_line(self, line: int) -> tuple[Line, Stand] | None:
        """Return line number `line` and how the table stood right before it; None if it does not lie on its way."""
        ...

    def before_end(self) -> Stand | None:
        """Return how the table stood right before it ended; None while it has not."""
        ...
