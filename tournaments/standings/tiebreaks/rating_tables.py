"""Rating differences and percentages, as the federation's rating regulations tabulate them (8.1.1 and 8.1.2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

_GAIN: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193),
    *(202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538),
    *(589, 677, 800),
)
"""Rating difference for 50, 51, ... 100 per cent."""

_LAST_OF: Final = (
    *(
        3,
        10,
        17,
        25,
        32,
        39,
        46,
        53,
        61,
        68,
        76,
        83,
        91,
        98,
        106,
        113,
        121,
        129,
        137,
        145,
        153,
        162,
        170,
        179,
        188,
        197,
    ),
    *(206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559),
    *(619, 735),
)
"""The largest difference at which the better one is expected to score 50, 51, ... 99 per cent; beyond the last, 100."""

FARTHEST: Final = 800


def difference(per_cent: int) -> int:
    """Return the rating difference that a percentage stands for.

    >>> difference(50), difference(75), difference(25), difference(0)
    (0, 193, -193, -800)
    """
    return _GAIN[per_cent - 50] if per_cent >= 50 else -_GAIN[50 - per_cent]


def expected(gap: int) -> int:
    """Return the score expected against somebody, in hundredths; `gap` is the own rating less theirs.

    >>> expected(3), expected(4), expected(-736), expected(-735)
    (50, 51, 0, 1)
    """
    above = 50 + bisect_left(_LAST_OF, abs(gap))
    return above if gap >= 0 else 100 - above


def lowest_expecting(hundredths: int, opponents: Sequence[int]) -> int:
    """Return the lowest rating that expects at least this score against all of these ratings (10.3).

    Without any point it is 800 below the lowest opponent.

    >>> lowest_expecting(100, [1790]), lowest_expecting(0, [2219, 1893])
    (2526, 1093)
    """
    lowest = min(opponents) - FARTHEST
    if hundredths <= 0:
        return lowest
    span = range(lowest, max(opponents) + FARTHEST)
    return span[bisect_left(span, hundredths, key=lambda rating: _sum(rating - other for other in opponents))]


def _sum(gaps: Iterable[int]) -> int:
    """Return the score expected at these gaps together."""
    return sum(map(expected, gaps))
