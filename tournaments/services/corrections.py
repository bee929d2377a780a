"""Corrections: what they change in later rounds, and how they are written down. They never pair anew silently."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from matches.errors import MatchError
from matches.models import Match
from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.formats.base import Decision, Record
from tournaments.formats.base import Pairing as Planned
from tournaments.formats.registry import format_of
from tournaments.models import Pairing, PairingMatch, Result, ResultRevision, Round, Stage, Tournament
from tournaments.permissions import SYSTEM, Actor, Capability, Right
from tournaments.services.advance import advance
from tournaments.services.common import STAGE_ADVANCE, audit, impartial, later, lock_pairing, require, tell, user_row
from tournaments.services.record import record_of
from tournaments.services.results import RULING, NewResult, SetKind, Winner, as_json, checked, may_end_drawn
from tournaments.services.rounds import note
from tournaments.services.snapshots import standings_anew


@dataclass(frozen=True, slots=True)
class Change:
    """One board that a correction would seat anew; `started` if play or a ruling there stands against it."""

    pairing_id: str
    key: str
    round_number: int
    board: int
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]
    started: bool


@dataclass(frozen=True, slots=True)
class Effects:
    """What a correction changes in later rounds, by names of entries."""

    changes: tuple[Change, ...] = ()

    @property
    def blocked(self) -> tuple[Change, ...]:
        """Return the boards because of which the correction can only be for the record."""
        return tuple(change for change in self.changes if change.started)


def result_effects(*, pairing_id: str, winner: Winner) -> Effects:
    """Return what would change in later rounds if this side, or nobody, went on instead. Changes nothing."""
    pairing = Pairing.objects.select_related("stage", "result").filter(pk=pairing_id).first()
    if pairing is None or not hasattr(pairing, "result"):
        raise TournamentError("no_result")
    return _effects(pairing, winner)


@transaction.atomic
def result_preview(
    *,
    pairing_id: str,
    by: Actor,
    kind: SetKind,
    winner: Winner,
    half_points: tuple[int, int] | None = None,
    reason: str,
    record_only: bool = False,
) -> Effects:
    """Return what `result_correct` would change in later rounds, refused as that would be. Changes nothing."""
    pairing = lock_pairing(pairing_id)
    may_correct(by, pairing, reason)
    new = checked(NewResult(kind, winner, half_points), drawable=may_end_drawn(pairing))
    _correctable(pairing)
    return Effects() if record_only else _effects(pairing, new.winner)


@transaction.atomic
def result_correct(
    *,
    pairing_id: str,
    by: Actor,
    kind: SetKind,
    winner: Winner,
    half_points: tuple[int, int] | None = None,
    reason: str,
    record_only: bool = False,
    second: Actor | None = None,
) -> Result:
    """Replace a result, with a reason, an audit line, a revision and a public note. The standings change with it.

    `second` is the arbiter who has confirmed it; without one it is refused with `second_needed` where the tournament
    asks for one.

    In a tree boards of later rounds that have not begun are seated anew. If one has begun, the correction is refused
    with `next_round_started` unless it is for the record only: then the result changes, and who went on does not.

    Where rounds are paired one by one, those that are published stay as they are. The next pairing counts the new
    result, or, for the record only, goes on with the old one (C.04.2, 3.11).
    """
    pairing = lock_pairing(pairing_id)
    may_correct(by, pairing, reason)
    new = checked(NewResult(kind, winner, half_points), drawable=may_end_drawn(pairing))
    result = _correctable(pairing)
    _confirmed(by, pairing, second)
    before = as_json(result)
    advances = result.advances if record_only else new.winner
    if (result.kind, result.winner, result.advances, _points(result)) == (kind, winner, advances, new.points):
        raise TournamentError("nothing_changed")
    if not record_only:
        _free_later_boards(pairing, new.winner)
    kept = _kept_for_pairing(pairing, before) if record_only else None
    _rewrite(result, by, new, advances, reason, pairs_as=kept)
    _log_correction(pairing, by, before, result, record_only=record_only, reason=reason)
    _follow(pairing)
    return result


@transaction.atomic
def correction_undo(*, pairing_id: str, by: Actor, reason: str, second: Actor | None = None) -> Result:
    """Take the last correction of a board back: the result, and what pairings go by, are as they were before it.

    The undoing is a revision of its own. Called again it takes back the correction before. Raises TournamentError
    `nothing_to_undo`, and `next_round_started` and `second_needed` as `result_correct` does.
    """
    pairing = lock_pairing(pairing_id)
    may_correct(by, pairing, reason)
    result = _correctable(pairing)
    _confirmed(by, pairing, second)
    last = pairing.revisions.filter(undone=False, undoes=None).last()
    if last is None:
        raise TournamentError("nothing_to_undo")
    before, old = as_json(result), last.before
    if old["advances"] != result.advances:
        _free_later_boards(pairing, old["advances"])
    for field in ("kind", "half_points_0", "half_points_1", "winner", "advances", "step"):
        setattr(result, field, old[field])
    result.pairs_as = old.get("pairs_as")
    result.reason, result.set_by = reason.strip()[:300], user_row(by)
    result.revision += 1
    result.save()
    ResultRevision.objects.filter(pk=last.pk).update(undone=True)
    _log_correction(pairing, by, before, result, record_only=last.record_only, reason=reason, undoes=last.number)
    _follow(pairing)
    return result


def _follow(pairing: Pairing) -> None:
    """Bring what follows from a result up to date."""
    advance(pairing.stage)
    standings_anew(pairing.stage, pairing.round.number)
    later(STAGE_ADVANCE, pairing.stage_id)


def _kept_for_pairing(pairing: Pairing, before: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result that pairings go on counting: the one that the last pairing counted."""
    if format_of(pairing.stage.format).pairer is None:
        return None
    return before.get("pairs_as") or {key: before[key] for key in ("kind", "winner", "half_points_0", "half_points_1")}


