"""Who must not meet whom, and points that are taken off: decisions of the staff beside the pairings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.models import LAST_ROUND, KeptApart, Penalty
from tournaments.permissions import Actor, Capability, Right
from tournaments.services.common import audit, lock_stage, require, tell
from tournaments.services.snapshots import standings_anew

_MOST_TENTHS: Final = 1000


@transaction.atomic
def apart_add(
    *,
    stage_id: str,
    by: Actor,
    entries: Sequence[str],
    reason: str,
    first_round: int = 1,
    last_round: int = LAST_ROUND,
) -> KeptApart:
    """Keep entries apart: no two of them are paired in these rounds. Rounds that are paired stay as they are.

    Raises TournamentError `not_by_round`, `reason_missing`, `bad_value` for fewer than two entries, for one that does
    not take part in the stage, or for rounds that make no sense.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR, reason=reason)
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    names = dict(stage.field.filter(entry__in=entries).values_list("entry_id", "entry__name"))
    if len(names) < 2 or len(names) != len(set(entries)):
        raise TournamentError("bad_value", "entries")
    if not 1 <= first_round <= last_round <= LAST_ROUND:
        raise TournamentError("bad_value", "rounds")
    kept = KeptApart.objects.create(
        stage=stage, first_round=first_round, last_round=last_round, reason=reason.strip()[:300], made_at_ms=now_ms()
    )
    kept.entries.set(stage.tournament.entries.filter(pk__in=names))
    audit(stage.tournament, by, "apart_add", subject=stage, reason=reason, after=_said(kept, list(names.values())))
    tell(stage.tournament, "console")
    return kept


@transaction.atomic
def apart_remove(*, apart_id: str, by: Actor, reason: str = "") -> None:
    """Let entries meet again from the next pairing on."""
    stage_id = KeptApart.objects.filter(pk=apart_id).values_list("stage_id", flat=True).first()
    if stage_id is None:
        raise NotFoundError("no_such_rule")
    stage = lock_stage(stage_id)
    require(by, Capability.PAIR)
    kept = KeptApart.objects.filter(pk=apart_id).first()
    if kept is None:
        raise NotFoundError("no_such_rule")
    names = list(kept.entries.values_list("name", flat=True))
    audit(stage.tournament, by, "apart_remove", subject=stage, reason=reason, before=_said(kept, names))
    kept.delete()
    tell(stage.tournament, "console")


@transaction.atomic
def penalty_add(*, stage_id: str, by: Actor, entry_id: str, round_number: int, tenths: int, reason: str) -> Penalty:
    """Take tenths of a point off in the standings from a round on; less than nothing is a bonus.

    Raises TournamentError `no_table` for a stage without points, `bad_value` for nothing or too much, `no_such_round`.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.CORRECT_CURRENT, Right.DECIDE, reason=reason)
    if format_of(stage.format).table is None:
        raise TournamentError("no_table")
    place = stage.field.select_related("entry").filter(entry=entry_id).first()
    if place is None:
        raise NotFoundError("no_such_entry")
    if not stage.rounds.filter(number=round_number).exists():
        raise NotFoundError("no_such_round")
    if tenths == 0 or abs(tenths) > _MOST_TENTHS:
        raise TournamentError("bad_value", "tenths")
    penalty = Penalty.objects.create(
        stage=stage,
        entry=place.entry,
        round_number=round_number,
        tenths=tenths,
        reason=reason.strip()[:300],
        at_ms=now_ms(),
    )
    after = {"round": round_number, "tenths": tenths}
    audit(stage.tournament, by, "penalty_add", subject=place.entry, reason=reason, after=after)
    standings_anew(stage, round_number)
    tell(stage.tournament, "console", "bracket")
    return penalty


@transaction.atomic
def penalty_remove(*, penalty_id: str, by: Actor, reason: str) -> None:
    """Give the points back."""
    stage_id = Penalty.objects.filter(pk=penalty_id).values_list("stage_id", flat=True).first()
    if stage_id is None:
        raise NotFoundError("no_such_rule")
    stage = lock_stage(stage_id)
    require(by, Capability.CORRECT_CURRENT, Right.DECIDE, reason=reason)
    penalty = Penalty.objects.select_related("entry").filter(pk=penalty_id).first()
    if penalty is None:
        raise NotFoundError("no_such_rule")
    before = {"round": penalty.round_number, "tenths": penalty.tenths}
    audit(stage.tournament, by, "penalty_remove", subject=penalty.entry, reason=reason, before=before)
    number = penalty.round_number
    penalty.delete()
    standings_anew(stage, number)
    tell(stage.tournament, "console", "bracket")


def _said(kept: KeptApart, names: list[str]) -> dict[str, object]:
    """Return who is kept apart and when, for the audit trail."""
    return {"entries": sorted(names), "rounds": f"{kept.first_round}-{kept.last_round}"}
