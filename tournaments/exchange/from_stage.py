"""From a stage to a tournament report file, TRF16 or TRF26. Source: design page on pairing, section 10.

Between rounds the file is a request for the pairing of the next one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tournaments.exchange.stage_report import About, Person, StageReport
from tournaments.exchange.trf.values import (
    ABSENT,
    Abnormal,
    Accelerated,
    Byes,
    Cell,
    Dialect,
    FirstColour,
    Forbidden,
    Header,
    Other,
    Player,
    Points,
    PointValues,
    Record,
    Rounds,
    Symbol,
    Trf,
    VirtualPoints,
)
from tournaments.formats.swiss.baku import accelerated_group, virtual_points
from tournaments.standings.crosstable import System

_TYPES: Final[dict[System, str]] = {
    "swiss": "Individual: Swiss-System",
    "rr": "Individual: Round-Robin",
    "drr": "Individual: Double Round-Robin",
}
_BBX: Final = {"win": "BBW", "draw": "BBD", "loss": "BBL", "absence": "BBZ", "pab": "BBU"}
_NAME_WIDTH: Final = 33


class CannotHoldError(ValueError):
    """The dialect has no place for something of the stage; `code` never changes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def report(stage: StageReport, dialect: Dialect = "trf26") -> Trf:
    """Return the file of a stage. Raises CannotHoldError `penalties_need_trf26`."""
    if dialect == "trf16x" and stage.deductions:
        raise CannotHoldError("penalties_need_trf26")
    head = [*_head(stage.about, stage), *(_new_codes(stage) if dialect == "trf26" else ())]
    people = [_player(stage, person, dialect) for person in stage.people]
    tail = [*(_requests(stage) if dialect == "trf26" else _old_codes(stage)), *_remarks(stage)]
    trf = Trf((*head, *people, *tail))
    scored = (_scored(trf, record) if isinstance(record, Player) else record for record in trf.records)
    return replace(trf, records=tuple(scored))


def plain(text: str, width: int | None = None) -> str:
    r"""Return a text for one line: no control characters, no runs of blanks.

    >>> plain(" two\nlines ", 5)
    'two l'
    """
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:width].strip()


def _head(about: About, stage: StageReport) -> Iterator[Record]:
    """Yield the records that every dialect has."""
    texts = {
        "012": about.name,
        "022": about.place,
        "042": about.first_day,
        "052": about.last_day,
        "062": str(len(stage.people)),
        "072": str(sum(bool(person.rating) for person in stage.people)),
        "092": _TYPES[stage.system],
        "102": about.arbiter,
        "122": about.control,
    }
    yield from (Header(code, plain(text)) for code, text in texts.items() if plain(text))


def _new_codes(stage: StageReport) -> Iterator[Record]:
    """Yield what TRF26 says before the players."""
    yield Rounds("142", stage.rounds)
    if stage.first_colour != "-":
        yield FirstColour("152", stage.first_colour)
    yield PointValues("162", _point_values(stage.values))
    texts = {
        "182": stage.about.program,
        "192": system_code(stage),
        "202": stage.tie_breaks,
        "212": f"PTS,{stage.tie_breaks}".rstrip(",") if stage.tie_breaks else "",
    }
    yield from (Header(code, plain(text)) for code, text in texts.items() if text)


def system_code(stage: StageReport) -> str:
    """Return how TRF26 names the system."""
    if stage.system != "swiss":
        return "FIDE_ROUNDROBIN" if stage.system == "rr" else "FIDE_DOUBLEROUNDROBIN"
    edition = "FIDE_DUTCH_2017" if stage.edition == "2017" else "FIDE_DUTCH_2025"
    return f"{edition}_BAKU" if stage.accelerated else edition


def _point_values(points: Points) -> tuple[tuple[str, int], ...]:
    return tuple((name, getattr(points, name)) for name in _BBX)


def _player(stage: StageReport, person: Person, dialect: Dialect) -> Player:
    """Return the line of somebody, without points so far."""
    cells = stage.cells[person.number]
    if dialect == "trf16x":
        # The older dialect asks for a pairing by telling, in the next column, who will not be there.
        coming = stage.byes.get((stage.shown + 1, person.number))
        cells = (*cells, Cell(coming)) if coming else cells
    name = plain(person.name, _NAME_WIDTH)
    return Player("001", person.number, name, rank=person.rank, cells=cells, rating=person.rating)


def _scored(trf: Trf, player: Player) -> Player:
    """Return a line with its points; a game without a result counts for nothing yet."""
    unknown = sum(cell.result == "?" for cell in player.cells) * trf.points.unknown
    return replace(player, points=trf.score(player, after_round=len(player.cells)) - unknown)


def _requests(stage: StageReport) -> Iterator[Record]:
    """Yield what TRF26 says after the players: byes to come, acceleration, who must not meet, penalties."""
    numbers: dict[tuple[int, Symbol], list[int]] = defaultdict(list)
    for (round_number, number), kind in sorted(stage.byes.items()):
        numbers[round_number, kind].append(number)
    yield from (Byes("240", kind, number, tuple(found)) for (number, kind), found in sorted(numbers.items()))
    yield from _accelerated(stage)
    for group in stage.apart:
        yield Forbidden("260", group.numbers, group.first_round, min(group.last_round, stage.rounds))
    for each in stage.deductions:
        yield Abnormal("299", "", -each.tenths, each.round, (each.number,))


def _old_codes(stage: StageReport) -> Iterator[Record]:
    """Yield the letter codes of the field."""
    yield Rounds("XXR", stage.rounds)
    if stage.first_colour != "-":
        yield FirstColour("XXC", stage.first_colour)
    for name, value in _point_values(stage.values):
        if stage.values != Points():
            yield PointValues(_BBX[name], ((name, value),))
    yield from (Forbidden("XXP", group.numbers) for group in stage.apart if stage.shown < group.last_round)
    if stage.accelerated:
        virtual = virtual_points(stage.rounds, stage.values.win)
        yield from (VirtualPoints("XXA", number, virtual) for number in range(1, _last_accelerated(stage) + 1))


def _accelerated(stage: StageReport) -> Iterator[Record]:
    """Yield the virtual points of the accelerated group, one record for each value."""
    if not stage.accelerated:
        return
    virtual = virtual_points(stage.rounds, stage.values.win)
    for value in sorted({points for points in virtual if points}, reverse=True):
        rounds = [number for number, points in enumerate(virtual, 1) if points == value]
        yield Accelerated("250", value, rounds[0], rounds[-1], stage.people[0].number, _last_accelerated(stage))


def _last_accelerated(stage: StageReport) -> int:
    """Return the last number of the accelerated group: those who took part in round 1 make it, late entries join."""
    first = [number for number, cells in stage.cells.items() if not cells or cells[0] != ABSENT]
    return max(accelerated_group(first or list(stage.cells)), default=0)


def _remarks(stage: StageReport) -> Sequence[Record]:
    return [Other("###", f"### {plain(remark)}") for remark in stage.remarks]
