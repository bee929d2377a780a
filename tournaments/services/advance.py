"""What follows from the record: who meets whom next, which matches must be made, which rounds are over.

One idempotent step, run by Celery after every result and by every use case that changes the record.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from matches.models import Match
from matches.now import now_ms
from tournaments.formats.base import Decision, Side
from tournaments.formats.base import Pairing as Planned
from tournaments.formats.registry import format_of
from tournaments.models import Pairing, Result, Round, Stage
from tournaments.permissions import SYSTEM, Actor
from tournaments.services.common import STAGE_FEED, audit, later, lock_stage, tell
from tournaments.services.games import game_record, match_ensure
from tournaments.services.record import record_of
from tournaments.services.snapshots import standings_anew


@transaction.atomic
def stage_advance(*, stage_id: str) -> int:
    """Bring a running stage up to what its record says; return how many matches were made or found due.

    Safe to call at any time, from anywhere, as often as one likes.
    """
    stage = lock_stage(stage_id)
    if stage.state != Stage.State.RUNNING:
        return 0
    advance(stage)
    started = start_due(stage)
    close_rounds(stage)
    return started


def games_catch_up() -> int:
    """Record matches that are over and were not recorded; return how many. Called by the tending task."""
    missed = Match.objects.filter(pairing_match__end="", status=Match.Status.OVER)
    return sum(game_record(match=match) for match in missed)


def advance(stage: Stage) -> None:
    """Fill in who is known and write the results that nobody has to play for. The stage is locked."""
    planned = format_of(stage.format).next(record_of(stage))
    rows = {pairing.key: pairing for pairing in stage.pairings.select_related("result", "round")}
    changed = [(rows[plan.key], plan) for plan in planned if plan.key in rows and _differs(rows[plan.key], plan)]
    # Two places may swap their entries: nobody may stand at two boards of a round in between.
    for row, _ in changed:
        _clear(row)
    for row, plan in changed:
        _seat(row, plan)
    for plan in planned:
        if plan.decision is not None and plan.key in rows and _may_decide(stage, rows[plan.key]):
            _decide(rows[plan.key], plan.decision)
    if changed:
        tell(stage.tournament, "bracket", "console", "lobby")


def _may_decide(stage: Stage, row: Pairing) -> bool:
    """Tell whether the format may write a result.

    A round that was paired by itself is decided when it begins: who leaves before may come back, and be paired anew.
    """
    if row.state == Pairing.State.DECIDED:
        return False
    begun = row.round.state in (Round.State.RUNNING, Round.State.CLOSED)
    return begun or format_of(stage.format).pairer is None


def _differs(row: Pairing, plan: Planned) -> bool:
    """Tell whether a pairing that has not begun must be seated anew."""
    if row.state not in (Pairing.State.WAITING, Pairing.State.READY):
        return False
    seated = ((row.entry_0_id, row.open_0), (row.entry_1_id, row.open_1))
    return seated != tuple((side.entry, not side.known) for side in plan.sides)


def _clear(row: Pairing) -> None:
    """Take both entries away."""
    row.entry_0_id = row.entry_1_id = None
    row.open_0 = row.open_1 = True
    row.state = Pairing.State.WAITING
    row.save(update_fields=["entry_0", "entry_1", "open_0", "open_1", "state"])


def _seat(row: Pairing, plan: Planned) -> None:
    """Write who sits here."""
    seat_sides(row, plan.sides)
    row.state = Pairing.State.READY if plan.playable else Pairing.State.WAITING
    row.save(update_fields=["entry_0", "entry_1", "open_0", "open_1", "state"])


def seat_sides(row: Pairing, sides: tuple[Side, Side]) -> None:
    """Set the sides of a row as the format names them."""
    row.entry_0_id, row.entry_1_id = sides[0].entry, sides[1].entry
    row.open_0, row.open_1 = not sides[0].known, not sides[1].known


def _decide(row: Pairing, decision: Decision) -> None:
    """Write a result that follows from the field. It has no step: no game and nobody decided it."""
    points = [2 if decision.advances == side else 0 for side in (0, 1)]
    Result.objects.create(
        pairing=row,
        kind=decision.kind,
        half_points_0=points[0],
        half_points_1=points[1],
        winner=decision.advances,
        advances=decision.advances,
        decided_at_ms=now_ms(),
    )
    row.state = Pairing.State.DECIDED
    row.save(update_fields=["state"])


def start_due(stage: Stage) -> int:
    """Make every match that is due now. The stage is locked, so two callers never make one twice."""
    decided = set(stage.pairings.filter(state=Pairing.State.DECIDED).values_list("key", flat=True))
    due = [pairing for pairing in _candidates(stage) if decided.issuperset(pairing.after)]
    for pairing in due:
        _begin(pairing)
    if due:
        tell(stage.tournament, "status", "bracket", "boards", "console", "lobby")
    return len(due)


def _candidates(stage: Stage) -> QuerySet[Pairing]:
    """Return the pairings of begun rounds at which nobody plays although there is something to play.

    A board with an unfinished match is not even locked: the end of that match may be about to be written.
    """
    begun = [Round.State.RUNNING]
    if stage.as_ready:
        begun.append(Round.State.PUBLISHED)
    open_boards = stage.pairings.filter(
        state__in=[Pairing.State.READY, Pairing.State.RUNNING], round__state__in=begun, postponed=False
    ).exclude(games__end="")
    if not stage.tournament.hosted:
        open_boards = open_boards.filter(state=Pairing.State.READY)
    return open_boards.select_related("round", "stage__tournament")


def _begin(pairing: Pairing) -> None:
    """Begin a board: with its match, or, in a hall, by letting it run until somebody reports a result."""
    begin_round(pairing.round)
    if pairing.stage.tournament.hosted:
        match_ensure(pairing=pairing)
    else:
        Pairing.objects.filter(pk=pairing.pk).update(state=Pairing.State.RUNNING)


def begin_round(round_: Round) -> None:
    """Note that a round runs."""
    if round_.state == Round.State.PUBLISHED:
        round_.state = Round.State.RUNNING
        round_.started_at_ms = now_ms()
        round_.save(update_fields=["state", "started_at_ms"])


def close_rounds(stage: Stage) -> None:
    """Close every running round whose boards all have a result, and the stage after its last one."""
    for round_ in stage.rounds.exclude(state__in=[Round.State.DRAFT, Round.State.CLOSED]):
        if not round_.pairings.exclude(state=Pairing.State.DECIDED).exists():
            close_round(stage, round_)
    rounds = len(format_of(stage.format).plan(stage.field.count(), stage.settings)) if stage.field.exists() else 0
    # Where rounds are paired one by one, all that exist may be closed long before the last.
    if rounds and stage.rounds.filter(state=Round.State.CLOSED).count() >= rounds:
        finish_stage(stage, SYSTEM)


def finish_stage(stage: Stage, by: Actor, reason: str = "") -> None:
    """Write that a stage is over, and let the stages that it feeds take note."""
    if stage.state == Stage.State.FINISHED:
        return
    stage.state = Stage.State.FINISHED
    stage.save(update_fields=["state"])
    audit(stage.tournament, by, "stage_finish", subject=stage, reason=reason)
    for fed in stage.feeds.filter(feeds_itself=True, state=Stage.State.DRAFT):
        later(STAGE_FEED, fed.pk)
    tell(stage.tournament, "status", "console")


def close_round(stage: Stage, round_: Round) -> None:
    """Write that a round is closed, and keep the standings after it."""
    round_.state = Round.State.CLOSED
    round_.closed_at_ms = now_ms()
    round_.save(update_fields=["state", "closed_at_ms"])
    audit(stage.tournament, SYSTEM, "round_close", subject=round_)
    standings_anew(stage, round_.number)
    tell(stage.tournament, "status", "console", "bracket")
