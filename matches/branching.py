"""The branches of a match that is stored: which of its lines count, and which a ruling has voided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Q

from gameengine.core.types import JsonObject
from gameengine.log import Branch, Path, branch_of, branches_by
from gameengine.table import BRANCHING, branched_to
from matches.models import Match, MatchEvent
from matches.rows import EventRow
from matches.store.read import event_rows

Lines: TypeAlias = Sequence[tuple[int, JsonObject]]
"""Lines of a log as somebody may see them, each with its number."""


@dataclass(frozen=True, slots=True)
class Branches:
    """All branches of a match in the order in which they ended, and the numbers of all rulings that went back."""

    all: tuple[Branch, ...]
    returning: tuple[int, ...]

    @property
    def counting(self) -> Branch:
        """Return the branch that counts."""
        return self.all[-1]

    def of_line(self, seq: int) -> Branch:
        """Return the last branch in which a line lies: the one that counts, unless it was voided."""
        return branch_of(self.all, seq)


def condition(path: Path) -> Q:
    """Return the condition of a query for the events of these lines."""
    found = Q(pk__in=())
    for span in path.spans:
        found |= Q(seq__range=span)
    return found


def branches_of(match: Match) -> Branches:
    """Return the branches of a match as far as its row goes."""
    found = MatchEvent.objects.filter(match_id=match.pk, kind__in=BRANCHING, seq__lte=match.seq).order_by("seq")
    return branches_among(event_rows(found), match.seq)


def branches_among(events: Iterable[EventRow], last: int) -> Branches:
    """Return the branches of a log of `last` lines; of `events` only those that go back matter."""
    returning = [event for event in events if event.kind in BRANCHING]
    turns = [(event.seq, to) for event in returning if (to := branched_to(event.line)) is not None]
    return Branches(branches_by(turns, last), tuple(event.seq for event in returning))


def branches_in(lines: Lines) -> tuple[Branch, ...]:
    """Return the branches of a log, or of what is known of its end, from the lines as anybody may see them."""
    return branches_by(_turns(lines), lines[-1][0] if lines else 0)


def counting(lines: Lines) -> Lines:
    """Return the lines that count: without what rulings have voided."""
    if not _turns(lines):
        return lines
    path = branches_in(lines)[-1].path
    return [(seq, line) for seq, line in lines if seq in path]


def goes_back_to(line: JsonObject) -> int | None:
    """Return the number of the line from which play goes on if a branch begins with this line, else None."""
    if line["kind"] not in BRANCHING:
        return None
    events: Any = line["events"]
    return next((int(event["to_line"]) for event in events if event["type"] == "branched"), None)


def goes_back(events: Iterable[EventRow]) -> bool:
    """Tell whether a branch begins with one of these lines."""
    return any(branched_to(event.line) is not None for event in events)


def _turns(lines: Lines) -> list[tuple[int, int]]:
    return [(seq, to) for seq, line in lines if (to := goes_back_to(line)) is not None]
