"""Which lines of a log belong together: after a ruling that voids some, play goes on from an earlier one."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q


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

    def between(self, after: int, until: int) -> Path:
        """Return the part with numbers greater than `after`, up to `until`."""
        cut = ((max(first, after + 1), min(last, until)) for first, last in self.spans)
        return Path(tuple((first, last) for first, last in cut if first <= last))

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.spans)

    def condition(self) -> Q:
        """Return the condition of a query for the events of these lines."""
        found = Q(pk__in=())
        for span in self.spans:
            found |= Q(seq__range=span)
        return found


def whole(seq: int) -> Path:
    """Return the path of a log of so many lines in which nothing was voided."""
    return Path(((1, seq),))
