"""All records but the player line: values to text. Source: design page on pairing, 10.2 and 10.3."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.exchange.trf.columns import tenths_text
from tournaments.exchange.trf.read_lines import POINTS_162, POINTS_XXS
from tournaments.exchange.trf.values import (
    Abnormal,
    Absent,
    Accelerated,
    Byes,
    FirstColour,
    Forbidden,
    Header,
    Other,
    PointValues,
    Record,
    Rounds,
    VirtualPoints,
)

_LETTERS_162: Final = {name: letter for letter, name in POINTS_162.items()}
_NAMES_XXS: Final = {name: code for code, name in POINTS_XXS.items() if code not in ("WW", "BW", "WD", "BD", "BL")}


def other_text(record: Record) -> str:
    """Return the line of a record that is no player."""
    return _WRITERS[type(record)](record)


def _ids(players: tuple[int, ...]) -> str:
    return "".join(f" {player:>4}" for player in players)


def _first_colour(record: FirstColour) -> str:
    if record.code == "152":
        return f"152 {record.colour.upper()}"
    words = [{"w": "white1", "b": "black1"}.get(record.colour, ""), "rank" if record.by_rank else ""]
    return " ".join([record.code, *filter(None, words)])


def _point_values(record: PointValues) -> str:
    if record.code == "162":
        parts = (f"  {_LETTERS_162[name]}{tenths_text(value):>4}  " for name, value in record.values)
        return f"162{''.join(parts)}".rstrip()
    if record.code == "XXS":
        return "XXS " + " ".join(f"{_NAMES_XXS[name]}={tenths_text(value)}" for name, value in record.values)
    return f"{record.code} {tenths_text(record.values[0][1]):>4}"


def _accelerated(record: Accelerated) -> str:
    rounds = f"{record.first_round:>3} {record.last_round:>3}"
    players = f"{record.first_player:>4} {record.last_player:>4}"
    return f"{record.code}      {tenths_text(record.points):>4} {rounds} {players}"


def _virtual(record: VirtualPoints) -> str:
    points = "".join(f" {tenths_text(value):>4}" for value in record.points)
    return f"{record.code} {record.player:>4}{points}"


def _forbidden(record: Forbidden) -> str:
    if record.code == "XXP":
        return "XXP " + " ".join(map(str, record.players))
    return f"{record.code} {record.first_round:>3} {record.last_round:>3}{_ids(record.players)}"


def _abnormal(record: Abnormal) -> str:
    letter = {"1": "W", "=": "D", "0": "L"}.get(record.kind, record.kind)
    points = f"{tenths_text(record.points):>5}"
    return f"{record.code} {letter:1}       {points}  {record.round:>3}{_ids(record.players)}"


_WRITERS: Final[Mapping[type[Record], Callable[[Any], str]]] = {
    Header: lambda record: f"{record.code} {record.text}",
    Rounds: lambda record: f"{record.code} {record.number}",
    FirstColour: _first_colour,
    PointValues: _point_values,
    Byes: lambda record: f"{record.code} {record.kind} {record.round:>3}{_ids(record.players)}",
    Absent: lambda record: f"{record.code}{_ids(record.players)}",
    Accelerated: _accelerated,
    VirtualPoints: _virtual,
    Forbidden: _forbidden,
    Abnormal: _abnormal,
    Other: lambda record: record.text,
}
