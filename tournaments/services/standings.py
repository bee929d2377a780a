"""The standings of a stage as they may be known: worked out from the record, with everything that a page explains.

Boards of rounds that are drafts do not exist here, and a round counts once it and all before it are closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from django.db.models import F, Q

from gameengine.core.types import Text
from tournaments.errors import NotFoundError
from tournaments.formats.base import Decision, Placing, Record
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Result, Round, Stage, StageEntry
from tournaments.services.record import decision_of, record_of
from tournaments.standings.crosstable import Competitor, CrossTable
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


def standings_of(stage: Stage, *, after: int | None = None) -> StageStandings:
    """Return the standings of a stage after a round, or after the last that is closed.

    Raises NotFoundError `no_such_round` for one that is not closed yet. The number of queries does not depend on the
    size of the field.
    """
    rounds = dict(Round.objects.filter(stage=stage).order_by("number").values_list("number", "state"))
    closed = closed_rounds(rounds)
    if after is not None and not 0 <= after <= closed:
        raise NotFoundError("no_such_round")
    field = {place.seed: place for place in stage.field.select_related("entry")}
    found = StageStandings(stage, closed if after is None else after, closed, 0, (), ())
    if not field:
        return found
    found = replace(found, rounds=len(format_of(stage.format).plan(len(field), stage.settings)))
    record = as_recorded(stage)
    table = format_of(stage.format).cross_table(record)
    if table is None:
        return replace(found, lines=tuple(_places(stage, record, field)))
    shown = [number for number, state in rounds.items() if state != Round.State.DRAFT]
    return _worked(found, _public(table, max(shown, default=0), found.after, field), field)


def closed_rounds(rounds: Mapping[int, str]) -> int:
    """Return the last round that is closed with all before it, from the states of rounds by number."""
    closed = takewhile(lambda number: rounds[number] == Round.State.CLOSED, sorted(rounds))
    return max(closed, default=0)


def as_recorded(stage: Stage) -> Record:
    """Return the record of a stage with results as they stand now.

    They differ from what pairings go by only after a correction for the record that came too late to change them.
    """
    record = record_of(stage)
    return replace(record, decisions={**record.decisions, **dict(_corrected(stage))})


def _corrected(stage: Stage) -> Iterator[tuple[str, Decision]]:
    """Yield the results that say something else than what pairings go by, by key of the pairing."""
    changed = ~Q(winner=F("advances")) | Q(winner=None, advances__isnull=False) | Q(winner__isnull=False, advances=None)
    for result in Result.objects.filter(changed, pairing__stage=stage).select_related("pairing"):
        result.advances = result.winner
        yield result.pairing.key, decision_of(result)


def _public(table: CrossTable, shown: int, after: int, field: Mapping[int, StageEntry]) -> CrossTable:
    """Return a table without rounds that are not published, without ranks for those who were expelled."""
    return replace(
        table,
        after=after,
        competitors=tuple(
            Competitor(
                each.number,
                each.cells[: max(shown, after)],
                each.rating,
                each.penalty,
                expelled=field[each.number].entry.status == Entry.Status.DISQUALIFIED,
            )
            for each in table.competitors
        ),
    )


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
