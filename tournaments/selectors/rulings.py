"""Everything that was decided in a tournament, in order of time: the report of its rulings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from matches.models import Ruling
from tournaments.models import AuditLine, Dispute, Pairing, PairingMatch, Tournament

Kind: TypeAlias = Literal["ruling", "warning", "result", "correction", "second", "penalty", "look", "dispute", "call"]

_KINDS: Final[Mapping[str, Kind]] = {
    "match_ruling": "ruling",
    **dict.fromkeys(("round_pause", "round_unpause", "round_add_time", "board_code_replace"), "ruling"),
    "result_set": "result",
    **dict.fromkeys(("result_correct", "result_correct_record", "correction_undo"), "correction"),
    **dict.fromkeys(("game_void", "game_reopen"), "correction"),
    **dict.fromkeys(("ruling_propose", "ruling_confirm", "ruling_reject"), "second"),
    **dict.fromkeys(("penalty_add", "penalty_remove", "entry_disqualify", "entry_reinstate"), "penalty"),
    "match_look": "look",
    **dict.fromkeys(("dispute_open", "dispute_decide", "dispute_withdraw", "appeal_open", "appeal_decide"), "dispute"),
    "call_decide": "call",
}
"""Acts of the audit trail that the report tells, by kind."""

_TAKES_BACK: Final[Mapping[str, str]] = {
    "correction_undo": "result_correct",
    "penalty_remove": "penalty_add",
    "entry_reinstate": "entry_disqualify",
}
"""Acts that take back the last one of another about the same thing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. `number` counts from 1 in order of time; `reversed_by` is the number of the line that took it back.

    `board` is that of `pairing`; both are empty for what is about a round, a person or a stage. `before` and `after`
    are as they were kept: the moment of a match, a result, or the values of a setting.
    """

    number: int
    kind: Kind
    act: str
    at_ms: int
    actor: str
    who: str
    role: str
    reason: str
    subject: str
    about: str
    pairing: Pairing | None = None
    match_id: str = ""
    line: int | None = None
    text: str = ""
    before: Any = None
    after: Any = None
    reverses: int | None = None
    reversed_by: int | None = None

    @property
    def entries(self) -> frozenset[str]:
        """Return the ids of the entries that it is about."""
        own = {self.subject.removeprefix("entry/")} if self.subject.startswith("entry/") else set()
        sides = {self.pairing.entry_0_id, self.pairing.entry_1_id} if self.pairing else set()
        return frozenset(entry for entry in own | sides if entry)


def rulings_report(tournament: Tournament) -> tuple[Entry, ...]:
    """Return every decision of a tournament, oldest first, with what it took back and by what it was taken back."""
    boards = _boards(tournament)
    kept = _rulings(tournament)
    lines = tournament.audit.filter(act__in=_KINDS).order_by("at_ms", "id")
    told = [line for line in lines if line.act != "result_set" or line.reason]
    made = [_entry(number, line, boards, kept) for number, line in enumerate(told, 1)]
    return _linked(made)


def _entry(
    number: int, line: AuditLine, boards: Mapping[str, Pairing], kept: Mapping[tuple[str, int], Ruling]
) -> Entry:
    """Return a line of the trail; a ruling on a match with what its row tells besides."""
    entry = Entry(
        number=number,
        kind=_KINDS[line.act],
        act=line.act,
        at_ms=line.at_ms,
        actor=line.actor,
        who=line.actor_name or line.actor,
        role=line.role,
        reason=line.reason,
        subject=line.subject,
        about=line.subject_name,
        pairing=boards.get(line.subject),
        match_id=line.subject.removeprefix("match/") if line.subject.startswith("match/") else "",
        before=line.before,
        after=line.after,
    )
    if line.act != "match_ruling":
        return entry
    after: Any = line.after
    text, seq = str(after.get("ruling", "")), after.get("line")
    row = kept.get((entry.match_id, seq))
    kind: Kind = "warning" if text.startswith("warn") else "ruling"
    if row is None:
        return replace(entry, kind=kind, text=text, after=None)
    return replace(
        entry,
        kind=kind,
        text=text,
        line=row.seq,
        role=row.role or entry.role,
        before=row.before,
        after=row.after,
        reverses=row.reverses,
    )


def _linked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the lines with the number of that which took each back."""
    found = list(entries)
    by_line = {(one.match_id, one.line): one.number for one in found if one.line is not None}
    open_: dict[str, list[int]] = defaultdict(list)
    taken: dict[int, int] = {}
    for one in found:
        if one.reverses is not None and (one.match_id, one.reverses) in by_line:
            taken[by_line[one.match_id, one.reverses]] = one.number
        # For the record only or not, a correction is one.
        act = one.act.removesuffix("_record")
        about = f"{_TAKES_BACK.get(act, act)} {one.subject}"
        if one.act not in _TAKES_BACK:
            open_[about].append(one.number)
        elif open_[about]:
            taken[open_[about].pop()] = one.number
    backward = {later: earlier for earlier, later in taken.items()}
    return tuple(replace(one, reversed_by=taken.get(one.number), reverses=backward.get(one.number)) for one in found)


def _rulings(tournament: Tournament) -> dict[tuple[str, int], Ruling]:
    """Return the rulings on matches by match and line of its log."""
    rows = Ruling.objects.filter(match__pairing_match__pairing__stage__tournament=tournament)
    return {(row.match_id, row.seq): row for row in rows}


def _boards(tournament: Tournament) -> dict[str, Pairing]:
    """Return the board of each thing that the trail names: a pairing, a match, a dispute."""
    boards = Pairing.objects.filter(stage__tournament=tournament)
    rows = {row.pk: row for row in boards.select_related("round__stage", "stage", "entry_0", "entry_1")}
    games = PairingMatch.objects.filter(pairing__in=rows).values_list("match_id", "pairing_id")
    disputes = Dispute.objects.filter(tournament=tournament, pairing__in=rows).values_list("pk", "pairing_id")
    return {
        **{f"pairing/{pk}": row for pk, row in rows.items()},
        **{f"match/{match}": rows[board] for match, board in games},
        **{f"dispute/{pk}": rows[board] for pk, board in disputes},
    }
