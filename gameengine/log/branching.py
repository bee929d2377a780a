"""Which lines of a log belong together: after a ruling that goes back, play goes on from an earlier line.

Lines are named by their numbers, 1 first. A *turn* is (number of a line with which a branch begins, number of the line
from which play goes on).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gameengine.table import Line, branched_to

Turn: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Path:
    """The lines of one branch, from the opening on, as spans (first, last) in rising order."""

    spans: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """Return the number of the last line."""
        return self.spans[-1][1]

    def __contains__(self, line: int) -> bool:
        return any(first <= line <= last for first, last in self.spans)

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.spans)

    def between(self, after: int, until: int) -> Path:
        """Return the part with numbers greater than `after`, up to `until`."""
        cut = ((max(first, after + 1), min(last, until)) for first, last in self.spans)
        return Path(tuple((first, last) for first, last in cut if first <= last))


@dataclass(frozen=True, slots=True)
class Branch:
    """One line of play from the opening to its end; `ended_by` is the ruling that ended it, None for what counts."""

    number: int
    path: Path
    ended_by: int | None


def branches(lines: Sequence[Line]) -> tuple[Branch, ...]:
    """Return all branches of a log in the order in which they ended: the last one counts."""
    return branches_by(turns_of(lines), len(lines))


def turns_of(lines: Iterable[Line], first: int = 1) -> list[Turn]:
    """Return the turns among lines of a log, of which the first has the number `first`."""
    return [(number, to) for number, line in enumerate(lines, first) if (to := branched_to(line)) is not None]


def branches_by(turns: Sequence[Turn], last: int) -> tuple[Branch, ...]:
    """Return the branches of a log of `last` lines with these turns."""
    ends = [*((number - 1, number) for number, _to in turns), (last, None)]
    return tuple(Branch(number, path_to(turns, end), by) for number, (end, by) in enumerate(ends))


def branch_of(branches: Sequence[Branch], line: int) -> Branch:
    """Return the last branch in which a line lies: the one that counts, unless the line was voided."""
    return next(branch for branch in reversed(branches) if line in branch.path)


def path_to(turns: Sequence[Turn], last: int) -> Path:
    """Return the lines that lead to line number `last`."""
    spans: list[tuple[int, int]] = []
    for number, to_line in reversed(turns):
        if number <= last:
            spans.append((number, last))
            last = to_line
    return Path((*([(1, last)] if last else []), *reversed(spans)))


def whole(last: int) -> Path:
    """Return all lines of a log in the order of time, whatever counts of them."""
    return Path(((1, last),))
