"""Points and tie-break values as people read them: halves as ½, decimals with the sign of the language, in columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pages import words
from tournaments.standings.score import decimal
from tournaments.standings.tiebreaks.base import Plain


@dataclass(frozen=True, slots=True)
class Points:
    """Points in two parts, so that a column of them can be set below each other."""

    whole: str
    half: bool = False

    def __str__(self) -> str:
        return f"{self.whole}{'½' if self.half else ''}"


def points(tenths: int) -> Points:
    """Return tenths of a point.

    >>> [str(points(tenths)) for tenths in (0, 5, 25, 30, -5, 12)]
    ['0', '½', '2½', '3', '-½', '1.2']
    """
    if tenths % 5:
        return Points(local(decimal(tenths)))
    whole, half = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return Points(f"{sign}{whole or '' if half else whole}", bool(half))


def local(number: str) -> str:
    """Return a decimal with the point or comma of the language."""
    return number.replace(".", ",") if words.language() == "de" else number


def column(values: Iterable[Plain]) -> list[str]:
    """Return the values of one column, all with as many decimals as the longest has; no value is a dash.

    >>> column(["12.5", "7", None, 0])
    ['12.5', '7.0', '–', '0.0']
    """
    texts = ["" if value is None else str(value) for value in values]
    digits = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [local(_padded(text, digits)) if text else "–" for text in texts]


def _padded(text: str, digits: int) -> str:
    """Return a decimal with this many decimals."""
    whole, _point, fraction = text.partition(".")
    return f"{whole}.{fraction:0<{digits}}" if digits else whole
