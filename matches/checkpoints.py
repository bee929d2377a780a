"""Tables kept every so many lines of a log, so that a replay of any ply folds few of them.

They are written by whoever first needs one, and by a task after the end; never in the path of a move. Each is bound to
the hash of its line, and whoever folds from one to the next compares: what does not come out is dropped and made anew.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gameengine import log as record
from gameengine.log import Moment
from gameengine.table import Table, dump, load
from matches.branching import Path, whole
from matches.models import Checkpoint, Match, MatchEvent
from matches.rows import EventRow
from matches.store.read import event_rows

log = logging.getLogger(__name__)

EVERY: Final = 48
"""So many lines lie between two checkpoints, or as many more as one act has."""

LONG: Final = 2 * EVERY
"""What is not longer is folded without more ado."""


class CheckpointError(ValueError):
    """A checkpoint is not the table of its line."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a checkpoint stands: the number of its line, and how many actions were completed by then."""

    seq: int
    ply: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """The lines of a path after one checkpoint, up to another: None are the beginning and the end of the path."""

    path: Path
    after: Mark | None
    until: Mark | None

    @property
    def lines(self) -> Path:
        """Return the path of the lines in between."""
        first = self.after.seq if self.after else 0
        return self.path.between(first, self.until.seq if self.until else self.path.last)


def stretch_to(match: Match, path: Path, ply: int) -> Stretch:
    """Return the shortest known stretch in which everything of a ply lies. Writes checkpoints that are missing."""
    found = _stretch(path, _marks(match, path), ply)
    if found.until is None and len(found.lines) > LONG:
        checkpoints_write(match, path)
        found = _stretch(path, _marks(match, path), ply)
    return found


def _marks(match: Match, path: Path) -> list[Mark]:
    known = Checkpoint.objects.filter(match_id=match.pk, seq__lte=path.last).order_by("seq")
    return [mark for mark in (Mark(*row) for row in known.values_list("seq", "ply")) if mark.seq in path]


def _stretch(path: Path, marks: Sequence[Mark], ply: int) -> Stretch:
    """What stands in a log at a ply begins after a lower one and ends before a higher one."""
    after = [mark for mark in marks if mark.ply < ply]
    until = [mark for mark in marks if mark.ply > ply]
    return Stretch(path, after[-1] if after else None, until[0] if until else None)


def moments(match: Match, stretch: Stretch) -> tuple[Moment, ...]:
    """Return the moments of a stretch. Checkpoints that do not fit the log are dropped, and all is folded instead."""
    try:
        return tuple(_checked(match, stretch))
    except (CheckpointError, LookupError, ValueError, TypeError) as error:
        if stretch.after is None and stretch.until is None:
            raise
        log.warning("checkpoints of match %s are dropped: %s", match.pk, error)
        Checkpoint.objects.filter(match_id=match.pk).delete()
        return moments(match, Stretch(stretch.path, None, None))


def _checked(match: Match, stretch: Stretch) -> Iterator[Moment]:
    table = None if stretch.after is None else _table(match, stretch.after)
    moment = None
    for moment in fold(match, stretch.lines, table):
        yield moment
    if stretch.until is not None and (moment is None or dump(moment.table) != _kept(match, stretch.until).table):
        raise CheckpointError(f"line {stretch.until.seq} has another table")


def fold(match: Match, path: Path, after: Table | None) -> Iterator[Moment]:
    """Yield the moments of the lines of a path; `after` is the table before the first of them."""
    lines = [event.line for event in events_of(match.pk, path)]
    header = record.header(after or load(match.table), match.pk, match.commitment)
    return record.replay(header, lines, after=after)


def events_of(match_id: str, path: Path) -> list[EventRow]:
    """Return the lines of a path."""
    return event_rows(MatchEvent.objects.filter(path.condition(), match_id=match_id).order_by("seq"))


def _table(match: Match, mark: Mark) -> Table:
    """Return the table of a checkpoint. Raises CheckpointError if its line is another one now."""
    kept = _kept(match, mark)
    hashes = MatchEvent.objects.filter(match_id=match.pk, seq=mark.seq).values_list("hash", flat=True)
    if list(hashes) != [kept.hash]:
        raise CheckpointError(f"line {mark.seq} is another one")
    return load(kept.table)


def _kept(match: Match, mark: Mark) -> Checkpoint:
    return Checkpoint.objects.get(match_id=match.pk, seq=mark.seq)


def checkpoints_write(match: Match, path: Path) -> int:
    """Write the checkpoints that a path lacks; return how many. Twice, even at once, is as good as once."""
    marks = _marks(match, path)
    last = marks[-1] if marks else None
    events = events_of(match.pk, Stretch(path, last, None).lines)
    found = _every(moments(match, Stretch(path, last, None)), EVERY)
    missing = [
        Checkpoint(
            match_id=match.pk,
            seq=events[moment.number].seq,
            ply=moment.table.ply,
            hash=events[moment.number].hash,
            table=dump(moment.table),
        )
        for moment in found
    ]
    Checkpoint.objects.bulk_create(missing, ignore_conflicts=True)
    return len(missing)


def checkpoints_keep(*, match_id: str) -> int:
    """Write the checkpoints that the lines which count now lack; return how many. None for a match that is purged."""
    match = Match.objects.filter(pk=match_id).first()
    return 0 if match is None else checkpoints_write(match, whole(match.seq))


def _every(found: Sequence[Moment], lines: int) -> Iterator[Moment]:
    """Yield the first moment after so many lines, again and again."""
    since = -1
    for moment in found:
        if moment.number - since >= lines:
            since = moment.number
            yield moment
