"""The report of all rulings in words, on the page and in files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Match
from matches.words import clock_text
from tournaments.exchange.tables import Table, Value
from tournaments.models import PendingRuling
from tournaments.pages import words
from tournaments.pages.audit import act_text, change_text, ruling_text
from tournaments.permissions import Role
from tournaments.selectors.rulings import Entry

KINDS: Final[Mapping[str, Any]] = {
    "ruling": gettext_lazy("ruling"),
    "warning": gettext_lazy("warning"),
    "result": gettext_lazy("decided result"),
    "correction": gettext_lazy("correction"),
    "second": gettext_lazy("second arbiter"),
    "penalty": gettext_lazy("penalty"),
    "look": gettext_lazy("look behind the screen"),
    "dispute": gettext_lazy("dispute"),
    "call": gettext_lazy("call"),
}
_STATUS: Final = {status.value: status.label for status in Match.Status}
_ROLES: Final = {role.value: role.label for role in Role}
COLUMNS: Final = (
    *("number", "at", "round", "board", "players", "kind", "act", "what", "who", "role", "reason", "before", "after"),
    *("reverses", "reversed_by", "match", "line"),
)
"""Keys of the columns of the files; they never change."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report. `place` is the board, or what else it is about."""

    entry: Entry
    kind: str
    place: str
    names: str
    what: str
    who: str
    role: str
    before: str
    after: str


def line(entry: Entry) -> Line:
    """Return one line as the page shows it."""
    board = entry.pairing
    return Line(
        entry,
        kind=str(KINDS[entry.kind]),
        place=words.board_name(board) if board else entry.about,
        names=_names(entry),
        what=_what(entry),
        who=_("the service") if entry.actor == "system" else entry.who,
        role="" if entry.actor == "system" else str(_ROLES.get(entry.role, entry.role)),
        before=_moment(entry.before),
        after=_moment(entry.after),
    )


def _names(entry: Entry) -> str:
    return " : ".join(one.name for one in entry.pairing.entries if one) if entry.pairing else ""


def _what(entry: Entry) -> str:
    """Return what was done: a ruling in words, else the act and what it changed."""
    if entry.text:
        return ruling_text(entry.text)
    if entry.kind == "second":
        return f"{act_text(entry.act)}: {_proposed(entry.after)}"
    if _is_result(entry.before) and _is_result(entry.after):
        return act_text(entry.act)
    change = change_text(entry.before, entry.after)
    return f"{act_text(entry.act)}: {change}" if change else act_text(entry.act)


def _proposed(after: Mapping[str, Any]) -> str:
    """Return what was or is to be confirmed."""
    label = str(PendingRuling.Act(after["act"]).label)
    return f"{label}: {words.score_text({'winner': None, **after})}" if "kind" in after else label


def _is_result(kept: Any) -> bool:
    return isinstance(kept, Mapping) and {"kind", "winner", "half_points_0"} <= kept.keys()


def _moment(kept: Any) -> str:
    """Return a moment of a match ("running, ply 12, 4:00 : 3:12") or a result; nothing for what the act tells."""
    if _is_result(kept):
        return words.score_text(kept)
    if not isinstance(kept, Mapping) or "status" not in kept:
        return ""
    clocks = " : ".join(clock_text(ms) for ms in kept["left_ms"] if ms is not None)
    ply = _("action %(number)s") % {"number": kept["ply"]}
    return ", ".join(filter(None, (str(_STATUS.get(kept["status"], kept["status"])), ply, clocks)))


def as_table(title: str, lines: Sequence[Line]) -> Table:
    """Return the report as a table for files; instants are UTC."""
    rows = (_cells(one) for one in lines)
    return Table(title, COLUMNS, tuple(tuple(row[name] for name in COLUMNS) for row in rows))


def as_json(title: str, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the report as values: the words of the page, and what was kept."""
    kept = [{**_cells(one), "before": one.entry.before, "after": one.entry.after} for one in lines]
    return {"tournament": title, "rulings": kept}


def _cells(one: Line) -> dict[str, Value]:
    entry, board = one.entry, one.entry.pairing
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at_ms / 1000, UTC).isoformat(timespec="milliseconds"),
        "round": board.round.number if board else None,
        "board": board.board if board else None,
        "players": one.names or one.place,
        "kind": entry.kind,
        "act": entry.act,
        "what": one.what,
        "who": one.who,
        "role": entry.role,
        "reason": entry.reason,
        "before": one.before,
        "after": one.after,
        "reverses": entry.reverses,
        "reversed_by": entry.reversed_by,
        "match": entry.match_id or None,
        "line": entry.line,
    }
