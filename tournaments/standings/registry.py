"""The one list of tie-breaks, and how they are named in lists: `BH/C1`, `ARO/U1000`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tournaments.standings.crosstable import System
from tournaments.standings.errors import StandingsError
from tournaments.standings.tiebreaks import berger, buchholz, encounter, ratings, rounds
from tournaments.standings.tiebreaks.base import PLAIN, Modifiers, TieBreak

TIE_BREAKS: Final[Mapping[str, TieBreak]] = MappingProxyType(
    {
        entry.code: entry
        for entry in (
            rounds.POINTS,
            encounter.DIRECT_ENCOUNTER,
            rounds.WINS,
            rounds.WON,
            rounds.SECOND_SEAT,
            rounds.WON_SECOND_SEAT,
            rounds.PROGRESSIVE,
            rounds.ELECTED,
            rounds.STANDARD,
            rounds.NUMBER,
            buchholz.BUCHHOLZ,
            buchholz.AVERAGE_BUCHHOLZ,
            buchholz.FORE_BUCHHOLZ,
            berger.SONNEBORN_BERGER,
            berger.KOYA,
            ratings.AVERAGE,
            ratings.PERFORMANCE,
            ratings.PERFECT,
            ratings.OPPONENTS_PERFORMANCE,
            ratings.OPPONENTS_PERFECT,
            ratings.OWN,
            rounds.INSIDE,
            rounds.MARGIN,
        )
    }
)

SWISS_ORDER: Final = "BH/C1,BH,SB,DE,WIN"
ROUND_ROBIN_ORDER: Final = "DE,WIN,SB,KS"
MOST_CUT: Final = 9
_MODIFIER: Final = re.compile(r"([A-Z])(\d*)")
_APPLY: Final[Mapping[str, Callable[[Modifiers, int], Modifiers]]] = MappingProxyType(
    {
        "C": lambda given, number: replace(given, cut_low=number),
        "M": lambda given, number: replace(given, cut_low=number, cut_high=number),
        "P": lambda given, _: replace(given, forfeits=True),
        "U": lambda given, number: replace(given, unrated=number),
        "L": lambda given, number: replace(given, limit=number),
        "X": lambda given, number: replace(given, cap=number),
        "R": lambda given, _: replace(given, reverse=True),
    }
)
_RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {
        "C": range(1, MOST_CUT + 1),
        "M": range(1, MOST_CUT + 1),
        "U": range(1, 4001),
        "L": range(1, 101),
        "X": range(1, 1001),
    }
)
"""The numbers that a modifier may have; the others have none."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A tie-break as a list names it, with its modifiers."""

    key: str
    tie_break: TieBreak
    modifiers: Modifiers = PLAIN

    @property
    def low_first(self) -> bool:
        """Tell whether the lower value is the better one."""
        return self.tie_break.low_first is not self.modifiers.reverse


def default_order(system: System) -> str:
    """Return the list of tie-breaks that a tournament has unless it declares another."""
    return SWISS_ORDER if system == "swiss" else ROUND_ROBIN_ORDER


def chosen(key: str, system: System) -> Chosen:
    """Return a tie-break by its name in a list.

    Raises StandingsError `unknown_tie_break`, `bad_modifier`, or `not_in_this_system` for Buchholz in a round robin.

    >>> chosen("bh/c1", "swiss").modifiers.cut_low
    1
    """
    code, *modifiers = key.strip().upper().split("/")
    if code not in TIE_BREAKS:
        raise StandingsError("unknown_tie_break", key.strip())
    tie_break = TIE_BREAKS[code]
    if system not in tie_break.systems:
        raise StandingsError("not_in_this_system", f"{key.strip()} ({system})")
    return Chosen("/".join((code, *modifiers)), tie_break, _modifiers(key.strip(), tie_break, modifiers))


def _modifiers(key: str, tie_break: TieBreak, texts: Sequence[str]) -> Modifiers:
    """Return the modifiers of a name."""
    given = PLAIN
    letters = [text[:1] for text in texts]
    # /C1 and /M1 would contradict each other.
    if len(set(letters)) < len(letters) or {"C", "M"} <= set(letters):
        raise StandingsError("bad_modifier", key)
    for text in texts:
        found = _MODIFIER.fullmatch(text)
        if found is None or found[1] not in tie_break.modifiers or not _in_range(found[1], found[2]):
            raise StandingsError("bad_modifier", key)
        given = _APPLY[found[1]](given, int(found[2] or 0))
    return given


def _in_range(letter: str, number: str) -> bool:
    """Tell whether a modifier may have this number, or none."""
    return int(number or 0) in _RANGES[letter] if letter in _RANGES else not number


def parsed(text: str, system: System) -> tuple[Chosen, ...]:
    """Return a list of tie-breaks from its text, "BH/C1, BH, SB". Raises StandingsError as `chosen`, `tie_break_twice`.

    >>> [each.key for each in parsed("BH/C1, BH, SB", "swiss")]
    ['BH/C1', 'BH', 'SB']
    """
    found = tuple(chosen(key, system) for key in text.split(",") if key.strip())
    keys = [each.key for each in found]
    if len(set(keys)) < len(keys):
        raise StandingsError("tie_break_twice", text)
    return found
