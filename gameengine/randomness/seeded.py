"""Repeatable numbers for tests, bots and simulations. Not for matches: whoever knows the seed knows them all."""

from __future__ import annotations

import random


class SeededRandom:
    """Numbers from Python's own generator. Fulfils `gameengine.core.random.Random`."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return self._random.randrange(n)

    def permutation(self, n: int) -> tuple[int, ...]:
        """Return the numbers 0 to n - 1 in random order."""
        order = list(range(n))
        self._random.shuffle(order)
        return tuple(order)
