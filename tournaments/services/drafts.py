"""A round as a draft: which one is to be paired, what stands against it, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from django.db.models import QuerySet

from tournaments.errors import TournamentError
from tournaments.formats.base import FormatError, PairedRound, Pairer, Reason, Record
from tournaments.formats.registry import format_of
from tournaments.models import Pairing, Round, RoundOrigin, Stage
from tournaments.permissions import Actor
from tournaments.services.common import Localized, audit, tell
from tournaments.services.record import fingerprint, pairing_record, plan_of

Heard: TypeAlias = Callable[[str, int, int], None]
"""Is told the step of the work, and how many of how many are done."""


def pair_here(stage: Stage, by: Actor) -> Round:
    """Pair the next round in this transaction; the stage is locked. Raises TournamentError for why it cannot be."""
    number = number_to_pair(stage)
    settled(stage, number, ())
    record = pairing_record(stage, number)
    paired = paired_round(stage, record, lambda _step, _done, _total: None)
    round_ = write_draft(stage, number, paired, fingerprint(record), ())
    audit(stage.tournament, by, "round_draft", subject=stage, after={"rounds": 1})
    tell(stage.tournament, "console")
    return round_


def next_wanted(stage: Stage) -> bool:
    """Tell whether a further round may be paired: every one so far is closed, and it is not the last."""
    if stage.rounds.exclude(state=Round.State.CLOSED).exists():
        return False
    return stage.rounds.count() < len(plan_of(stage))


def open_boards(stage: Stage, number: int) -> QuerySet[Pairing]:
    """Return the boards before a round that have no result."""
    return stage.pairings.filter(round__number__lt=number).exclude(state=Pairing.State.DECIDED).select_related("round")


def number_to_pair(stage: Stage) -> int:
    """Return the round to pair: the draft again, or the one after the last."""
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if stage.state == Stage.State.DRAFT:
        raise TournamentError("not_drawn")
    last = stage.rounds.last()
    if last is None:
        return 1
    if last.editing:
        raise TournamentError("being_edited")
    if last.state == Round.State.DRAFT:
        return last.number
    if last.state == Round.State.PUBLISHED:
        raise TournamentError("round_not_started")
    declared = len(plan_of(stage))
    if last.number >= declared:
        raise TournamentError("over", declared)
    return last.number + 1


def settled(stage: Stage, number: int, as_draw: Collection[str]) -> None:
    """Raise `boards_unsettled` if a board without a result is not among those that count as drawn."""
    unsettled = [board for board in open_boards(stage, number) if board.pk not in as_draw]
    if unsettled:
        what = ", ".join(f"{board.round.number}.{board.board}" for board in unsettled)
        raise TournamentError("boards_unsettled", what, boards=[board.pk for board in unsettled])


def paired_round(stage: Stage, record: Record, heard: Heard) -> PairedRound:
    """Return the round as the format pairs it. Raises TournamentError with the format's code and reason."""
    try:
        return _pairer(stage).paired(record, heard)
    except FormatError as error:
        raise TournamentError(error.code, Localized(error.text), text=error.text, entries=error.entries) from error


def _pairer(stage: Stage) -> Pairer:
    """Return what pairs the rounds of a stage. Raises TournamentError `not_by_round`."""
    pairer = format_of(stage.format).pairer
    if pairer is None:
        raise TournamentError("not_by_round")
    return pairer


def write_draft(stage: Stage, number: int, paired: PairedRound, seal: str, assumed: Sequence[str]) -> Round:
    """Write a draft with its boards in place of the one before; the address of the round stays."""
    kinds = {plan.number: plan.kind for plan in plan_of(stage)}
    round_ = stage.rounds.filter(number=number).first() or Round(stage=stage, number=number, kind=kinds[number])
    round_.edited, round_.edit_reason = [], ""
    round_.save()
    computed = [[side.entry for side in pairing.sides] for pairing in paired.pairings]
    told = ([_reason(reason) for reason in paired.reasons[pairing.key]] for pairing in paired.pairings)
    RoundOrigin.objects.update_or_create(
        round=round_,
        defaults={
            "numbers": dict(paired.numbers),
            "computed": computed,
            "trace": {
                "record": seal,
                "boards": list(told),
                "lines": [{"en": line.en, "de": line.de} for line in paired.trace],
            },
            "assumed": list(assumed),
        },
    )
    seat(round_, computed)
    return Round.objects.get(pk=round_.pk)


def _reason(reason: Reason) -> dict[str, str]:
    """Return a reason as it is stored."""
    return {"kind": reason.kind, "en": reason.text.en, "de": reason.text.de}


def seat(round_: Round, boards: Sequence[Sequence[str | None]]) -> None:
    """Put these boards in place of those that a draft has."""
    round_.pairings.all().delete()
    Pairing.objects.bulk_create(
        Pairing(
            stage=round_.stage,
            round=round_,
            board=place,
            key=f"R{round_.number}-{place}",
            entry_0_id=first,
            entry_1_id=second,
            open_0=False,
            open_1=False,
            state=Pairing.State.READY if first and second else Pairing.State.WAITING,
        )
        for place, (first, second) in enumerate(boards, start=1)
    )


def numbers_of(stage: Stage) -> dict[str, int]:
    """Return the pairing numbers as they are."""
    return dict(stage.field.values_list("entry_id", "seed"))