@transaction.atomic
def game_void(*, pairing_id: str, number: int, by: Actor, reason: str, second: Actor | None = None) -> PairingMatch:
    """Annul a finished match of a pairing: it does not count and is played again.

    If it had decided the pairing, that result is taken back as by a correction. Raises TournamentError
    `match_running`, `bad_value`, `next_round_started`, `second_needed`.
    """
    pairing = lock_pairing(pairing_id)
    may_void(by, pairing, reason)
    _confirmed(by, pairing, second)
    game = pairing.games.filter(number=number).first()
    if game is None or game.end == PairingMatch.End.VOID:
        raise TournamentError("bad_value", "number")
    if not game.end:
        raise TournamentError("match_running")
    before = game.end
    if pairing.state == Pairing.State.DECIDED:
        _take_back(pairing)
    game.end = PairingMatch.End.VOID
    game.save(update_fields=["end"])
    audit(pairing.stage.tournament, by, "game_void", subject=pairing, reason=reason, before=before, after=number)
    _tell_public(pairing, by, "match_annulled", reason, number=number)
    advance(pairing.stage)
    later(STAGE_ADVANCE, pairing.stage_id)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "announcements")
    return game


@transaction.atomic
def game_reopen(*, match: Match) -> None:
    """Take the end of a match back, and the result that followed from it, because a ruling lets the match go on.

    Runs inside the transaction of the ruling. Raises MatchError `later_round_paired` if something has followed from it
    that would have to be undone; matches of nobody's tournament are ignored.
    """
    game = PairingMatch.objects.filter(match=match).first()
    if game is None:
        return
    pairing = lock_pairing(game.pairing_id)
    if _paired_through(pairing) or pairing.games.filter(number__gt=game.number).exists():
        raise MatchError("later_round_paired")
    before = None
    if pairing.state == Pairing.State.DECIDED:
        before = as_json(pairing.result)
        try:
            _take_back(pairing)
        except TournamentError as error:
            raise MatchError("later_round_paired") from error
    game.end, game.reason, game.ended_at_ms = "", "", None
    game.half_points_0 = game.half_points_1 = 0
    game.save(update_fields=["end", "reason", "ended_at_ms", "half_points_0", "half_points_1"])
    audit(pairing.stage.tournament, SYSTEM, "game_reopen", subject=pairing, before=before)
    if before is not None:
        _tell_public(pairing, SYSTEM, "result_reopened", "", before=before)
    advance(pairing.stage)
    later(STAGE_ADVANCE, pairing.stage_id)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby", "queue", "announcements")


