"""The standings of a stage as they may be known: worked out from the record, with everything that a page explains.

Boards of rounds that are drafts do not exist here, and a round counts once it and all before it are closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from gameengine.core.types import Text
from tournaments.errors import NotFoundError
from tournaments.formats.base import Placing, Record
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Penalty, Round, Stage, StageEntry
from tournaments.services.record import record_of
from tournaments.standings.crosstable import CrossTable
from tournaments.standings.naming import full_name, short_name
from tournaments.standings.order import Row, Standings, standings
from tournaments.standings.tiebreaks.base import Plain


@dataclass(frozen=True, slots=True)
class Column:
    """One value that orders a table, after the points: its name in lists, and what people call it."""

    code: str
    name: Text
    heading: Text


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in the standings.

    `rank` to `to_rank` is its place; None for who has none: expelled, or gone before half of a round robin. `points`
    and `values` are as other programs read them, the values in the order of the columns; None is no value. `entry_id`
    is None for a place of a tree that is not awarded.
    """

    rank: int | None
    to_rank: int | None
    entry_id: str | None
    name: str
    seed: int | None
    rating: int | None = None
    points: str = ""
    values: tuple[Plain, ...] = ()
    status: str = Entry.Status.CONFIRMED

    @property
    def shared(self) -> bool:
        """Tell whether somebody else has the same place."""
        return self.rank != self.to_rank


@dataclass(frozen=True, slots=True)
class Worked:
    """The arithmetic behind standings: the cross table as far as it is public, and the trails of every value."""

    table: CrossTable
    standings: Standings
    row: Mapping[int, Row]


@dataclass(frozen=True)
class StageStandings:
    """The standings of a stage after some of its rounds.

    `after` is the last round that counts; `closed` the last that could, `rounds` how many there will be. `worked` is
    None for a tree, whose places follow from it without points.
    """

    stage: Stage
    after: int
    closed: int
    rounds: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    worked: Worked | None = None

    @cached_property
    def line_of(self) -> Mapping[str, Line]:
        """Return the lines by entry."""
        return {line.entry_id: line for line in self.lines if line.entry_id is not None}

    @cached_property
    def by_seed(self) -> Mapping[int, Line]:
        """Return the lines by seed, which is the number in the cross table."""
        return {line.seed: line for line in self.lines if line.seed is not None}

    @property
    def final(self) -> bool:
        """Tell whether no round is left to be counted."""
        return self.after == self.rounds > 0

    def as_json(self) -> dict[str, Any]:
        """Return the standings as values of JSON; equal records give equal ones."""
        return {
            "after": self.after,
            "rounds": self.rounds,
            "tie_breaks": [
                {"code": column.code, "name": {"en": column.name.en, "de": column.name.de}} for column in self.columns
            ],
            "rows": [_line_json(line, self.columns) for line in self.lines],
        }


def _line_json(line: Line, columns: Sequence[Column]) -> dict[str, Any]:
    """Return one line as JSON values."""
    return {
        "rank": line.rank,
        "to_rank": line.to_rank,
        "entry": line.entry_id,
        "name": line.name,
        "seed": line.seed,
        "rating": line.rating,
        "points": line.points,
        "values": {column.code: value for column, value in zip(columns, line.values, strict=False)},
        "status": str(line.status),
    }


@dataclass(frozen=True, slots=True)
class StageTable:
    """The cross table of a stage as far as it is public, and who the numbers in it are.

    `closed` is the last round that can count. `table` is None for a tree, and before the draw. The penalties in it are
    those of all rounds.
    """

    stage: Stage
    closed: int
    field: Mapping[int, StageEntry]
    record: Record | None = None
    table: CrossTable | None = None

    @property
    def rounds(self) -> int:
        """Return how many rounds there will be."""
        if not self.field:
            return 0
        return len(format_of(self.stage.format).plan(len(self.field), self.stage.settings))


def stage_table(stage: Stage) -> StageTable:
    """Return what everybody did in the rounds that are public. The number of queries does not depend on the field."""
    states = dict(Round.objects.filter(stage=stage).order_by("number").values_list("number", "state"))
    field = {place.seed: place for place in stage.field.select_related("entry")}
    closed = closed_rounds(states)
    if not field:
        return StageTable(stage, closed, field)
    record = record_of(stage)
    table = format_of(stage.format).cross_table(record)
    shown = max((number for number, state in states.items() if state != Round.State.DRAFT), default=0)
    return StageTable(stage, closed, field, record, _public(table, max(shown, closed), closed) if table else None)


