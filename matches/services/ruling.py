"""What arbiters do to a match: the same road as a move, with a name and a reason."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction

from gameengine import log
from gameengine.core.types import ARBITER, Json, Text
from gameengine.log import History
from gameengine.randomness import SEED_BYTES
from gameengine.randomness import commit as committed
from gameengine.table import Table, branched_to, result_json, seats_to_act
from matches import now
from matches.decide import Intent, decide
from matches.errors import MatchError
from matches.ids import new_id
from matches.models import MatchSeed, Ruling
from matches.rows import Ack, Plan, Row
from matches.sealing import seal_all, unseal_all
from matches.services.acting import wait_for_settling
from matches.services.locked import commit
from matches.signals import match_ruled
from matches.store import chance_of, events_after, find_command, load, load_locked

_WORDS: Final = re.compile(
    r"(pause|unpause|unpause-at|add-time|set-clock|quiet|result|forfeit|release|annul|warn|void|reopen|reverse)\b.*"
)
_GOES_BACK: Final = re.compile(r"(void|reopen|reverse)\b.*")
_REVERSES: Final = re.compile(r"reverse ([0-9]{1,9})")
_LONGEST_REASON: Final = 500
_MOST_WARNINGS: Final = 5
_OVER_IS_SEEN: Final = Text(
    "The match was over: everything hidden has been published.",
    "Die Partie war beendet: Alles Verdeckte ist veröffentlicht.",
)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a ruling is about, at an instant: `left_ms` by seat, None without a clock; `outcome` once it is over."""

    status: str
    ply: int
    to_act: tuple[int, ...]
    left_ms: tuple[int | None, ...]
    outcome: dict[str, Json] | None

    def to_json(self) -> dict[str, Json]:
        """Return the values under their names."""
        return {
            "status": self.status,
            "ply": self.ply,
            "to_act": list(self.to_act),
            "left_ms": list(self.left_ms),
            "outcome": self.outcome,
        }


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would do to a match as it is after line number `seq`.

    `warnings` name what players have seen that the ruling cannot take from them.
    """

    seq: int
    before: Moment
    after: Moment
    warnings: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class _Order:
    """A ruling on its way: `text` in the table's words, as what it came and when."""

    text: str
    reason: str
    at_ms: int
    cmd: str

    @property
    def goes_back(self) -> bool:
        """Tell whether it needs what lies behind the table."""
        return _GOES_BACK.fullmatch(self.text) is not None

    @property
    def reverses(self) -> int | None:
        """Return the line of the ruling that it takes back, if it does."""
        found = _REVERSES.fullmatch(self.text)
        return int(found[1]) if found else None


def match_rule(
    *,
    match_id: str,
    text: str,
    by_user: Any,
    reason: str,
    cmd: str = "",
    seq: int | None = None,
    role: str = "",
    others: bool = True,
) -> Ack:
    """Return the answer to an arbiter's ruling: `pause`, `unpause`, `unpause-at INSTANT`, `add-time SEAT|all MS`,
    `set-clock SEAT MS`, `quiet on|off|N`, `result SEAT|draw`, `forfeit SEAT|both`, `annul`, `warn SEAT`, `void PLY`,
    `reopen`, `reverse LINE`, or `release` for a match that was taken out of play.

    The caller has checked that `by_user`, who has this `role`, may rule; `others` tells whether rulings of somebody
    else may be reversed. The reason is kept, and read by both players. The same `cmd` again rules nothing and gets the
    same answer. With `seq`, the number of the last line that the arbiter has seen, a match that has changed since is
    left alone (`stale_state`).
    """
    reason = " ".join(reason.split())[:_LONGEST_REASON]
    if not reason:
        return Ack(False, "reason_missing")
    if not _WORDS.fullmatch(text):
        return Ack(False, "unknown_command")
    order = _Order(text, reason, now.now_ms(), cmd or f"ruling/{new_id()}")
    try:
        if not others and order.reverses is not None:
            _must_be_own(match_id, order.reverses, by_user)
        wait_for_settling(match_id, order.at_ms)
        # Read before the row is locked: a long log takes its time.
        known = _history(load(match_id)) if order.goes_back else None
        with transaction.atomic():
            decided = _decided_once(load_locked(match_id), order, known, seq)
            if isinstance(decided, Plan):
                commit(decided)
                _keep(decided, order, by_user, role)
    except MatchError as error:
        return Ack(False, error.code)
    return decided.ack if isinstance(decided, Plan) else decided


