"""Tables kept every so many lines of a log, so that a replay of any ply folds few of them.

They are written by whoever first needs one, and by a task after the end; never in the path of a move. Each is bound to
the hash of its line, and whoever folds from one to the next compares: what does not come out is dropped and made anew.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from gameengine import log as record
from gameengine.log import Moment, Path, whole
from gameengine.table import BRANCHING, Table, dump, load
from matches.branching import Branches, branches_of, condition
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
    """The lines of a branch after one checkpoint, up to another: None are the beginning and the end of the branch."""

    path: Path
    after: Mark | None
    until: Mark | None

    @property
    def lines(self) -> Path:
        """Return the path of the lines in between."""
        first = self.after.seq if self.after else 0
        return self.path.between(first, self.until.seq if self.until else self.path.last)


def stretch_to(match: Match, branches: Branches, path: Path, ply: int) -> Stretch:
    """Return the shortest known stretch in which everything of a ply lies. Writes checkpoints that are missing."""
    marks = _marks(match)
    found = _stretch(path, marks, ply)
    if (found.until is None and len(found.lines) > LONG) or not _cover(marks, branches):
        checkpoints_write(match, branches)
        found = _stretch(path, _marks(match), ply)
    return found


def _marks(match: Match) -> list[Mark]:
    known = Checkpoint.objects.filter(match_id=match.pk, seq__lte=match.seq).order_by("seq")
    return [Mark(*row) for row in known.values_list("seq", "ply")]


def _cover(marks: Sequence[Mark], branches: Branches) -> bool:
    """Tell whether there is a checkpoint after each ruling that goes back: what it goes back to is not folded again."""
    return not branches.returning or any(mark.seq >= branches.returning[-1] for mark in marks)


def _stretch(path: Path, marks: Sequence[Mark], ply: int) -> Stretch:
    """What stands in a log at a ply begins after a lower one and ends before a higher one."""
    on_path = [mark for mark in marks if mark.seq in path]
    after = [mark for mark in on_path if mark.ply < ply]
    until = [mark for mark in on_path if mark.ply > ply]
    return Stretch(path, after[-1] if after else None, until[0] if until else None)


def moments(match: Match, stretch: Stretch) -> tuple[Moment, ...]:
    """Return the moments of a stretch. If a checkpoint does not fit the log, all of the match's are made anew."""
    try:
        return tuple(_checked(match, stretch))
    except (CheckpointError, Checkpoint.DoesNotExist, LookupError, ValueError, TypeError) as error:
        log.warning("the checkpoints of match %s are made anew: %s", match.pk, error)
        Checkpoint.objects.filter(match_id=match.pk).delete()
        checkpoints_write(match, branches_of(match))
        return tuple(_checked(match, Stretch(stretch.path, None, None)))


def _checked(match: Match, stretch: Stretch) -> Iterator[Moment]:
    """Yield the moments of a stretch, and at its end compare the table with the checkpoint that stands there."""
    table = None if stretch.after is None else _table(match, stretch.after.seq)
    for run in _runs(events_of(match.pk, stretch.lines)):
        if run[0].kind in BRANCHING:
            table = _table(match, run[0].seq)
            yield Moment(0, tuple(event.line for event in run), table)
            continue
        header = record.header(table or load(match.table), match.pk, match.commitment)
        for moment in record.replay(header, [event.line for event in run], after=table):
            table = moment.table
            yield moment
    if stretch.until is not None and (table is None or dump(table) != _kept(match, stretch.until.seq).table):
        raise CheckpointError(f"line {stretch.until.seq} has another table")


def _runs(events: Sequence[EventRow]) -> Iterator[list[EventRow]]:
    """Yield what is folded in one go, and between them the rulings that go back, each alone."""
    for returning, group in groupby(events, lambda event: event.kind in BRANCHING):
        if returning:
            yield from ([event] for event in group)
        else:
            yield list(group)


def events_of(match_id: str, path: Path) -> list[EventRow]:
    """Return the lines of a path."""
    return event_rows(MatchEvent.objects.filter(condition(path), match_id=match_id).order_by("seq"))


def _table(match: Match, seq: int) -> Table:
    """Return the table of a checkpoint. Raises CheckpointError if its line is another one now."""
    kept = _kept(match, seq)
    hashes = MatchEvent.objects.filter(match_id=match.pk, seq=seq).values_list("hash", flat=True)
    if list(hashes) != [kept.hash]:
        raise CheckpointError(f"line {seq} is another one")
    return load(kept.table)


def _kept(match: Match, seq: int) -> Checkpoint:
    return Checkpoint.objects.get(match_id=match.pk, seq=seq)


def checkpoints_keep(*, match_id: str) -> int:
    """Write the checkpoints that a match lacks; return how many. None for a match that is purged."""
    match = Match.objects.filter(pk=match_id).first()
    return 0 if match is None else checkpoints_write(match, branches_of(match))


def checkpoints_write(match: Match, branches: Branches) -> int:
    """Write the checkpoints that a log lacks; return how many. Twice, even at once, is as good as once.

    The log is folded in the order of time. It goes on from the last checkpoint unless a ruling after that goes back.
    """
    marks = _marks(match)
    last = marks[-1] if marks and _cover(marks, branches) else None
    events = events_of(match.pk, whole(match.seq).between(last.seq if last else 0, match.seq))
    table = None if last is None else _table(match, last.seq)
    header = record.header(table or load(match.table), match.pk, match.commitment)
    found = list(record.replay(header, [event.line for event in events], after=table))
    missing = [
        Checkpoint(
            match_id=match.pk,
            seq=events[moment.number].seq,
            ply=moment.table.ply,
            hash=events[moment.number].hash,
            table=dump(moment.table),
        )
        for moment in _chosen(found)
    ]
    Checkpoint.objects.bulk_create(missing, ignore_conflicts=True)
    return len(missing)


def _chosen(found: Iterable[Moment]) -> Iterator[Moment]:
    """Yield the first moment after every so many lines, and each at which a ruling has gone back."""
    since = -1
    for moment in found:
        if moment.number - since >= EVERY or any(line.kind in BRANCHING for line in moment.lines):
            since = moment.number
            yield moment
