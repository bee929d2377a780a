"""All records but the player line: text to values. Source: design page on pairing, 10.2 and 10.3."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias, cast

from tournaments.exchange.trf.columns import Line
from tournaments.exchange.trf.player_line import MOST_ROUNDS
from tournaments.exchange.trf.values import (
    Abnormal,
    Absent,
    Accelerated,
    Byes,
    Colour,
    FirstColour,
    Forbidden,
    Header,
    Other,
    PointValues,
    Record,
    Rounds,
    Symbol,
    VirtualPoints,
)

_Reader: TypeAlias = Callable[[Line], Record | None]

HEADERS: Final = frozenset(f"{number:02}2" for number in range(1, 24)) - {"142", "152", "162"}
KEPT: Final = frozenset(("013", "300", "310", "320", "330", "352", "362", "801", "802"))
"""Records that Flagfall knows of and keeps: they are about teams."""

POINTS_162: Final[Mapping[str, str]] = {
    "W": "win",
    "D": "draw",
    "L": "loss",
    "A": "absence",
    "P": "pab",
    "X": "unknown",
}
_BBX: Final[Mapping[str, str]] = {
    "BBW": "win",
    "BBD": "draw",
    "BBL": "loss",
    "BBZ": "absence",
    "BBF": "forfeit_loss",
    "BBU": "pab",
}
POINTS_XXS: Final[Mapping[str, str]] = {
    "W": "win",
    "WW": "win",
    "BW": "win",
    "D": "draw",
    "WD": "draw",
    "BD": "draw",
    "WL": "loss",
    "BL": "loss",
    "ZPB": "absence",
    "HPB": "half",
    "FPB": "full",
    "PAB": "pab",
    "FW": "forfeit_win",
    "FL": "forfeit_loss",
}


def read_other(line: Line) -> Record:
    """Return the value of a line that is no player; whatever is wrong becomes a fault of the line."""
    code = line.text[:3]
    if code in HEADERS:
        line.blanks(4)
        return _placed(Header(code, line.text[4:].rstrip()), line)
    reader = _READERS.get(code)
    record = reader(line) if reader else None
    if reader and record is None and not line.faults:
        line.fault(5, "bad_record", repr(line.text))
    return _placed(record or Other(code, line.text), line)


def _placed(record: Record, line: Line) -> Record:
    return replace(record, line=line.number, source=line.text)


def _rounds(line: Line) -> Record | None:
    words = list(line.words(4))
    if len(words) != 1:
        return None
    number = line.as_whole(*words[0], least=1, most=MOST_ROUNDS)
    return Rounds(line.text[:3], number) if number else None


def _first_colour_152(line: Line) -> Record | None:
    colour = line.text[3:].strip().lower()
    if colour not in ("w", "b"):
        return None
    return FirstColour("152", cast(Colour, colour))


def _first_colour_xxc(line: Line) -> Record | None:
    """Return what XXC says: `white1` or `black1`, `rank`, or both."""
    words = {word.lower() for _, word in line.words(4)}
    colours = words & {"white1", "black1"}
    if not words or len(colours) > 1 or words - {"white1", "black1", "rank"}:
        return None
    colour = cast(Colour, next(iter(colours))[0] if colours else "-")
    return FirstColour("XXC", colour, "rank" in words)


def _points_162(line: Line) -> Record | None:
    """Return the point values: a letter and its points, again and again."""
    values = []
    rest = line.text[3:]
    for match in re.finditer(r"(\S)\s*(\S+)|(\S)", rest):
        column = 4 + match.start()
        if match.group(3) or match.group(1).upper() not in POINTS_162:
            line.fault(column, "bad_record", repr(match.group()))
            return None
        value = line.tenths(4 + match.start(2), match.group(2))
        values.append((POINTS_162[match.group(1).upper()], value or 0))
    return _point_values(line, "162", values)


def _points_bbx(line: Line) -> Record | None:
    words = list(line.words(4))
    if len(words) != 1:
        return None
    value = line.tenths(*words[0])
    return _point_values(line, line.text[:3], [(_BBX[line.text[:3]], value or 0)])


def _points_xxs(line: Line) -> Record | None:
    """Return the point values of the form CODE=value."""
    values = []
    for column, word in line.words(4):
        name, _, number = word.partition("=")
        if name.upper() not in POINTS_XXS:
            line.fault(column, "bad_record", repr(word))
            return None
        text = number if "." in number else f"{number}.0"
        value = line.tenths(column + len(name) + 1, f"0{text}" if text.startswith(".") else text)
        values.append((POINTS_XXS[name.upper()], value or 0))
    return _point_values(line, "XXS", values)


def _point_values(line: Line, code: str, values: list[tuple[str, int]]) -> Record | None:
    """Return the values; two for the same thing must agree, because colours cannot be worth different points here."""
    if not values or line.faults:
        return None
    if len(dict(values)) != len(set(values)):
        return None
    return PointValues(code, tuple(values))


def _byes(line: Line) -> Record | None:
    line.blanks(4, 6)
    kind, number = line.cut(5, 5).upper(), line.whole(7, 9, least=1, most=MOST_ROUNDS)
    players = line.numbers(line.words(10))
    if kind not in ("F", "H", "Z") or number is None or not players:
        return None
    return Byes("240", cast(Symbol, kind), number, players)


def _accelerated(line: Line) -> Record | None:
    line.blanks(4, 9, 14, 18, 22, 27)
    points = line.tenths(line.column(10, 13), line.cut(10, 13))
    rounds = [line.whole(first, first + 2, least=1, most=MOST_ROUNDS) for first in (15, 19)]
    players = [line.whole(first, first + 3, least=1) for first in (23, 28)]
    if points is None or None in rounds or None in players:
        return None
    first_round, last_round, first, last = cast(list[int], [*rounds, *players])
    if first_round > last_round or first > last:
        return None
    return Accelerated("250", points, first_round, last_round, first, last)


def _forbidden_260(line: Line) -> Record | None:
    line.blanks(4, 8, 12)
    first, last = (line.whole(column, column + 2, least=1, most=MOST_ROUNDS) for column in (5, 9))
    players = line.numbers(line.words(13))
    if first is None or last is None or first > last or len(set(players)) < 2:
        return None
    return Forbidden("260", players, first, last)


def _forbidden_xxp(line: Line) -> Record | None:
    players = line.numbers(line.words(4))
    return Forbidden("XXP", players) if len(set(players)) > 1 else None


def _absent(line: Line) -> Record | None:
    players = line.numbers(line.words(4))
    return Absent("XXZ", players) if players else None


def _virtual(line: Line) -> Record | None:
    words = list(line.words(4))
    if not words:
        return None
    player = line.as_whole(*words[0], least=1)
    points = [line.tenths(column, word) for column, word in words[1:]]
    if player is None or None in points:
        return None
    return VirtualPoints("XXA", player, tuple(cast(list[int], points)))


def _abnormal(line: Line) -> Record | None:
    kind = line.cut(5, 5).upper()
    points = line.tenths(line.column(13, 17), line.cut(13, 17), signed=True)
    number = line.whole(20, 22, most=MOST_ROUNDS)
    players = line.numbers(line.words(24))
    if kind not in ("", *"WDLFHZ+-") or points is None or not players:
        return None
    symbol = {"W": "1", "D": "=", "L": "0"}.get(kind, kind)
    return Abnormal("299", symbol, points, number or 0, players)


_READERS: Final[Mapping[str, _Reader]] = {
    "142": _rounds,
    "XXR": _rounds,
    "152": _first_colour_152,
    "XXC": _first_colour_xxc,
    "162": _points_162,
    "XXS": _points_xxs,
    **dict.fromkeys(_BBX, _points_bbx),
    "240": _byes,
    "250": _accelerated,
    "260": _forbidden_260,
    "299": _abnormal,
    "XXP": _forbidden_xxp,
    "XXZ": _absent,
    "XXA": _virtual,
}
