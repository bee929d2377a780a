"""Which lines of a log belong together: after a ruling that goes back, play goes on from an earlier line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Q

from gameengine.core.types import JsonObject
from gameengine.table import branched_to
from gameengine.table.returning import BRANCHING
from matches.models import Match, MatchEvent
from matches.rows import EventRow
from matches.store.read import event_rows

Lines: TypeAlias = Sequence[tuple[int, JsonObject]]
"""Lines of a log as somebody may see them, each with its number."""


@dataclass(frozen=True, slots=True)
class Path:
    """The numbers of the lines of one branch, 1 first, as spans (first, last) in rising order."""

    spans: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """Return the number of the last line."""
        return self.spans[-1][1]

    def __contains__(self, seq: int) -> bool:
        return any(first <= seq <= last for first, last in self.spans)

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.spans)

    def between(self, after: int, until: int) -> Path:
        """Return the part with numbers greater than `after`, up to `until`."""
        cut = ((max(first, after + 1), min(last, until)) for first, last in self.spans)
        return Path(tuple((first, last) for first, last in cut if first <= last))

    def condition(self) -> Q:
        """Return the condition of a query for the events of these lines."""
        found = Q(pk__in=())
        for span in self.spans:
            found |= Q(seq__range=span)
        return found


@dataclass(frozen=True, slots=True)
class Way:
    """One branch of a match: its lines, and the number of the ruling by which it ended (None: it counts)."""

    number: int
    path: Path
    ended_by: int | None


@dataclass(frozen=True, slots=True)
class Ways:
    """All branches of a match in the order in which they ended, and the numbers of all rulings that went back."""

    all: tuple[Way, ...]
    returning: tuple[int, ...]

    @property
    def counting(self) -> Way:
        """Return the branch that counts."""
        return self.all[-1]

    def of_line(self, seq: int) -> Way:
        """Return the last branch in which a line lies: the one that counts, unless it was voided."""
        return next(way for way in reversed(self.all) if seq in way.path)


def whole(last: int) -> Path:
    """Return all lines of a log in the order of time, whatever counts of them."""
    return Path(((1, last),))


def ways_of(match: Match) -> Ways:
    """Return the branches of a match as far as its row goes."""
    found = MatchEvent.objects.filter(match_id=match.pk, kind__in=BRANCHING, seq__lte=match.seq).order_by("seq")
    return ways(event_rows(found), match.seq)


def ways(events: Iterable[EventRow], last: int) -> Ways:
    """Return the branches of a log of `last` lines; of `events` only those that go back matter."""
    returning = [event for event in events if event.kind in BRANCHING]
    turns = [(event.seq, to) for event in returning if (to := branched_to(event.line)) is not None]
    return Ways(_ways(turns, last), tuple(event.seq for event in returning))


def ways_in(lines: Lines) -> tuple[Way, ...]:
    """Return the branches of a log, or of what is known of its end, from the lines as anybody may see them."""
    return _ways(_turns(lines), lines[-1][0] if lines else 0)


def counting(lines: Lines) -> Lines:
    """Return the lines that count: without what rulings have voided."""
    if not _turns(lines):
        return lines
    path = ways_in(lines)[-1].path
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


def _ways(turns: list[tuple[int, int]], last: int) -> tuple[Way, ...]:
    ends = [*((seq - 1, seq) for seq, _to in turns), (last, None)]
    return tuple(Way(number, _path(turns, end), by) for number, (end, by) in enumerate(ends))


def _path(turns: list[tuple[int, int]], last: int) -> Path:
    spans: list[tuple[int, int]] = []
    for seq, to_line in reversed(turns):
        if seq <= last:
            spans.append((seq, last))
            last = to_line
    return Path((*([(1, last)] if last else []), *reversed(spans)))
