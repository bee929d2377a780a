"""Results that people set: of boards in a hall, forfeits, decisions of arbiters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.impartial import plays_at
from tournaments.models import Pairing, Result, ResultReport, Round
from tournaments.permissions import SYSTEM, Actor, Capability, Right
from tournaments.services.common import STAGE_ADVANCE, audit, impartial, later, lock_pairing, require, tell, user_row

SetKind: TypeAlias = Literal["played", "forfeit", "double_forfeit", "adjudicated"]
Winner: TypeAlias = Literal[0, 1] | None

RULING: Final = "ruling"
"""The step of a result that somebody of the staff has set."""
REPORTED: Final = "reported"
"""The step of a result on which both players agree."""


@dataclass(frozen=True, slots=True)
class NewResult:
    """A result as somebody gives it: nobody wins a drawn board.

    `half_points` are those of the games; without them a win is 2 to 0 and a draw 1 to 1.
    """

    kind: SetKind
    winner: Winner
    half_points: tuple[int, int] | None = None

    @property
    def points(self) -> tuple[int, int]:
        """Return the half points of both sides."""
        if self.half_points is not None:
            return self.half_points
        if self.winner is None:
            return 1, 1
        return (2 if self.winner == 0 else 0), (2 if self.winner == 1 else 0)


@transaction.atomic
def result_set(
    *,
    pairing_id: str,
    by: Actor,
    kind: SetKind,
    winner: Winner,
    half_points: tuple[int, int] | None = None,
    reason: str = "",
) -> Result:
    """Write the result of a board that has none: played in a hall, forfeited, or decided by an arbiter.

    A played result may be entered by every member of the staff; the others are decisions and need a reason. Raises
    TournamentError `result_exists`, `seats_open`, `match_running`, `round_not_published`, `hosted`, `own_match`,
    `rival_board`, or a code for what is wrong with the result.
    """
    pairing = lock_pairing(pairing_id)
    _may_set(by, pairing, kind, reason)
    _is_open(pairing)
    new = checked(NewResult(kind, winner, half_points), drawable=may_end_drawn(pairing))
    result = _write(pairing, by, new, RULING, reason)
    audit(pairing.stage.tournament, by, "result_set", subject=pairing, reason=reason, after=as_json(result))
    return result


@transaction.atomic
def result_report(*, pairing_id: str, by: Actor, winner: Winner) -> Result | None:
    """Note what one side says about a board in a hall; return the result once both sides say the same.

    A report alone counts for nothing: the round stays open. Raises TournamentError as `result_set` does.
    """
    pairing = lock_pairing(pairing_id)
    if not plays_at(by, pairing):
        require(by, Capability.REPORT_RESULT)
    side, entry_id = _own_side(by, pairing)
    require(by, Capability.REPORT_RESULT, entry_id=entry_id)
    _is_open(pairing)
    if winner is None and not may_end_drawn(pairing):
        raise TournamentError("winner_missing")
    ResultReport.objects.update_or_create(pairing=pairing, side=side, defaults={"winner": winner, "at_ms": now_ms()})
    tell(pairing.stage.tournament, "queue", "console")
    said = list(pairing.reports.values_list("winner", flat=True))
    if len(said) < 2 or said[0] != said[1]:
        return None
    return _write(pairing, by, NewResult("played", winner), REPORTED, "")


@transaction.atomic
def board_forfeit(*, pairing_id: str, entry_id: str) -> Result | None:
    """Forfeit a board in a hall for an entry that has left; return the result, None if there is nothing to forfeit."""
    pairing = lock_pairing(pairing_id)
    entry = next((entry for entry in pairing.entries if entry is not None and entry.pk == entry_id), None)
    if entry is None or entry.plays or pairing.state != Pairing.State.RUNNING or pairing.stage.tournament.hosted:
        return None
    winner: Winner = 1 if entry_id == pairing.entry_0_id else 0
    result = _write(pairing, SYSTEM, NewResult("forfeit", winner), RULING, "")
    audit(pairing.stage.tournament, SYSTEM, "result_set", subject=pairing, after=as_json(result))
    return result


def as_json(result: Result) -> dict[str, Any]:
    """Return a result as revisions and audit lines keep it."""
    fields = ("kind", "half_points_0", "half_points_1", "winner", "advances", "step", "reason")
    kept = {field: getattr(result, field) for field in fields}
    return kept if result.pairs_as is None else {**kept, "pairs_as": result.pairs_as}


def _may_set(by: Actor, pairing: Pairing, kind: SetKind, reason: str) -> None:
    """Raise unless the actor may write this kind of result at this board."""
    if kind == "played":
        require(by, Capability.REPORT_RESULT)
        if plays_at(by, pairing):
            raise NotAllowedError("own_match")
        if pairing.stage.tournament.hosted:
            raise TournamentError("hosted")
    else:
        require(by, Capability.CONFIRM_RESULT, Right.DECIDE, reason=reason)
        impartial(by, pairing)


def _own_side(by: Actor, pairing: Pairing) -> tuple[int, str]:
    """Return which side of the board the actor is, with its entry."""
    if pairing.stage.tournament.hosted:
        raise TournamentError("hosted")
    for side, entry in enumerate(pairing.entries):
        if entry is not None and entry.pk in by.entries:
            return side, entry.pk
    raise NotAllowedError


def _is_open(pairing: Pairing) -> None:
    """Raise unless the board waits for a result."""
    if pairing.state == Pairing.State.DECIDED:
        raise TournamentError("result_exists")
    if pairing.entry_0_id is None or pairing.entry_1_id is None:
        raise TournamentError("seats_open")
    if pairing.round.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    if pairing.games.filter(end="").exists():
        raise TournamentError("match_running")


def may_end_drawn(pairing: Pairing) -> bool:
    """Tell whether nobody has to win a board of this stage."""
    return format_of(pairing.stage.format).table is not None


def checked(new: NewResult, *, drawable: bool) -> NewResult:
    """Return the result if it makes sense."""
    if new.kind == "double_forfeit":
        return replace(new, winner=None, half_points=(0, 0))
    drawn = new.winner is None and drawable and new.kind != "forfeit"
    if new.winner not in (0, 1) and not drawn:
        raise TournamentError("winner_missing")
    if any(not 0 <= points <= 200 for points in new.points):
        raise TournamentError("bad_result", "half_points")
    if new.kind == "played" and not _agrees(new):
        raise TournamentError("bad_result", "half_points")
    return new


def _agrees(new: NewResult) -> bool:
    """Tell whether the points of the games fit who has won."""
    if new.winner is None:
        return new.points[0] == new.points[1]
    return new.points[1 - new.winner] <= new.points[new.winner]


def _write(pairing: Pairing, by: Actor, new: NewResult, step: str, reason: str) -> Result:
    """Create the result, and let the stage go on."""
    result = Result.objects.create(
        pairing=pairing,
        kind=new.kind,
        half_points_0=new.points[0],
        half_points_1=new.points[1],
        winner=new.winner,
        advances=new.winner,
        step=step,
        reason=reason.strip()[:300],
        decided_at_ms=now_ms(),
        set_by=user_row(by),
    )
    pairing.state, pairing.postponed, pairing.postponed_until_ms = Pairing.State.DECIDED, False, None
    pairing.save(update_fields=["state", "postponed", "postponed_until_ms"])
    later(STAGE_ADVANCE, pairing.stage_id)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby", "queue")
    return result
