"""A stored Swiss or round robin as a tournament report file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final
from zoneinfo import ZoneInfo

from gameengine.clock.registry import control_from_json
from tournaments.errors import TournamentError
from tournaments.exchange import trf
from tournaments.exchange.from_stage import CannotHoldError, report
from tournaments.exchange.kept import converted, kept
from tournaments.exchange.stage_report import About, Deduction, Group, Person, StageReport, cells_of
from tournaments.exchange.trf.values import Dialect, Symbol, Trf
from tournaments.formats.base import Record
from tournaments.formats.registry import format_of
from tournaments.formats.swiss.stage import declared_rounds, first_colour, points_of
from tournaments.models import Bye, ImportedReport, Result, ResultRevision, Round, Stage, StageEntry, Tournament
from tournaments.permissions import Role
from tournaments.selectors.disputes import provisional_of
from tournaments.selectors.rulings import rulings_report
from tournaments.selectors.standings import standings_of
from tournaments.services.record import record_of
from tournaments.standings.crosstable import CrossTable

DIALECTS: Final[Mapping[str, Dialect]] = {"trf16": "trf16x", "trf26": "trf26"}
"""What a form of report file is called in addresses."""

_BYES: Final[Mapping[str, Symbol]] = {Bye.Kind.HALF: "H", Bye.Kind.ZERO: "Z", Bye.Kind.FULL: "F"}


def has_report(stage: Stage) -> bool:
    """Tell whether there can be a report file of a stage."""
    return format_of(stage.format).table is not None and stage.state != Stage.State.DRAFT


def fits_trf16(stage: Stage) -> bool:
    """Tell whether the older form has a place for everything of the stage: it has none for penalties."""
    return not stage.penalties.exists()


def report_of(stage: Stage, *, dialect: Dialect | None = None, for_staff: bool = False) -> str:
    """Return the report file of a stage as far as its rounds are public; by itself in the dialect it was imported in.

    For the staff it names the arbiter and the reasons of corrections. Raises TournamentError `no_report`,
    `penalties_need_trf26`.
    """
    if not has_report(stage):
        raise TournamentError("no_report")
    imported = ImportedReport.objects.filter(stage=stage).first()
    old = trf.read(imported.text) if imported else None
    chosen = dialect or (old.dialect if old else "trf26")
    field = list(stage.field.select_related("entry").order_by("seed"))
    numbers = _numbers(field, imported.numbers if imported else {})
    values = _values(stage, field, numbers, for_staff=for_staff)
    try:
        new = report(values, chosen)
    except CannotHoldError as error:
        raise TournamentError(error.code) from error
    return trf.write(_with_old(new, old, values.shown, chosen))


def _with_old(new: Trf, old: Trf | None, shown: int, dialect: Dialect) -> Trf:
    """Return the file with what an imported one said beside the record."""
    if old is None:
        return new
    return kept(new, old, shown) if old.dialect == dialect else converted(new, old)


def _numbers(field: Sequence[StageEntry], imported: Mapping[str, int]) -> dict[int, int]:
    """Return the numbers of the file by seed: those it was imported with, as long as they are in the order of seeds."""
    numbers: dict[int, int] = {}
    for place in field:
        last = max(numbers.values(), default=0)
        numbers[place.seed] = imported.get(place.entry_id, last + 1)
        if numbers[place.seed] <= last:
            return {place.seed: place.seed for place in field}
    return numbers


def _values(stage: Stage, field: Sequence[StageEntry], numbers: Mapping[int, int], *, for_staff: bool) -> StageReport:
    """Return the stage as values."""
    record = record_of(stage)
    swiss = stage.format == "swiss"
    table = _table(stage, record)
    shown = stage.rounds.exclude(state=Round.State.DRAFT).count()
    places = {place.entry_id: numbers[place.seed] for place in field}
    ranks = {line.entry_id: line.rank for line in standings_of(stage).lines}
    settings = stage.settings
    return StageReport(
        about=_about(stage.tournament, for_staff=for_staff),
        system="drr" if settings.get("cycles") == 2 else table.system,
        rounds=declared_rounds(settings) if swiss else table.rounds,
        people=tuple(
            Person(numbers[place.seed], place.entry.name, place.entry.rating, ranks.get(place.entry_id))
            for place in field
        ),
        cells=cells_of(table, shown, numbers),
        points=points_of(settings) if swiss else table.points,
        edition="2017" if settings.get("edition") == "2017" else "2026",
        accelerated=settings.get("acceleration") == "baku",
        first_colour=("w" if first_colour(record) == 1 else "b") if settings.get("balance_seats") else "-",
        tie_breaks=str(settings["tie_breaks"]).replace(" ", ""),
        byes=_byes(stage, field, places, shown) if swiss else {},
        apart=tuple(_apart(stage, places)),
        deductions=tuple(_deductions(stage, places)),
        remarks=tuple(_remarks(stage, for_staff=for_staff)),
    )


def _table(stage: Stage, record: Record) -> CrossTable:
    """Return the cross table with everybody: games that a round robin cancels in the table were still played."""
    everybody = replace(record, entrants=[replace(entrant, out=False) for entrant in record.entrants])
    table = format_of(stage.format).cross_table(everybody)
    assert table is not None  # noqa: S101
    return table


def _about(tournament: Tournament, *, for_staff: bool) -> About:
    """Return what the head of the file says."""
    chiefs = tournament.staff.filter(role=Role.CHIEF_ARBITER.value).select_related("user")
    return About(
        name=tournament.name,
        place=tournament.place,
        first_day=_day(tournament.starts_at_ms, tournament.zone),
        last_day=_day(tournament.finished_at_ms, tournament.zone),
        arbiter=", ".join(str(chief.user) for chief in chiefs) if for_staff else "",
        control=control_from_json(tournament.control).notation(),
        program=_program(),
    )


def _day(at_ms: int | None, zone: str) -> str:
    if at_ms is None:
        return ""
    return datetime.fromtimestamp(at_ms / 1000, ZoneInfo(zone)).strftime("%Y/%m/%d")


def _program() -> str:
    """Return the name of the program, with its version where it was installed as a package."""
    try:
        return f"Flagfall {version('flagfall')}"
    except PackageNotFoundError:
        return "Flagfall"


def _byes(
    stage: Stage, field: Sequence[StageEntry], places: Mapping[str, int], shown: int
) -> dict[tuple[int, int], Symbol]:
    """Return who will not be there in rounds to come: byes that were granted, and who has left."""
    granted = stage.byes.filter(state=Bye.State.GRANTED, round_number__gt=shown, entry__in=list(places))
    found = {
        (number, places[entry]): _BYES[kind]
        for number, entry, kind in granted.values_list("round_number", "entry_id", "kind")
    }
    coming: dict[tuple[int, int], Symbol] = {}
    if shown < declared_rounds(stage.settings):
        coming = {(shown + 1, places[place.entry_id]): "Z" for place in field if not place.entry.plays}
    return {**found, **coming}


def _apart(stage: Stage, places: Mapping[str, int]) -> Iterator[Group]:
    """Yield who must not meet whom."""
    for group in stage.kept_apart.prefetch_related("entries"):
        numbers = sorted(places[entry.pk] for entry in group.entries.all() if entry.pk in places)
        if len(numbers) > 1:
            yield Group(tuple(numbers), group.first_round, group.last_round)


def _deductions(stage: Stage, places: Mapping[str, int]) -> Iterator[Deduction]:
    """Yield penalties and bonuses, one for each entry and round."""
    total: Counter[tuple[int, int]] = Counter()
    for entry, number, tenths in stage.penalties.values_list("entry_id", "round_number", "tenths"):
        if entry in places:
            total[number, places[entry]] += tenths
    yield from (Deduction(number, round_number, tenths) for (round_number, number), tenths in sorted(total.items()))


# ---- corrections


def _remarks(stage: Stage, *, for_staff: bool) -> Iterator[str]:
    """Yield a remark for every correction of a result, and every result that may still change; for the staff every
    ruling too.
    """
    revisions = ResultRevision.objects.filter(pairing__stage=stage).select_related("pairing__round")
    for revision in revisions.order_by("pairing__round__number", "pairing__board", "number"):
        yield _remark(revision, for_staff=for_staff)
    yield from _provisional(stage)
    if for_staff:
        yield from _rulings(stage)


def _rulings(stage: Stage) -> Iterator[str]:
    """Yield a remark for every ruling at a board of the stage, in the words of its log, and for every penalty."""
    for one in rulings_report(stage.tournament):
        here = one.pairing is not None and one.pairing.stage_id == stage.pk
        if one.pairing is not None and here and one.kind in ("ruling", "warning"):
            what = f"Ruling {one.number}, round {one.pairing.round.number}, board {one.pairing.board}: {one.text}"
        elif one.kind == "penalty":
            what = f"Ruling {one.number}, {one.about}: {one.act.replace('_', ' ')}"
        else:
            continue
        back = f"; taken back by {one.reversed_by}" if one.reversed_by else ""
        yield f"{what}{back}; reason: {one.reason}" if one.reason else f"{what}{back}"


def _provisional(stage: Stage) -> Iterator[str]:
    """Yield a remark for every result about which a dispute is open, or for which there is still time."""
    boards = list(stage.pairings.select_related("round", "result"))
    found = provisional_of(stage.tournament, boards)
    for board in boards:
        why = found.get(board.pk)
        if why is not None:
            yield f"Provisional result, round {board.round.number}, board {board.board}: {_until(why.until_ms)}"


def _until(ms: int | None) -> str:
    return "disputed" if ms is None else f"until {datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _remark(revision: ResultRevision, *, for_staff: bool) -> str:
    board = revision.pairing
    change = f"{_score(revision.before)} became {_score(revision.after)}"
    text = f"Correction {revision.number}, round {board.round.number}, board {board.board}: {change}"
    if revision.undone:
        text += "; undone"
    if revision.record_only:
        text += "; for the record only, pairings keep counting the old result"
    elif revision.paired_through:
        text += f"; rounds up to {revision.paired_through} were paired with the old result"
    return f"{text}; reason: {revision.reason}" if for_staff and revision.reason else text


def _score(result: Mapping[str, Any]) -> str:
    """Return a result as people write it, in ASCII."""
    kind, winner = result["kind"], result["winner"]
    if kind == Result.Kind.DOUBLE_FORFEIT:
        return "- : -"
    if kind == Result.Kind.FORFEIT:
        return "+ : -" if winner == 0 else "- : +"
    return {0: "1 : 0", 1: "0 : 1"}.get(winner, "1/2 : 1/2")
