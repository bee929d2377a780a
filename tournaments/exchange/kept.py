"""Writing an imported stage back: what its file said beside the record stays, byte by byte.

A line that still says what it said is written as it was. So are whole groups of records (points, byes, forbidden pairs
and the like) as long as they mean the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from tournaments.exchange.trf.pairing import first_colour, round_to_pair
from tournaments.exchange.trf.values import (
    ABSENT,
    FORFEITS,
    Abnormal,
    Absent,
    Accelerated,
    Byes,
    Cell,
    FirstColour,
    Forbidden,
    Header,
    Other,
    Player,
    PointValues,
    Record,
    Rounds,
    Symbol,
    Trf,
    VirtualPoints,
)

_RATED: Final[Mapping[str, Symbol]] = {"W": "1", "D": "=", "L": "0"}


def kept(new: Trf, old: Trf, shown: int) -> Trf:
    """Return the new file with everything of the old one that it does not contradict.

    Both are written in the dialect of the old one; `shown` is the number of rounds that have been paired.
    """
    same = {group: told(old) == told(new) or not any(_of(new, group)) for group, told in _ALWAYS_SAID.items()}
    same |= {group: told(old) == told(new) for group, told in _SAID.items()}
    same[_ASKED] = absences(old, shown) == absences(new, shown)
    same[_VIRTUAL] = virtual_of(old, shown + 1) == virtual_of(new, shown + 1)
    asked = same[_ASKED]
    records = list(_old_records(new, old, same, shown))
    known = {record.text for record in old.all(Other)}
    records += [record for group, unchanged in same.items() if not unchanged for record in _of(new, group)]
    records += [record for record in new.all(Other) if record.text not in known]
    people = _merged_players(new, old, shown, asked=asked)
    placed = [people.pop(record.number) if isinstance(record, Player) else record for record in records]
    return replace(old, records=tuple(_with_late(placed, list(people.values()))))


def converted(new: Trf, old: Trf) -> Trf:
    """Return the new file, in another dialect than the old one, with what the old one said of people and the event."""
    known = {record.code for record in new.all(Header)} | (_NEW_HEADERS if new.dialect == "trf16x" else frozenset())
    head = [replace(record, source="") for record in old.all(Header) if record.code not in known]
    people = [
        replace(old.players[record.number], **_record_of(record)) if record.number in old.players else record
        for record in new.all(Player)
    ]
    others = [record for record in old.all(Other) if record.text.strip()]
    rest = [record for record in new.records if not isinstance(record, (Header, Player))]
    return replace(new, records=(*head, *new.all(Header), *people, *rest, *others))


def _record_of(player: Player) -> dict[str, Any]:
    """Return what the record says of somebody, whatever a file said beside it."""
    names = ("name", "points", "rank", "cells", "rating")
    return {**{name: getattr(player, name) for name in names}, "source": ""}


def _with_late(records: list[Record], late: list[Player]) -> list[Record]:
    """Put players whom the old file did not have after its last one."""
    last = max((place for place, record in enumerate(records) if isinstance(record, Player)), default=-1)
    return [*records[: last + 1], *late, *records[last + 1 :]]


def _of(trf: Trf, group: _Group) -> Iterator[Record]:
    return (record for record in trf.records if isinstance(record, group))


def _old_records(new: Trf, old: Trf, same: Mapping[_Group, bool], shown: int) -> Iterator[Record]:
    """Yield the old records that hold, with headers brought up to date; players as placeholders."""
    dropped = tuple(kind for group, unchanged in same.items() if not unchanged for kind in group)
    for record in old.records:
        if isinstance(record, Header):
            yield _header(record, new, old)
        elif isinstance(record, Player):
            if record.number in new.players:
                yield record
        elif not isinstance(record, dropped) or (isinstance(record, Byes) and record.round <= shown):
            yield record


def _header(record: Header, new: Trf, old: Trf) -> Record:
    """Return a header: the new one where the tournament was renamed or moved, or the field has grown."""
    told = new.header(record.code)
    grown = len(new.players) != len(old.players)
    changes = record.code in ("012", "022") or (record.code in ("062", "072") and grown)
    if not changes or told is None or " ".join(record.text.split()) == told:
        return record
    return Header(record.code, told)


# ---- players


def _merged_players(new: Trf, old: Trf, shown: int, *, asked: bool) -> dict[int, Player]:
    return {
        number: _player(player, old.players[number], old, shown, asked=asked) if number in old.players else player
        for number, player in new.players.items()
    }


def _player(new: Player, old: Player, trf: Trf, shown: int, *, asked: bool) -> Player:
    """Return the old line with what has changed."""
    cells = _cells(new, old, shown, asked=asked)
    points = old.points if cells == old.cells and _same_points(new, old, trf) else new.points
    line = replace(old, name=new.name, rating=new.rating, points=points, cells=cells)
    if line != old:
        return replace(line, rank=new.rank, source="")
    if old.rank in (None, new.rank):
        return old
    return replace(old, rank=new.rank, source=f"{old.source[:85]}{new.rank or '':>4}{old.source[89:]}")


def _same_points(new: Player, old: Player, trf: Trf) -> bool:
    """Tell whether points differ at most by what open games may count for."""
    unknown = sum(cell.result == "?" for cell in old.cells) * trf.points.unknown
    return old.points in (new.points, new.points + unknown)


def _cells(new: Player, old: Player, shown: int, *, asked: bool) -> tuple[Cell, ...]:
    """Return the rounds, those unchanged as they were written, also where a line ends early or letters differ."""
    before = [old.cell(number) for number in range(1, shown + 1)]
    played = [new.cell(number) for number in range(1, shown + 1)]
    cells = [one if meaning(one) == meaning(other) else other for one, other in zip(before, played, strict=True)]
    if cells == before and len(old.cells) <= shown:
        cells = cells[: len(old.cells)]
    coming = old.cells[shown:] if asked else new.cells[shown:]
    return (*cells, *coming)


def meaning(cell: Cell) -> Cell:
    """Return a round as a stage keeps it: rated or not is not kept, nor the colour of a forfeit.

    >>> meaning(Cell("W", 3, "b"))
    Cell(result='1', opponent=3, colour='b')
    """
    colour = "-" if cell.result in FORFEITS else cell.colour
    return Cell(_RATED.get(cell.result, cell.result), cell.opponent, colour)


# ---- records that mean the same


def _points(trf: Trf) -> object:
    points = trf.points
    return points.win, points.draw, points.loss, points.absence, points.pab


def absences(trf: Trf, shown: int) -> dict[tuple[int, int], Symbol]:
    """Return who will not be there in the rounds after those shown, and with which bye."""
    found: dict[tuple[int, int], Symbol] = {}
    for player in trf.players.values():
        for number in range(shown + 1, len(player.cells) + 1):
            found[number, player.number] = player.cells[number - 1].result
    for record in trf.all(Byes):
        if record.round > shown:
            found |= {(record.round, number): record.kind for number in record.players}
    for absent in trf.all(Absent):
        if round_to_pair(trf) == shown + 1:
            found |= {(shown + 1, number): ABSENT.result for number in absent.players}
    return found


def virtual_of(trf: Trf, rounds: int) -> dict[int, tuple[int, ...]]:
    """Return the virtual points of everybody who has some in the first `rounds` rounds.

    A request for a pairing often tells no more than those up to the coming round.
    """
    rounds = min(rounds, trf.rounds or trf.filled)
    found: dict[int, list[int]] = {}
    for record in trf.accelerated:
        for number in trf.players:
            if record.first_player <= number <= record.last_player:
                line = found.setdefault(number, [0] * rounds)
                for place in range(record.first_round - 1, min(record.last_round, rounds)):
                    line[place] += record.points
    for number, points in trf.virtual_points.items():
        line = found.setdefault(number, [0] * rounds)
        for place, value in enumerate(points[:rounds]):
            line[place] += value
    return {number: tuple(line) for number, line in found.items() if any(line)}


def apart_of(trf: Trf) -> set[tuple[tuple[int, int], int, int]]:
    """Return who must not meet whom, and from which round to which."""
    rounds = trf.rounds or trf.filled
    return {
        (pair, record.first_round or 1, min(record.last_round or rounds, rounds))
        for record in trf.all(Forbidden)
        for pair in combinations(sorted(set(record.players)), 2)
    }


def deductions_of(trf: Trf) -> Counter[tuple[int, int, str]]:
    """Return the points against the rule, by player, round and kind."""
    found: Counter[tuple[int, int, str]] = Counter()
    for record in trf.all(Abnormal):
        for number in record.players:
            found[number, record.round, record.kind] += record.points
    return found


_NEW_HEADERS: Final = frozenset({"172", "182", "192", "202", "212", "222"})
"""Headers that make a file one of TRF26."""

_Group: TypeAlias = tuple[type[Record], ...]

_ALWAYS_SAID: Final[Mapping[_Group, Callable[[Trf], Any]]] = {
    (Rounds,): lambda trf: trf.rounds or trf.filled,
    (FirstColour,): first_colour,
    (PointValues,): _points,
}
"""What records mean of which a file without one means something too."""
_SAID: Final[Mapping[_Group, Callable[[Trf], Any]]] = {
    (Forbidden,): apart_of,
    (Abnormal,): deductions_of,
}
_ASKED: Final[_Group] = (Byes, Absent)
_VIRTUAL: Final[_Group] = (Accelerated, VirtualPoints)
