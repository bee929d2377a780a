"""A tournament report file as a new tournament: everything it says, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.exchange.to_boards import Board
from tournaments.exchange.to_stage import ImportedStage, imported
from tournaments.exchange.trf import Trf, TrfError, read, write
from tournaments.formats.registry import format_of
from tournaments.models import (
    Bye,
    Entry,
    ImportedReport,
    KeptApart,
    Pairing,
    Penalty,
    Player,
    Result,
    Round,
    RoundOrigin,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.permissions import Actor, Role
from tournaments.services.common import audit
from tournaments.services.tournaments import tournament_create

MOST_BYTES: Final = 1 << 20
_WON: Final = frozenset("1W+")
_LOST: Final = frozenset("0L-")


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A file that may be taken over: as it is, and as a stage."""

    trf: Trf
    stage: ImportedStage


def report_read(content: bytes, *, encoding: str = "utf-8") -> ReadReport:
    """Return what a file says; nothing is changed. Raises TrfError with line and column of everything that is wrong,
    TournamentError `file_too_large`.
    """
    if len(content) > MOST_BYTES:
        raise TournamentError("file_too_large")
    found = read(content, encoding=encoding)
    return ReadReport(found, imported(found))


@transaction.atomic
def report_import(
    *, by_user: Any, content: bytes, game: str, encoding: str = "utf-8", name: str = "", slug: str = ""
) -> Tournament:
    """Make a tournament of a file: entries, rounds, results, byes, entries kept apart, penalties.

    It is a draft, seen by its organizer alone, and its boards stand in a hall: its games were not played here. Raises
    TournamentError `report_refused` with the faults in `data`, or what `tournament_create` says.
    """
    try:
        found = report_read(content, encoding=encoding)
    except TrfError as error:
        raise TournamentError("report_refused", error.faults[0].text.en, faults=error.faults) from error
    source = found.stage
    tournament = tournament_create(
        by_user=by_user,
        name=(name or source.name)[:120],
        slug=slug,
        game=game,
        format=source.format,
        settings=dict(source.settings),
        place=source.place[:120],
        hosted=False,
        self_registration=False,
    )
    tournament.max_entries = max(tournament.max_entries, len(source.entries))
    tournament.save(update_fields=["max_entries"])
    stage = tournament.stages.get()
    entries = _make_entries(tournament, source)
    _make_stage(stage, source, entries)
    _make_rounds(stage, source, entries)
    numbers = {entry.pk: number for number, entry in entries.items()}
    ImportedReport.objects.create(stage=stage, text=write(found.trf), numbers=numbers)
    by = Actor(frozenset({Role.ORGANIZER}), by_user.pk, str(by_user)) if by_user is not None else Actor(system=True)
    after = {"entries": len(entries), "rounds": len(source.rounds)}
    audit(tournament, by, "report_import", subject=tournament, after=after)
    return tournament


def _make_entries(tournament: Tournament, source: ImportedStage) -> Mapping[int, Entry]:
    """Create the entries with their players; return them by their numbers in the file."""
    entries = {
        each.number: Entry(
            tournament=tournament, name=each.name, rating=each.rating, seed=seed, entered_at_ms=tournament.created_at_ms
        )
        for seed, each in enumerate(source.entries, start=1)
    }
    Entry.objects.bulk_create(entries.values())
    Player.objects.bulk_create(Player(entry=entry, name=entry.name) for entry in entries.values())
    return entries


def _make_stage(stage: Stage, source: ImportedStage, entries: Mapping[int, Entry]) -> None:
    """Fix the seeds, and write down what was decided beside the pairings."""
    now = now_ms()
    rounds = format_of(stage.format).plan(len(entries), stage.settings)
    over = len(source.rounds) == len(rounds) and not any(_open(board) for boards in source.rounds for board in boards)
    stage.state = Stage.State.FINISHED if over else Stage.State.RUNNING if source.rounds else Stage.State.DRAWN
    stage.rng_seed, stage.seeding = source.rng_seed, "given"
    stage.save(update_fields=["state", "rng_seed", "seeding"])
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(entries.values(), start=1)
    )
    Bye.objects.bulk_create(
        Bye(
            stage=stage,
            entry=entries[number],
            round_number=round_number,
            kind=kind,
            state=Bye.State.GRANTED,
            asked_at_ms=now,
            decided_at_ms=now,
        )
        for (round_number, number), kind in source.byes.items()
    )
    for group in source.apart:
        row = KeptApart.objects.create(
            stage=stage, first_round=group.first_round, last_round=group.last_round, made_at_ms=now
        )
        row.entries.set([entries[number] for number in group.numbers])
    Penalty.objects.bulk_create(
        Penalty(stage=stage, entry=entries[each.number], round_number=each.round, tenths=each.tenths, at_ms=now)
        for each in source.deductions
    )


def _make_rounds(stage: Stage, source: ImportedStage, entries: Mapping[int, Entry]) -> None:
    """Create the rounds with their boards and results."""
    kinds = {plan.number: plan.kind for plan in format_of(stage.format).plan(len(entries), stage.settings)}
    seeds = {entry.pk: seed for seed, entry in enumerate(entries.values(), start=1)}
    now = now_ms()
    for number, boards in enumerate(source.rounds, start=1):
        under_way = any(_open(board) for board in boards)
        round_ = Round.objects.create(
            stage=stage,
            number=number,
            kind=kinds[number],
            state=Round.State.RUNNING if under_way else Round.State.CLOSED,
            snapshot=1,
            published_at_ms=now,
            started_at_ms=now,
            closed_at_ms=None if under_way else now,
        )
        RoundOrigin.objects.create(round=round_, numbers=seeds)
        rows = list(_pairings(round_, boards, entries))
        Pairing.objects.bulk_create(rows)
        made = (_result(row, board, now) for row, board in zip(rows, boards, strict=True) if not _open(board))
        Result.objects.bulk_create(made)


def _open(board: Board) -> bool:
    """Tell whether a board has no result yet."""
    return "?" in board.results


def _pairings(round_: Round, boards: tuple[Board, ...], entries: Mapping[int, Entry]) -> Iterator[Pairing]:
    """Yield the boards of a round."""
    for place, board in enumerate(boards, start=1):
        yield Pairing(
            stage=round_.stage,
            round=round_,
            board=place,
            key=f"R{round_.number}-{place}",
            entry_0=entries[board.first],
            entry_1=entries[board.second] if board.second is not None else None,
            open_0=False,
            open_1=False,
            state=Pairing.State.RUNNING if _open(board) else Pairing.State.DECIDED,
        )


def _result(pairing: Pairing, board: Board, now: int) -> Result:
    """Return the result of a board; a bye has none of people's making."""
    won = [side for side in (0, 1) if board.results[side] in _WON]
    winner = 0 if board.second is None else won[0] if won else None
    points = [2 * (winner == side) for side in (0, 1)]
    if winner is None and not _LOST.issuperset(board.results):
        points = [1, 1]
    return Result(
        pairing=pairing,
        kind=_kind(board),
        half_points_0=points[0],
        half_points_1=points[1],
        winner=winner,
        advances=winner,
        step="" if board.second is None else Result.IMPORTED,
        decided_at_ms=now,
    )


def _kind(board: Board) -> Result.Kind:
    if board.second is None:
        return Result.Kind.BYE
    if "+" in board.results:
        return Result.Kind.FORFEIT
    return Result.Kind.DOUBLE_FORFEIT if "-" in board.results else Result.Kind.PLAYED
