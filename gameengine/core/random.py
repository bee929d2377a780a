"""The port through which chance reaches pure code."""

from __future__ import annotations

from typing import Protocol


class Random(Protocol):
    """A source of fair numbers. The table hands one to a game when chance must act."""

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely."""
        ...

    def permutation(self, n: int) -> tuple[int, ...]:
        """Return the numbers 0 to n - 1 in random order, each order equally likely."""
        ...
