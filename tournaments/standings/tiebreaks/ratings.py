"""Tie-breaks from ratings. Only games over the board count, each 1, 1/2 or 0 whatever it brings in the tournament.

Somebody unrated in the table takes them away from everybody, unless /U gives a rating to who has none (10).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from gameengine.core.types import Text
from tournaments.standings.score import half_up
from tournaments.standings.sheet import Sheet
from tournaments.standings.tiebreaks.base import Modifiers, Shows, TieBreak, Trails
from tournaments.standings.tiebreaks.cuts import cut
from tournaments.standings.tiebreaks.rating_tables import difference, lowest_expecting
from tournaments.standings.trail import Addend, Trail, summed, total

Ratings: TypeAlias = Mapping[int, int]
_Part: TypeAlias = Callable[[Sheet, Ratings, Modifiers, int], Trail]


def _rated(part: _Part) -> Callable[[Sheet, Modifiers, Sequence[int]], Trails]:
    """Return the tie-break that a part makes for everybody, or for nobody if a rating is missing."""

    def compute(sheet: Sheet, modifiers: Modifiers, _group: Sequence[int]) -> Trails:
        ratings = _ratings(sheet, modifiers)
        if ratings is None:
            return dict.fromkeys(sheet.cells, Trail(None))
        return {number: part(sheet, ratings, modifiers, number) for number in sheet.cells}

    return compute


def _ratings(sheet: Sheet, modifiers: Modifiers) -> Ratings | None:
    """Return everybody's rating; None if somebody has none and no rule gives them one."""
    given = {number: modifiers.unrated if own is None else own for number, own in sheet.ratings.items()}
    known = {number: rating for number, rating in given.items() if rating is not None}
    return known if len(known) == len(given) else None


def _games(sheet: Sheet, values: Mapping[int, int], number: int) -> tuple[Addend, ...]:
    """Return the games over the board with a number for each opponent; those without a number are left out."""
    return tuple(
        Addend(round_, cell.kind, cell.opponent, values[cell.opponent], 5 * cell.result, values[cell.opponent])
        for round_, cell in sheet.met[number]
        if cell.opponent is not None and cell.opponent in values
    )


def _mean(trail: Trail) -> Trail:
    """Return the mean of what a trail sums, half up; no value without a game."""
    addends = trail.addends
    count = sum(addend.cut is None for addend in addends)
    if not count:
        return Trail(None, trail.listed)
    return Trail(half_up(total(addends), count), trail.listed, {"divisor": count})


def _own(_sheet: Sheet, ratings: Ratings, _modifiers: Modifiers, number: int) -> Trail:
    """Return the own rating."""
    return Trail(ratings[number])


def _average(sheet: Sheet, ratings: Ratings, modifiers: Modifiers, number: int) -> Trail:
    """Return the mean rating of the opponents met."""
    return _mean(cut(_games(sheet, ratings, number), modifiers))


def _performance(sheet: Sheet, ratings: Ratings, _modifiers: Modifiers, number: int) -> Trail:
    """Return the mean rating of the opponents plus what the percentage stands for (10.2)."""
    addends = _games(sheet, ratings, number)
    if not addends:
        return Trail(None)
    average = half_up(total(addends), len(addends))
    # `points` are tenths of a game here, so ten of them per game are 100 per cent.
    per_cent = half_up(10 * sum(addend.points for addend in addends), len(addends))
    gain = difference(per_cent)
    return Trail(average + gain, lambda: addends, {"average": average, "per_cent": per_cent, "difference": gain})


def _perfect(sheet: Sheet, ratings: Ratings, _modifiers: Modifiers, number: int) -> Trail:
    """Return the lowest rating that would expect the score made (10.3)."""
    addends = _games(sheet, ratings, number)
    if not addends:
        return Trail(None)
    score = sum(addend.points for addend in addends)
    return Trail(lowest_expecting(10 * score, [addend.base for addend in addends]), lambda: addends, {"score": score})


def _of_opponents(part: _Part) -> Callable[[Sheet, Modifiers, Sequence[int]], Trails]:
    """Return the tie-break that averages a part over the opponents met (10.4, 10.5)."""
    compute = _rated(part)

    def averaged(sheet: Sheet, modifiers: Modifiers, group: Sequence[int]) -> Trails:
        trails = compute(sheet, modifiers, group)
        values = {number: trail.value for number, trail in trails.items() if trail.value is not None}
        return {number: _averaged(sheet, values, number) for number in sheet.cells}

    return averaged


def _averaged(sheet: Sheet, values: Mapping[int, int], number: int) -> Trail:
    """Return the mean of one competitor's opponents."""
    return _mean(summed(_games(sheet, values, number)))


AVERAGE: Final = TieBreak(
    "ARO",
    Text("Average rating of opponents", "Gegnerschnitt"),
    Text("ARO", "ØWz"),
    "10.1",
    _rated(_average),
    Shows.RATINGS,
    modifiers="CMU",
)
PERFORMANCE: Final = TieBreak(
    "TPR",
    Text("Performance rating", "Turnierleistung"),
    Text("TPR", "TL"),
    "10.2",
    _rated(_performance),
    Shows.RATINGS,
    modifiers="U",
)
PERFECT: Final = TieBreak(
    "PTP",
    Text("Perfect tournament performance", "Vollkommene Turnierleistung"),
    Text("PTP", "VTL"),
    "10.3",
    _rated(_perfect),
    Shows.RATINGS,
    modifiers="U",
)
OPPONENTS_PERFORMANCE: Final = TieBreak(
    "APRO",
    Text("Average performance of opponents", "Mittlere Turnierleistung der Gegner"),
    Text("APRO", "ØTL"),
    "10.4",
    _of_opponents(_performance),
    Shows.PERFORMANCES,
    modifiers="U",
)
OPPONENTS_PERFECT: Final = TieBreak(
    "APPO",
    Text("Average perfect performance of opponents", "Mittlere vollkommene Turnierleistung der Gegner"),
    Text("APPO", "ØVTL"),
    "10.5",
    _of_opponents(_perfect),
    Shows.PERFORMANCES,
    modifiers="U",
)
OWN: Final = TieBreak(
    "RTNG", Text("Rating", "Wertungszahl"), Text("Rtg", "Wz"), "10.6", _rated(_own), Shows.NOTHING, modifiers="RU"
)