def needs_second(pairing: Pairing) -> bool:
    """Tell whether a second arbiter must confirm what changes the result of a board."""
    asks = Tournament.SecondArbiter(pairing.stage.tournament.second_arbiter)
    closed = pairing.round.state == Round.State.CLOSED
    return asks is Tournament.SecondArbiter.ALWAYS or (asks is Tournament.SecondArbiter.CLOSED and closed)


def _confirmed(by: Actor, pairing: Pairing, second: Actor | None) -> None:
    """Raise `second_needed` if one alone may not do this."""
    if second is None and not by.system and needs_second(pairing):
        raise TournamentError("second_needed")


def may_void(by: Actor, pairing: Pairing, reason: str) -> None:
    """Raise unless the actor may annul a match of this board."""
    require(by, Capability.RULE, Right.DECIDE, reason=reason)
    impartial(by, pairing)


def may_correct(by: Actor, pairing: Pairing, reason: str) -> None:
    """Raise unless the actor may correct a result of this round."""
    older = pairing.round.state == Round.State.CLOSED
    capability = Capability.CORRECT_OLDER if older else Capability.CORRECT_CURRENT
    require(by, capability, Right.DECIDE, reason=reason)
    impartial(by, pairing)


def _points(result: Result) -> tuple[int, int]:
    """Return the half points of a result."""
    return result.half_points_0, result.half_points_1


def _correctable(pairing: Pairing) -> Result:
    """Return the result of a pairing, if it is one that people can correct."""
    result = Result.objects.select_for_update().filter(pairing=pairing).first()
    if result is None:
        raise TournamentError("no_result")
    if result.kind in (Result.Kind.BYE, Result.Kind.EMPTY):
        raise TournamentError("result_by_rule")
    return result


def _effects(pairing: Pairing, winner: Winner, *, open_again: bool = False) -> Effects:
    """Compare the tree as it stands with the tree as it would be."""
    stage, record = pairing.stage, record_of(pairing.stage)
    chosen = format_of(stage.format)
    rows = {row.key: row for row in stage.pairings.select_related("round", "result", "entry_0", "entry_1")}
    kept = _played_decisions(record, rows)
    without = {key: decision for key, decision in kept.items() if key != pairing.key}
    changed = without if open_again else {**kept, pairing.key: Decision(winner)}
    # A board whose opponents change cannot keep the decision that it had.
    before = {plan.key: plan for plan in chosen.next(replace(record, decisions=kept))}
    after = chosen.next(replace(record, decisions=changed))
    names = {place.entry_id: place.entry.name for place in stage.field.select_related("entry")}
    return Effects(
        tuple(
            _change(rows[plan.key], before[plan.key], plan, names)
            for plan in after
            if plan.key in rows and plan.sides != before[plan.key].sides
        )
    )


def _played_decisions(record: Record, rows: dict[str, Pairing]) -> dict[str, Decision]:
    """Return the decisions that boards or people made; the others follow from these."""
    return {key: decision for key, decision in record.decisions.items() if not rows[key].result.by_format}


def _change(row: Pairing, before: Planned, after: Planned, names: dict[str, str]) -> Change:
    """Return one line of the preview."""
    old, new = (
        (names.get(plan.sides[0].entry or ""), names.get(plan.sides[1].entry or "")) for plan in (before, after)
    )
    return Change(row.pk, row.key, row.round.number, row.board, old, new, started=_has_begun(row))


def _has_begun(row: Pairing) -> bool:
    """Tell whether something happened at a board that a correction must not undo."""
    if row.state == Pairing.State.DECIDED:
        return not row.result.by_format
    return row.state == Pairing.State.RUNNING


