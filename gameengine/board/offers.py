"""Actions that share a beginning: thousands of them as a few lists.

A card that moves any wall anywhere and costs another card may be played in thousands of ways, which are a choice of a
place and a choice of a card. An `Offer` names the choices; its actions are one of each, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from gameengine.board.view import Pick

Way: TypeAlias = tuple[str, tuple[Pick, ...]]
"""A piece of an action's text, and the picks by which a person enters it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A beginning and, for each part that follows, the ways among which one is chosen. Without parts: one action."""

    text: str
    picks: tuple[Pick, ...]
    parts: tuple[tuple[Way, ...], ...] = ()

    def actions(self) -> Iterator[Way]:
        """Yield every action with its picks.

        >>> [text for text, _ in Offer("put ", (), ((("a", ()), ("b", ())), ((" up", ()), (" down", ())))).actions()]
        ['put a up', 'put a down', 'put b up', 'put b down']
        """
        for ways in product(*self.parts):
            picks = (pick for _, some in ways for pick in some)
            yield self.text + "".join(text for text, _ in ways), (*self.picks, *picks)

    def __len__(self) -> int:
        """Return how many actions there are."""
        return prod(map(len, self.parts))
