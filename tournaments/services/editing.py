"""Pairings changed by hand: a phase with a beginning and an end, and nothing left unsaid at the end.

While it lasts, the round can be neither published nor paired. At its end every deviation from the computed pairing is
listed, and every warning confirmed as its grade asks.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.base import Board, Finding, FormatError
from tournaments.formats.registry import format_of
from tournaments.models import Round, RoundOrigin, Stage
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_round, require, tell, user_row
from tournaments.services.drafts import seat
from tournaments.services.record import pairing_record

Grade: TypeAlias = Literal["notice", "confirm", "confirm_twice", "refuse"]

GRADES: Final[Mapping[str, Grade]] = {
    "twice": "refuse",
    "left": "refuse",
    "has_bye": "refuse",
    "two_byes": "refuse",
    "rematch": "confirm_twice",
    "forbidden": "confirm_twice",
    "second_bye": "confirm_twice",
    "third_seat": "confirm",
    "both_wrong": "confirm",
    "needless_bye": "confirm",
    "left_out": "confirm",
    "score_gap": "notice",
}
"""How much each finding of the format asks for. Nobody can switch one off."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that speaks against the boards, with whom it is about by name, and how much it asks for."""

    code: str
    grade: Grade
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Deviation:
    """One board that is not as it was computed, by names: `computed` and `now`; None where one of them has no board.

    `kind` is "seats" if only the seats are turned, "opponents" if others sit there, "added" or "missing".
    """

    kind: Literal["seats", "opponents", "added", "missing"]
    board: int
    computed: tuple[str | None, str | None] | None
    now: tuple[str | None, str | None] | None


@dataclass(frozen=True, slots=True)
class EditCheck:
    """What is to be said about a round that is edited. `seal` names exactly these boards and warnings."""

    deviations: tuple[Deviation, ...]
    warnings: tuple[Warned, ...]
    seal: str

    def of_grade(self, grade: Grade) -> tuple[str, ...]:
        """Return the codes of a grade, each once."""
        return tuple(dict.fromkeys(each.code for each in self.warnings if each.grade == grade))

    @property
    def refused(self) -> tuple[str, ...]:
        """Return the codes of what cannot be at all."""
        return self.of_grade("refuse")

    def missing(self, confirmed: Collection[str]) -> tuple[str, ...]:
        """Return the codes that are not confirmed as often as they have to be; deviations are confirmed once."""
        said = Counter(confirmed)
        wanted = dict.fromkeys(self.of_grade("confirm"), 1) | dict.fromkeys(self.of_grade("confirm_twice"), 2)
        if self.deviations:
            wanted["deviations"] = 1
        return tuple(code for code, times in wanted.items() if said[code] < times)


@transaction.atomic
def round_edit_begin(*, round_id: str, by: Actor, take_over: bool = False) -> Round:
    """Begin to change the pairings of a draft by hand; one's own editing goes on.

    Raises TournamentError `round_not_draft`, `not_by_round`, `job_open`, `being_edited` by somebody else unless one
    takes it over.
    """
    stage, round_ = lock_round(round_id)
    require(by, Capability.PAIR)
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if round_.state != Round.State.DRAFT:
        raise TournamentError("round_not_draft")
    if stage.jobs.filter(state__in=["queued", "running"]).exists():
        raise TournamentError("job_open")
    if round_.editing and round_.editing_by_id == by.user_id:
        return round_
    if round_.editing and not take_over:
        raise TournamentError("being_edited", round_.editing_by or "")
    if not round_.editing:
        round_.editing_since_ms = now_ms()
        RoundOrigin.objects.filter(round=round_).update(before_editing=_boards(round_))
    round_.editing_by = user_row(by)
    round_.save(update_fields=["editing_since_ms", "editing_by"])
    audit(stage.tournament, by, "round_edit_begin", subject=round_)
    tell(stage.tournament, "console")
    return round_


@transaction.atomic
def round_edit_save(*, round_id: str, by: Actor, boards: Sequence[Board]) -> EditCheck:
    """Put these boards, in this order, in place of those of the draft; return what is to be said about them.

    A board of one entry is the bye; who is at no board is absent, for zero points. Raises TournamentError
    `not_editing`, `bad_value` for a board of nobody or of strangers, `edit_refused` for somebody at two boards.
    """
    stage, round_ = _edited(round_id, by)
    checked = _checked(stage, boards)
    seat(round_, checked)
    tell(stage.tournament, "console")
    return _check(stage, round_)


def round_edit_check(*, round_id: str) -> EditCheck:
    """Return how a draft differs from the computed pairing, and what speaks against it. Changes nothing."""
    round_ = Round.objects.select_related("stage__tournament").filter(pk=round_id).first()
    if round_ is None:
        raise NotFoundError("no_such_round")
    return _check(round_.stage, round_)


@transaction.atomic
def round_edit_end(
    *, round_id: str, by: Actor, confirmed: Sequence[str] = (), reason: str = "", seal: str | None = None
) -> Round:
    """End the editing. Deviations are confirmed by `deviations`, warnings by their codes, the gravest by naming them
    twice; a deviation needs a reason.

    Raises TournamentError `not_editing`, `edit_refused`, `edit_unconfirmed` with the codes, `edit_changed` if the seal
    is not that of the boards as they are, `reason_missing`.
    """
    stage, round_ = _edited(round_id, by)
    check = _check(stage, round_)
    if seal is not None and seal != check.seal:
        raise TournamentError("edit_changed", check=check)
    if check.refused:
        raise TournamentError("edit_refused", ", ".join(check.refused), check=check)
    missing = check.missing(confirmed)
    if missing:
        raise TournamentError("edit_unconfirmed", ", ".join(missing), check=check)
    if check.deviations and not reason.strip():
        raise TournamentError("reason_missing")
    round_.edited = [asdict(deviation) for deviation in check.deviations]
    round_.edit_reason = reason.strip()[:300]
    _leave(round_)
    after = {"deviations": [_line(each) for each in check.deviations], "warnings": _codes(check)}
    audit(stage.tournament, by, "round_edit_end", subject=round_, reason=reason, after=after)
    tell(stage.tournament, "console")
    return round_


