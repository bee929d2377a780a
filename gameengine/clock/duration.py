"""Durations as short texts ("90s", "5") and as words in both languages."""

from __future__ import annotations

import re
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.types import Text

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60 * SECOND_MS
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
LONGEST_MS: Final = 366 * DAY_MS
"""No duration of a control is longer than this; a greater number is a typing error."""

_SHORT = re.compile(r"(\d{1,11})(ms|s|m|h|d)?", re.ASCII)
_UNITS: Final = {"ms": 1, "s": SECOND_MS, "m": MINUTE_MS, "h": HOUR_MS, "d": DAY_MS}
_WORDS: Final = {
    DAY_MS: (("day", "days"), ("Tag", "Tage")),
    MINUTE_MS: (("minute", "minutes"), ("Minute", "Minuten")),
    SECOND_MS: (("second", "seconds"), ("Sekunde", "Sekunden")),
}


def short(ms: int, *, unit_ms: int) -> str:
    """Return a duration as short as possible; a bare number means multiples of `unit_ms`.

    >>> short(300_000, unit_ms=MINUTE_MS), short(90_000, unit_ms=MINUTE_MS), short(500, unit_ms=SECOND_MS)
    ('5', '90s', '500ms')
    """
    if ms % unit_ms == 0:
        return str(ms // unit_ms)
    return f"{ms // SECOND_MS}s" if ms % SECOND_MS == 0 else f"{ms}ms"


def read_short(text: str, *, unit_ms: int) -> int | None:
    """Return the milliseconds of a text as `short` writes it, or None if it is no such text.

    >>> read_short("90s", unit_ms=MINUTE_MS), read_short("5", unit_ms=MINUTE_MS), read_short("x", unit_ms=MINUTE_MS)
    (90000, 300000, None)
    """
    found = _SHORT.fullmatch(text)
    if found is None:
        return None
    number, unit = found.groups()
    return int(number) * (_UNITS[unit] if unit else unit_ms)


def read(text: str, *, unit_ms: int, least_ms: int = 1) -> int:
    """Return the milliseconds of a part of a short text. Raises Refusal BAD_CONTROL, which says what is wrong."""
    ms = read_short(text, unit_ms=unit_ms)
    if not text:
        raise Refusal("BAD_CONTROL", text, Text("A length of time is missing.", "Eine Dauer fehlt."))
    if ms is None:
        told = Text(
            f"“{text}” is no length of time. Write a number, or one with its unit: 90s, 5m, 2h.",
            f"„{text}“ ist keine Dauer. Schreibe eine Zahl, oder eine mit ihrer Einheit: 90s, 5m, 2h.",
        )
        raise Refusal("BAD_CONTROL", text, told)
    if not least_ms <= ms <= LONGEST_MS:
        told = Text(
            f"“{text}” is too {'short' if ms < least_ms else 'long'} here.",
            f"„{text}“ ist hier zu {'kurz' if ms < least_ms else 'lang'}.",
        )
        raise Refusal("BAD_CONTROL", text, told)
    return ms


def words(ms: int) -> Text:
    """Return a duration in words, in the greatest unit that needs no fraction.

    >>> words(60_000).en, words(1_500).de
    ('1 minute', '1,5 Sekunden')
    """
    for unit_ms, (english, german) in _WORDS.items():
        if ms % unit_ms == 0 and ms:
            count = ms // unit_ms
            return Text(f"{count} {english[count != 1]}", f"{count} {german[count != 1]}")
    whole, rest = divmod(ms, SECOND_MS)
    number = f"{whole}.{rest:03d}".rstrip("0").rstrip(".")
    return Text(f"{number} seconds", f"{number.replace('.', ',')} Sekunden")
