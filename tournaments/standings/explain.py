"""A value in words: every addend of it as a sentence, in both languages, for the page behind a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from gameengine.core.types import Text
from tournaments.standings.crosstable import NOTHING, Cell, CrossTable, Kind
from tournaments.standings.registry import Chosen
from tournaments.standings.score import TENTHS, decimal
from tournaments.standings.tiebreaks.base import Shows
from tournaments.standings.trail import Addend, Cut, Trail
from tournaments.standings.unplayed import adjusted_cells

NameOf: TypeAlias = Callable[[int], str]
"""What a competitor is called, by number."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an explanation: the round, what it was, what it adds and whether that counts."""

    round: int
    text: Text
    amount: Text
    counts: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a value came about: its steps, then what was made of their sum, then the value itself."""

    steps: tuple[Step, ...]
    remarks: tuple[Text, ...]
    value: Text


_WHAT: Final[Mapping[Kind, Text]] = MappingProxyType(
    {
        Kind.PLAYED: Text("{who}", "{who}"),
        Kind.FORFEIT_WIN: Text("won by forfeit against {who}", "kampflos gewonnen gegen {who}"),
        Kind.FORFEIT_LOSS: Text("lost by forfeit against {who}", "kampflos verloren gegen {who}"),
        Kind.PAIRING_BYE: Text("bye of the pairing", "spielfrei durch die Paarung"),
        Kind.FULL_BYE: Text("full-point bye", "Freilos mit ganzem Punkt"),
        Kind.HALF_BYE: Text("half-point bye", "Freilos mit halbem Punkt"),
        Kind.ZERO_BYE: Text("away", "nicht dabei"),
        Kind.FREE: Text("no round", "keine Runde"),
        Kind.OPEN: Text("{who}, no result yet", "{who}, noch ohne Ergebnis"),
    }
)
_SHOWS: Final[Mapping[Shows, Text]] = MappingProxyType(
    {
        Shows.SCORES: Text("adjusted score {base}", "bereinigte Punkte {base}"),
        Shows.PRODUCTS: Text("adjusted score {base} × {points}", "bereinigte Punkte {base} × {points}"),
        Shows.BUCHHOLZ: Text("Buchholz {base}", "Buchholz {base}"),
        Shows.PROGRESS: Text("score after the round {base}", "Punkte nach der Runde {base}"),
        Shows.COMPARISON: Text("{points} against {base}", "{points} gegen {base}"),
        Shows.RATINGS: Text("rating {count}", "Wertungszahl {count}"),
        Shows.PERFORMANCES: Text("performance {count}", "Leistung {count}"),
    }
)
_DUMMY: Final[Mapping[Shows, Text]] = MappingProxyType(
    {
        Shows.SCORES: Text("dummy with {base}", "gedachter Gegner mit {base}"),
        Shows.PRODUCTS: Text("dummy with {base} × {points}", "gedachter Gegner mit {base} × {points}"),
    }
)
_LIMITED: Final = Text("limited", "begrenzt")
_OWN_SCORE: Final = Text("the own score", "der eigene Punktstand")
_CUTS: Final[Mapping[Cut, Text]] = MappingProxyType(
    {
        Cut.LOW: Text("left out at the low end", "unten gestrichen"),
        Cut.HIGH: Text("left out at the high end", "oben gestrichen"),
        Cut.FIRST: Text("left out as a first round", "als Anfangsrunde gestrichen"),
    }
)
_REMARKS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "divisor": Text("mean of {count}", "Mittel aus {count}"),
        "average": Text("mean rating of the opponents {count}", "Gegnerschnitt {count}"),
        "per_cent": Text("{count} per cent", "{count} Prozent"),
        "difference": Text("which stand for {count}", "das entspricht {count}"),
        "score": Text("score {base}", "Punkte {base}"),
        "penalty": Text("penalty {base}", "Strafe {base}"),
        "tied": Text("{count} are tied", "{count} sind punktgleich"),
        "points": Text("{base} among each other", "{base} untereinander"),
        "reach": Text("{base} with all missing games won", "{base}, wenn alle fehlenden Partien gewonnen wären"),
    }
)
_AS_DRAW: Final = Text(
    "counts as a draw, since nothing but absences follows",
    "zählt als Remis, da nur noch Abwesenheiten folgen",
)
_NO_VALUE: Final = Text("no value", "kein Wert")


def explain(each: Chosen, trail: Trail, name_of: NameOf) -> Explanation:
    """Return how a value came about, in words."""
    steps = tuple(_step(each, addend, name_of) for addend in trail.addends)
    remarks = tuple(_filled(_REMARKS[key], base=value, count=value) for key, value in trail.facts.items())
    return Explanation(steps, remarks, _value(each, trail))


def explain_adjusted(table: CrossTable, number: int, name_of: NameOf) -> Explanation:
    """Return why somebody is worth what they are to their opponents (16.3), in words."""
    cells = next(each.cells[: table.after] for each in table.competitors if each.number == number)
    rounds = list(adjusted_cells(cells, table.points)) if table.swiss else [(cell, cell.points) for cell in cells]
    steps = tuple(
        _worth(round_, cell, worth, name_of)
        for round_, (cell, worth) in enumerate(rounds, start=1)
        if cell.kind not in NOTHING
    )
    return Explanation(steps, (), _comma(decimal(sum(worth for _, worth in rounds))))


def _worth(round_: int, cell: Cell, worth: int, name_of: NameOf) -> Step:
    """Return what one round is worth to the opponents."""
    parts = [_what(cell.kind, cell.opponent, name_of)]
    if worth != cell.points:
        parts.append(_AS_DRAW)
    return Step(round_, _joined(parts), _comma(decimal(worth)), counts=True)


def _what(kind: Kind, opponent: int | None, name_of: NameOf) -> Text:
    """Return what a round was."""
    return _filled(_WHAT[kind], who="" if opponent is None else name_of(opponent))


def _value(each: Chosen, trail: Trail) -> Text:
    """Return the value as people read it."""
    plain = each.tie_break.plain(trail)
    return _NO_VALUE if plain is None else _comma(str(plain))


def _step(each: Chosen, addend: Addend, name_of: NameOf) -> Step:
    """Return one addend in words."""
    parts = [_what(addend.kind, addend.opponent, name_of), *_detail(each.tie_break.shows, addend)]
    if addend.cut is not None:
        parts.append(_CUTS[addend.cut])
    return Step(addend.round, _joined(parts), _amount(each, addend), addend.cut is None)


def _amount(each: Chosen, addend: Addend) -> Text:
    """Return what an addend adds, as people read it."""
    digits = each.tie_break.unit.value
    # Places and means are whole numbers, but what they are made of are points.
    if each.tie_break.shows is Shows.POINTS:
        digits = TENTHS
    return _comma(str(addend.amount) if digits is None else decimal(addend.amount, digits))


def _detail(shows: Shows, addend: Addend) -> list[Text]:
    """Return what an addend is about."""
    table = _DUMMY if addend.dummy and shows in _DUMMY else _SHOWS
    if shows not in table:
        return []
    said = _filled(table[shows], base=addend.base, points=addend.points, count=addend.base)
    if not addend.dummy:
        return [said]
    return [said, _LIMITED if addend.limited else _OWN_SCORE]


def _filled(text: Text, *, who: str = "", base: int = 0, points: int = 0, count: int = 0) -> Text:
    """Return a sentence with its numbers; `base` and `points` are tenths."""
    scores = {"base": decimal(base), "points": decimal(points)}
    commas = {key: value.replace(".", ",") for key, value in scores.items()}
    return Text(text.en.format(who=who, count=count, **scores), text.de.format(who=who, count=count, **commas))


def _joined(parts: list[Text]) -> Text:
    """Return parts of a sentence with commas between them."""
    return Text(", ".join(part.en for part in parts), ", ".join(part.de for part in parts))


def _comma(number: str) -> Text:
    """Return a decimal with the point or comma of the language."""
    return Text(number, number.replace(".", ","))