@transaction.atomic
def round_edit_cancel(*, round_id: str, by: Actor) -> Round | None:
    """End the editing with the boards as they were before it; a round begun by hand goes, and None is returned."""
    stage, round_ = _edited(round_id, by)
    audit(stage.tournament, by, "round_edit_cancel", subject=round_)
    tell(stage.tournament, "console")
    origin = round_.paired_from
    if not origin.before_editing and not origin.computed:
        round_.delete()
        return None
    seat(round_, origin.before_editing)
    _leave(round_)
    return round_


def _edited(round_id: str, by: Actor) -> tuple[Stage, Round]:
    """Return a round that the actor edits, with its stage, which is locked."""
    stage, round_ = lock_round(round_id)
    require(by, Capability.PAIR)
    if not round_.editing:
        raise TournamentError("not_editing")
    if round_.editing_by_id != by.user_id:
        raise TournamentError("being_edited", round_.editing_by or "")
    return stage, round_


def _leave(round_: Round) -> None:
    """Write that nobody edits the round any more."""
    round_.editing_since_ms, round_.editing_by = None, None
    round_.save()
    RoundOrigin.objects.filter(round=round_).update(before_editing=[])


def _boards(round_: Round) -> list[list[str | None]]:
    """Return the boards of a round as they are."""
    return [[first, second] for first, second in round_.pairings.values_list("entry_0_id", "entry_1_id")]


def _checked(stage: Stage, boards: Sequence[Board]) -> list[Board]:
    """Return the boards with a bye's only entry first. Raises TournamentError for what the tables cannot hold."""
    seated = [entry for board in boards for entry in board if entry is not None]
    if any(not (first or second) for first, second in boards):
        raise TournamentError("bad_value", "boards")
    names = dict(stage.field.values_list("entry_id", "entry__name"))
    if not names.keys() >= set(seated):
        raise TournamentError("bad_value", "boards")
    double = [names[entry] for entry, times in Counter(seated).items() if times > 1]
    if double:
        raise TournamentError("two_boards", ", ".join(double))
    return [(first, second) if first else (second, None) for first, second in boards]


def _check(stage: Stage, round_: Round) -> EditCheck:
    """Return everything that is to be said about the boards as they are."""
    names = dict(stage.field.values_list("entry_id", "entry__name"))
    now = _boards(round_)
    warnings = tuple(
        Warned(finding.code, GRADES[finding.code], tuple(names[entry] for entry in finding.entries), finding.number)
        for finding in _findings(stage, round_, now)
    )
    deviations = tuple(_deviations(round_.paired_from.computed, now, names))
    seal = json.dumps([now, [asdict(warning) for warning in warnings]])
    return EditCheck(deviations, warnings, hashlib.sha256(seal.encode()).hexdigest()[:16])


def _findings(stage: Stage, round_: Round, boards: Sequence[Sequence[str | None]]) -> tuple[Finding, ...]:
    """Return what the format finds."""
    pairer = format_of(stage.format).pairer
    if pairer is None:
        return ()
    record = pairing_record(stage, round_.number, as_drawn=_open_before(stage, round_))
    try:
        return pairer.findings(record, [(first, second) for first, second in boards])
    except FormatError as error:
        raise TournamentError(error.code, error.detail) from error


def _open_before(stage: Stage, round_: Round) -> list[str]:
    """Return the boards that count as drawn: those still open that did so when the round was paired."""
    return list(stage.pairings.filter(key__in=round_.paired_from.assumed).values_list("key", flat=True))


def _deviations(
    computed: Sequence[Sequence[str | None]], now: Sequence[Sequence[str | None]], names: Mapping[str, str]
) -> Iterator[Deviation]:
    """Yield the boards that differ, by place."""
    for place in range(max(len(computed), len(now))):
        old = computed[place] if place < len(computed) else None
        new = now[place] if place < len(now) else None
        if old == new:
            continue
        kind: Literal["seats", "opponents", "added", "missing"] = "opponents"
        if old is None or new is None:
            kind = "added" if old is None else "missing"
        elif set(old) == set(new):
            kind = "seats"
        yield Deviation(kind, place + 1, _named(old, names), _named(new, names))


def _named(board: Sequence[str | None] | None, names: Mapping[str, str]) -> tuple[str | None, str | None] | None:
    """Return a board by names."""
    if board is None:
        return None
    first, second = (names.get(entry) if entry else None for entry in board)
    return first, second


def _line(deviation: Deviation) -> str:
    """Return a deviation for the audit trail: "2: Ana / Ben → Ana / Cem"."""
    sides = (" / ".join(name or "–" for name in board or ("–",)) for board in (deviation.computed, deviation.now))
    return f"{deviation.board}: {' → '.join(sides)}"


def _codes(check: EditCheck) -> list[Any]:
    """Return what was confirmed, for the audit trail."""
    return [f"{each.code}: {', '.join(each.names)}" for each in check.warnings]