def _free_later_boards(pairing: Pairing, winner: Winner, *, open_again: bool = False) -> None:
    """Take back what followed from the old result. Raises `next_round_started` if a later board has begun."""
    effects = _effects(pairing, winner, open_again=open_again)
    if effects.blocked:
        boards = ", ".join(f"{change.round_number}.{change.board}" for change in effects.blocked)
        raise TournamentError("next_round_started", boards, effects=effects)
    keys = [change.key for change in effects.changes]
    Result.objects.filter(pairing__stage=pairing.stage, pairing__key__in=keys, step="").delete()
    pairing.stage.pairings.filter(key__in=keys).update(
        state=Pairing.State.WAITING, entry_0=None, entry_1=None, open_0=True, open_1=True
    )
    touched = list(pairing.stage.rounds.filter(pairings__key__in=keys).values_list("pk", flat=True))
    _open_rounds(pairing.stage, touched)


def _open_rounds(stage: Stage, round_ids: list[str]) -> None:
    """Let closed rounds, and a finished stage, run again."""
    closed = Round.objects.filter(pk__in=round_ids, state=Round.State.CLOSED)
    if closed.update(state=Round.State.RUNNING, closed_at_ms=None):
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])


def _take_back(pairing: Pairing) -> None:
    """Open a decided pairing again, if nothing has followed from it."""
    _correctable(pairing)
    _free_later_boards(pairing, None, open_again=True)
    Result.objects.filter(pairing=pairing).delete()
    pairing.state = Pairing.State.RUNNING
    pairing.save(update_fields=["state"])
    _open_rounds(pairing.stage, [pairing.round_id])


def _rewrite(
    result: Result, by: Actor, new: NewResult, advances: int | None, reason: str, *, pairs_as: dict[str, Any] | None
) -> None:
    """Write the corrected values."""
    result.pairs_as = pairs_as
    result.kind = new.kind
    result.half_points_0, result.half_points_1 = new.points
    result.winner, result.advances = new.winner, advances
    result.step = RULING
    result.reason = reason.strip()[:300]
    result.revision += 1
    result.set_by = user_row(by)
    result.save()


def _log_correction(
    pairing: Pairing,
    by: Actor,
    before: dict[str, Any],
    result: Result,
    *,
    record_only: bool,
    reason: str,
    undoes: int | None = None,
) -> None:
    """Keep what was, say who and why, and tell the public."""
    tournament, after = pairing.stage.tournament, as_json(result)
    ResultRevision.objects.create(
        pairing=pairing,
        number=result.revision,
        before=before,
        after=after,
        record_only=record_only,
        paired_through=_paired_through(pairing),
        undoes=undoes,
        reason=reason.strip(),
        by_user=user_row(by),
        at_ms=now_ms(),
    )
    act = "correction_undo" if undoes else "result_correct_record" if record_only else "result_correct"
    audit(tournament, by, act, subject=pairing, reason=reason, before=before, after=after)
    _tell_public(
        pairing,
        by,
        "correction_undone" if undoes else "result_corrected",
        reason,
        before=before,
        after=after,
        record_only=record_only,
    )
    tell(tournament, "bracket", "boards", "console", "lobby", "announcements")


def _tell_public(pairing: Pairing, by: Actor, code: str, reason: str, **about: Any) -> None:
    """Put on the tournament's page what became of which result, and whether the next pairing counts it."""
    note(
        pairing.stage.tournament,
        by,
        code,
        round=pairing.round.number,
        board=pairing.board,
        names=[entry.name for entry in pairing.entries if entry],
        reason=reason.strip(),
        by_round=format_of(pairing.stage.format).pairer is not None,
        paired_through=_paired_through(pairing),
        **about,
    )


def _paired_through(pairing: Pairing) -> int:
    """Return the last public round that was paired with the result as it was before, 0 if there is none."""
    if format_of(pairing.stage.format).pairer is None:
        return 0
    later_rounds = pairing.stage.rounds.filter(number__gt=pairing.round.number).exclude(state=Round.State.DRAFT)
    return max(later_rounds.values_list("number", flat=True), default=0)
