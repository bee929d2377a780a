"""Words that reasons and traces share: how players are called, how points are said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gameengine.core.types import Text

Naming: TypeAlias = Callable[[int], Text]
"""How a player is called, from the number."""


def by_number(number: int) -> Text:
    """Return how a player is called as long as nobody knows the name."""
    return Text(f"No. {number}", f"Nr. {number}")


def in_words(score: int, point: int) -> Text:
    """Return points in words; `point` is the value of one point.

    >>> in_words(35, 10).de, in_words(10, 10).en, in_words(5, 10).en
    ('3,5 Punkten', '1 point', '0.5 points')
    """
    whole, rest = divmod(score * 10 // point, 10)
    number = f"{whole}.{rest}" if rest else str(whole)
    one = number == "1"
    return Text(f"{number} point{'' if one else 's'}", f"{number.replace('.', ',')} Punkt{'' if one else 'en'}")
