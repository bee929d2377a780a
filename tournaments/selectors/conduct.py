"""What a stage that pairs round by round has to tell: why, what is under way, what is open, what was corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.types import Text
from tournaments.formats.base import Advice, Reason
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, PairingJob, ResultRevision, Round, Stage
from tournaments.services.drafts import open_boards
from tournaments.services.record import fingerprint, pairing_record, plan_of

_BY_HAND: Final = Reason(
    "by_hand",
    Text("the organizer has put these two together by hand", "die Turnierleitung hat diese beiden von Hand gepaart"),
)


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board without a result that stands against the next pairing. `reported` is what sides have said, by side."""

    pairing: Pairing
    reported: Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that came after a later round was paired.

    `counts_from` is the first round whose pairing counts the new result, None if pairings go on with the old one.
    """

    round_number: int
    board: int
    paired_through: int
    counts_from: int | None
    revision: ResultRevision


def reasons_of(round_: Round) -> Mapping[str, tuple[Reason, ...]]:
    """Return why each board of a round is as it is, by key; nothing for a format that does not pair round by round.

    Boards that are not as they were computed have one reason: somebody has changed them.
    """
    origin = round_.paired_from
    if not origin.trace:
        return {}
    said = {_pair(board): told for board, told in zip(origin.computed, origin.trace["boards"], strict=True)}
    found = {}
    for key, first, second in round_.pairings.values_list("key", "entry_0_id", "entry_1_id"):
        told = said.get(_pair((first, second)))
        found[key] = (_BY_HAND,) if told is None else tuple(map(_reason, told))
    return found


def trace_of(round_: Round) -> tuple[Text, ...]:
    """Return the whole way to the pairing of a round, line by line, for arbiters."""
    return tuple(Text(line["en"], line["de"]) for line in round_.paired_from.trace.get("lines", ()))


def draft_outdated(round_: Round) -> bool:
    """Tell whether a draft was paired from something that has changed since: a result, a bye, who takes part."""
    origin = round_.paired_from
    seal = origin.trace.get("record")
    if round_.state != Round.State.DRAFT or not seal:
        return False
    job = round_.stage.jobs.filter(state=PairingJob.State.DONE, round_number=round_.number).first()
    rematches = job.rematches if job else ()
    record = pairing_record(round_.stage, round_.number, as_drawn=origin.assumed, rematches=rematches)
    return bool(fingerprint(record) != seal)


def job_of(stage: Stage) -> PairingJob | None:
    """Return the job that is open, or the last one if it failed and no round has been made since."""
    job = stage.jobs.select_related("asked_by").first()
    if job is None or job.open:
        return job
    if job.state != PairingJob.State.FAILED or stage.rounds.filter(number=job.round_number).exists():
        return None
    return job


def open_boards_of(stage: Stage) -> tuple[OpenBoard, ...]:
    """Return the boards without a result that `round_pair` would refuse to pair over, with what players reported."""
    last = stage.rounds.last()
    if last is None or format_of(stage.format).pairer is None:
        return ()
    number = last.number if last.state == Round.State.DRAFT else last.number + 1
    boards = open_boards(stage, number).select_related("entry_0", "entry_1").prefetch_related("reports")
    return tuple(OpenBoard(board, {report.side: report.winner for report in board.reports.all()}) for board in boards)


def rounds_to_come(stage: Stage) -> list[int]:
    """Return the rounds for which a bye can still be granted: those that nobody but the staff has seen."""
    if stage.state == Stage.State.DRAFT or format_of(stage.format).pairer is None:
        return []
    seen = stage.rounds.exclude(state=Round.State.DRAFT).count()
    return list(range(seen + 1, len(plan_of(stage)) + 1))


def stage_with_byes(entry: Entry) -> Stage | None:
    """Return the stage in which an entry can ask for a round off, None if there is none."""
    if not entry.plays:
        return None
    drawn = [Stage.State.DRAWN, Stage.State.RUNNING]
    places = entry.stages.filter(stage__state__in=drawn).select_related("stage__tournament").order_by("stage__number")
    return next((place.stage for place in places if rounds_to_come(place.stage)), None)


def corrections_of(stage: Stage) -> tuple[Correction, ...]:
    """Return the corrections that came too late for a pairing: of each board the last that was not taken back."""
    rows = ResultRevision.objects.filter(
        pairing__stage=stage, paired_through__gt=0, undone=False, undoes=None
    ).select_related("pairing__round", "pairing__entry_0", "pairing__entry_1")
    last = {row.pairing_id: row for row in rows.order_by("pairing__round__number", "pairing__board", "number")}
    return tuple(
        Correction(
            row.pairing.round.number,
            row.pairing.board,
            row.paired_through,
            None if row.record_only else row.paired_through + 1,
            row,
        )
        for row in last.values()
    )


def rounds_advice(stage: Stage) -> Advice | None:
    """Return what is to be said about the number of rounds: "many_rounds" if a late one may have no pairing,
    "round_robin" if everybody could meet everybody in as many; None if nothing is.
    """
    pairer = format_of(stage.format).pairer
    if pairer is None:
        return None
    drawn = stage.field.count()
    return pairer.advice(drawn or _expected(stage), stage.settings)


def _expected(stage: Stage) -> int:
    """Return how many will take part as far as is known before the draw."""
    if stage.source_places:
        return stage.source_places
    return stage.tournament.entries.filter(status=Entry.Status.CONFIRMED).count()


def _pair(board: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return a board as it was stored, by entries."""
    return tuple(board)


def _reason(told: Mapping[str, Any]) -> Reason:
    """Return a stored reason."""
    return Reason(told["kind"], Text(told["en"], told["de"]))
