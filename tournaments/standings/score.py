"""Points as whole numbers: tenths of a point for scores, hundredths for products and averages of scores.

Nothing here is ever a float: 0.1 + 0.2 must not decide a tournament.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TENTHS: Final = 1
HUNDREDTHS: Final = 2
_NUMBER: Final = re.compile(r"([+-]?)(\d+)(?:\.(\d))?")


@dataclass(frozen=True, slots=True)
class PointSystem:
    """What results bring, in tenths of a point; `bye` is the bye that the pairing gives in an odd field."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    bye: int = 10


CLASSIC: Final = PointSystem()
"""One point for a win, half a point for a draw."""

THREE_ONE: Final = PointSystem(win=30, draw=10, bye=30)
"""Three points for a win, one for a draw."""


def tenths(text: str) -> int:
    """Return a score from its text. Raises ValueError if it is no number of tenths.

    >>> tenths("11.5"), tenths(" 3 "), tenths("-0.5")
    (115, 30, -5)
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not a score in tenths: {text!r}")
    sign, whole, tenth = found.groups()
    return (-1 if sign == "-" else 1) * (int(whole) * 10 + int(tenth or 0))


def decimal(value: int, digits: int = TENTHS) -> str:
    """Return a whole number of tenths (or hundredths, with two digits) as an exact decimal without idle zeros.

    >>> decimal(125), decimal(30), decimal(2275, HUNDREDTHS), decimal(2190, HUNDREDTHS), decimal(-5)
    ('12.5', '3', '22.75', '21.9', '-0.5')
    """
    whole, rest = divmod(abs(value), 10**digits)
    fraction = f"{rest:0{digits}d}".rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def half_up(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded to the nearest whole number, halves upwards.

    >>> half_up(5, 2), half_up(7, 3), half_up(-5, 2)
    (3, 2, -2)
    """
    return (2 * dividend + divisor) // (2 * divisor)