def _public(table: CrossTable, shown: int, closed: int) -> CrossTable:
    """Return a table without rounds that are not published."""
    competitors = (replace(each, cells=each.cells[:shown]) for each in table.competitors)
    return replace(table, after=closed, competitors=tuple(competitors))


def standings_of(stage: Stage, *, after: int | None = None) -> StageStandings:
    """Return the standings of a stage after a round, or after the last that is closed.

    Raises NotFoundError `no_such_round` for one that is not closed yet.
    """
    return standings_in(stage_table(stage), after=after)


def standings_in(found: StageTable, *, after: int | None = None) -> StageStandings:
    """Return the standings of a table that has been read. Raises NotFoundError `no_such_round`."""
    if after is not None and not 0 <= after <= found.closed:
        raise NotFoundError("no_such_round")
    counting = found.closed if after is None else after
    empty = StageStandings(found.stage, counting, found.closed, found.rounds, (), ())
    if found.record is None:
        return empty
    if found.table is None:
        return replace(empty, lines=tuple(_places(found.stage, found.record, found.field)))
    return _worked(empty, _weighed(found, found.table, counting), found.field)


def _weighed(found: StageTable, table: CrossTable, after: int) -> CrossTable:
    """Return the table after a round, with penalties, and without ranks for those who were expelled."""
    taken = _penalties(found.stage, after)
    return replace(
        table,
        after=after,
        competitors=tuple(
            replace(
                each,
                penalty=taken[found.field[each.number].entry_id],
                expelled=found.field[each.number].entry.status == Entry.Status.DISQUALIFIED,
            )
            for each in table.competitors
        ),
    )


def _penalties(stage: Stage, after: int) -> Counter[str]:
    """Return the tenths of a point that are taken off, by entry."""
    taken: Counter[str] = Counter()
    for entry_id, tenths in Penalty.objects.filter(stage=stage, round_number__lte=after).values_list("entry", "tenths"):
        taken[entry_id] += tenths
    return taken


def closed_rounds(rounds: Mapping[int, str]) -> int:
    """Return the last round that is closed with all before it, from the states of rounds by number."""
    closed = takewhile(lambda number: rounds[number] == Round.State.CLOSED, sorted(rounds))
    return max(closed, default=0)


def _worked(found: StageStandings, table: CrossTable, field: Mapping[int, StageEntry]) -> StageStandings:
    """Return the standings with columns and lines."""
    made = standings(table, str(found.stage.settings["tie_breaks"]))
    ranks = [row.rank for row in made.rows]
    ranked = [_line(field[row.number], made, row, row.rank + ranks.count(row.rank) - 1) for row in made.rows]
    numbers = {row.number for row in made.rows}
    without = [_unranked(place) for seed, place in field.items() if seed not in numbers]
    return replace(
        found,
        columns=tuple(Column(each.key, full_name(each), short_name(each)) for each in made.order[1:]),
        lines=(*ranked, *without),
        worked=Worked(table, made, {row.number: row for row in made.rows}),
    )


def _line(place: StageEntry, made: Standings, row: Row, to_rank: int) -> Line:
    """Return the line of somebody with a rank."""
    points, *values = (each.tie_break.plain(trail) for each, trail in zip(made.order, row.order, strict=True))
    entry = place.entry
    return Line(
        row.rank, to_rank, entry.pk, entry.name, place.seed, entry.rating, str(points), tuple(values), entry.status
    )


def _unranked(place: StageEntry) -> Line:
    """Return the line of somebody without a rank."""
    entry = place.entry
    return Line(None, None, entry.pk, entry.name, place.seed, entry.rating, status=entry.status)


def _places(stage: Stage, record: Record, field: Mapping[int, StageEntry]) -> Iterator[Line]:
    """Yield the settled places of a tree."""
    by_entry = {place.entry_id: place for place in field.values()}
    for placing in format_of(stage.format).ranking(record):
        yield _place(placing, by_entry.get(placing.entry or ""))


def _place(placing: Placing, place: StageEntry | None) -> Line:
    """Return one settled place."""
    if place is None:
        return Line(placing.rank, placing.to_rank, None, "", None)
    entry = place.entry
    return Line(placing.rank, placing.to_rank, entry.pk, entry.name, place.seed, entry.rating, status=entry.status)
