"""Entries, pairings and standings as tables for spreadsheets. Names of columns are the same in every language."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from tournaments.exchange.tables import Table, Value, number
from tournaments.models import Entry, Pairing, Result, Round, Snapshot, Stage, Tournament
from tournaments.selectors.disputes import provisional_of
from tournaments.selectors.pairings import pairing_rows, seeds_in
from tournaments.selectors.public import entries_of
from tournaments.selectors.standings import Line, StageStandings, snapshot_of

ENTRIES: Final = ("seed", "name", "rating", "status", "players", "checked_in")
PAIRINGS: Final = (
    "round",
    "board",
    "seed_1",
    "name_1",
    "rating_1",
    "seed_2",
    "name_2",
    "rating_2",
    "score_1",
    "score_2",
    "result",
    "provisional",
    "publication",
)
STANDINGS: Final = ("rank", "seed", "name", "rating", "points")
_OPEN: Final = "open"


def entries_table(tournament: Tournament, *, with_email: bool = False) -> Table:
    """Return everybody who takes part; the same columns can be read as a list of entries."""
    columns = (*ENTRIES, "email") if with_email else ENTRIES
    rows = tuple(_entry(entry, with_email) for entry in entries_of(tournament))
    return Table(tournament.name, columns, rows)


def _entry(entry: Entry, with_email: bool) -> tuple[Value, ...]:
    players = list(entry.players.all())
    # An entry of one is its player.
    roster = " / ".join(player.name for player in players) if len(players) > 1 else ""
    row = (entry.seed, entry.name, entry.rating, str(entry.status), roster, int(entry.checked_in_at_ms is not None))
    return (*row, players[0].email if players else "") if with_email else row


def pairings_table(round_: Round) -> Table:
    """Return the boards of a round; whether it may be seen is for the caller to ask."""
    stage = round_.stage
    seeds = seeds_in(stage)
    snapshots = Snapshot.objects.filter(stage=stage, kind=Snapshot.Kind.PAIRINGS, round_number=round_.number)
    last = snapshots.order_by("-number").values_list("number", flat=True).first()
    boards = list(pairing_rows().filter(round=round_))
    open_ = provisional_of(stage.tournament, boards)
    title = f"{stage.tournament.name}, {round_.number}"
    rows = ((round_.number, *_board(board, seeds), int(board.pk in open_), last) for board in boards)
    return Table(title, PAIRINGS, tuple(rows))


def _board(pairing: Pairing, seeds: dict[str, int]) -> tuple[Value, ...]:
    sides: list[Value] = []
    for entry in pairing.entries:
        sides += [seeds.get(entry.pk), entry.name, entry.rating] if entry else [None, None, None]
    result: Result | None = getattr(pairing, "result", None)
    if result is None:
        return (pairing.board, *sides, None, None, _OPEN)
    scores = (_half(result.half_points_0), _half(result.half_points_1) if pairing.entry_1_id else None)
    return (pairing.board, *sides, *scores, str(result.kind))


def _half(points: int) -> Value:
    """Return half points as points."""
    return Decimal(points) / 2 if points % 2 else points // 2


def standings_table(stage: Stage, found: StageStandings) -> Table:
    """Return standings with a column for each value that orders them; the last column is the publication's number."""
    codes = tuple(column.code for column in found.columns)
    snapshot = snapshot_of(stage, found.after)
    publication = snapshot.number if snapshot else None
    title = f"{stage.tournament.name}, {found.after}/{found.rounds}"
    columns = (*STANDINGS, *codes, "status", "after_round", "publication")
    return Table(title, columns, tuple(_ranked(found, publication, len(codes))))


def _ranked(found: StageStandings, publication: int | None, width: int) -> Iterator[tuple[Value, ...]]:
    """Yield the lines, best first."""
    for line in found.lines:
        values = tuple(number(value) for value in line.values)
        values += (None,) * (width - len(values))
        yield (*_who(line), *values, str(line.status), found.after, publication)


def _who(line: Line) -> tuple[Value, ...]:
    return line.rank, line.seed, line.name, line.rating, number(line.points) if line.points else None