def ruling_preview(*, match_id: str, text: str) -> Preview:
    """Return what a ruling would do now; nothing is changed.

    Raises MatchError `no_such_match`, `unknown_command`, or the code with which `match_rule` would refuse it.
    """
    if not _WORDS.fullmatch(text):
        raise MatchError("unknown_command")
    row, order = load(match_id), _Order(text, "-", now.now_ms(), "preview")
    past = _history(row) if order.goes_back else None
    decided = _decided(row, order, past)
    if isinstance(decided, Ack):
        raise MatchError(decided.code)
    if decided.command is not None and not decided.command.ok:
        raise MatchError(decided.command.code)
    warnings = () if past is None else _warnings(row, past, decided)
    before, after = (_moment(table, order.at_ms) for table in (row.table, decided.after.table))
    return Preview(row.seq, before, after, warnings)


def _must_be_own(match_id: str, line: int, by_user: Any) -> None:
    ruling = Ruling.objects.filter(match_id=match_id, seq=line).first()
    if ruling is not None and (by_user is None or ruling.by_user_id != by_user.pk):
        raise MatchError("may_not_reverse")


def _decided_once(row: Row, order: _Order, known: History | None, seq: int | None) -> Plan | Ack:
    """Return the plan of a ruling on the locked row, or the answer that it got before or gets now."""
    given = find_command(row.id, order.cmd, row.game)
    if given is not None:
        return given
    if seq is not None and seq != row.seq:
        return Ack(False, "stale_state", row.seq, row.table.ply, row.game)
    if known is None:
        return _decided(row, order, None)
    return _branching(row, order, known if known.line == row.seq else _history(row))


def _branching(row: Row, order: _Order, past: History) -> Plan | Ack:
    """Return the plan of a ruling that goes back; a branch gets the seed to which its line commits the server."""
    seed = secrets.token_bytes(SEED_BYTES)
    plan = _decided(row, order, past.committing(committed(row.id, seed)))
    if isinstance(plan, Ack) or plan.after.table.branch == row.table.branch:
        return plan
    kept = MatchSeed.objects.select_for_update().get(match_id=row.id)
    seeds = (*unseal_all(kept.sealed), seed)
    kept.sealed = seal_all(seeds)
    kept.save(update_fields=["sealed"])
    return replace(plan, after=replace(plan.after, chance=chance_of(row.id, seeds)))


def _decided(row: Row, order: _Order, past: History | None) -> Plan | Ack:
    text = order.text
    if text == "release":
        if row.status != "quarantined":
            return Ack(False, "NOT_PAUSED", row.seq, row.table.ply, row.game)
        # A match that had not begun cannot be unpaused: what was to happen by itself is postponed instead.
        text = f"outage {max(1, order.at_ms - row.changed_at_ms)}" if row.table.status == "waiting" else "unpause"
    if not text.startswith("outage"):
        # Whoever follows the match reads the reason at once, and it stays in the log.
        text = f"{text} {_printable(order.reason)}"
    return decide(row, Intent(ARBITER, text, order.at_ms, order.cmd, past=past), decided_ms=now.now_ms())


def _history(row: Row) -> History:
    """Return what lies behind a match."""
    lines = [event.line for event in events_after(row.id, 0) if event.seq <= row.seq]
    return log.history(log.header(row.table, row.id, ""), lines)


def _warnings(row: Row, past: History, plan: Plan) -> tuple[Text, ...]:
    to_line = next((to for event in plan.events if (to := branched_to(event.line)) is not None), None)
    if to_line is None:
        return ()
    seen = [found.text for found in log.disclosures(past.acts_after(to_line))]
    over = [_OVER_IS_SEEN] if plan.reopens and row.table.state is not None else []
    rest = len(seen) - _MOST_WARNINGS
    more = [Text(f"And {rest} more acts of this kind.", f"Und {rest} weitere Handlungen dieser Art.")]
    return (*over, *seen[:_MOST_WARNINGS], *(more if rest > 0 else ()))


def _moment(table: Table, at_ms: int) -> Moment:
    at_ms = max(at_ms, table.at_ms)
    return Moment(
        table.status,
        table.ply,
        () if table.status == "over" or not table.has_begun else seats_to_act(table),
        tuple(table.clock.left_ms(seat, at_ms) for seat in range(table.seats)),
        result_json(table.outcome),
    )


def _printable(reason: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in reason)


def _keep(plan: Plan, order: _Order, by_user: Any, role: str) -> None:
    at_ms = plan.events[-1].at_ms
    ruling = Ruling.objects.create(
        match_id=plan.match_id,
        seq=plan.after.seq,
        text=order.text,
        reason=order.reason,
        by_user=by_user,
        role=role,
        at_ms=at_ms,
        before=_moment(plan.before.table, at_ms).to_json(),
        after=_moment(plan.after.table, at_ms).to_json(),
        reverses=order.reverses,
    )
    match_ruled.send(sender=Ruling, ruling=ruling)
