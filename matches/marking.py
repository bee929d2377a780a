"""Marks on the time line of a replay: rulings, acts of the clock, and when a player was away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias

from django.utils.translation import gettext as _

from gameengine.core.types import ARBITER, Seat
from matches import now, words
from matches.branching import Lines
from matches.models import Match
from matches.presence import OFFLINE_AFTER_MS, closing_instants

Kind: TypeAlias = Literal["ruling", "clock", "away"]

WIDTH: Final = 1000
"""How wide the band is drawn, in units of its own."""
_CLOCK: Final = frozenset({"timeout", "outage_credit", "play_on", "no_show", "absence", "fault"})
_MARK: Final = 14


@dataclass(frozen=True, slots=True)
class Mark:
    """What happened after a ply besides moves. `kind` is that of the weightiest; `x` is where it stands on the band."""

    ply: int
    kind: Kind
    texts: tuple[str, ...]
    x: float

    @property
    def label(self) -> str:
        """Return what screen readers say of it."""
        return _("Action %(ply)s: %(what)s") % {"ply": self.ply, "what": " ".join(self.texts)}


@dataclass(frozen=True, slots=True)
class _Found:
    ply: int
    kind: Kind
    text: str


_WEIGHT: Final[dict[Kind, int]] = {"ruling": 0, "clock": 1, "away": 2}


def marks(match: Match, lines: Lines, names: Sequence[str], last: int) -> tuple[Mark, ...]:
    """Return the marks of a branch, one per ply at most. `lines` are its lines as they may be seen."""
    found = sorted([*_of_log(lines, names), *_of_absences(match, lines, names)], key=lambda one: one.ply)
    return tuple(_mark(ply, list(group), last) for ply, group in groupby(found, lambda one: one.ply))


def _mark(ply: int, found: Sequence[_Found], last: int) -> Mark:
    kind = min((one.kind for one in found), key=lambda kind: _WEIGHT[kind])
    x = round((WIDTH - _MARK) * min(ply, last) / max(1, last), 1)
    return Mark(ply, kind, tuple(one.text for one in found), x)


def _of_log(lines: Lines, names: Sequence[str]) -> Iterator[_Found]:
    for _seq, line in lines:
        rules = line["actor"] == ARBITER and line["kind"] not in _CLOCK
        if not rules and line["kind"] not in _CLOCK:
            continue
        text = words.line_text(line, names)
        if text:
            yield _Found(int(str(line["ply"])), "ruling" if rules else "clock", text)


def _of_absences(match: Match, lines: Lines, names: Sequence[str]) -> Iterator[_Found]:
    """Yield when a player with a socket had none for a while, from the start of the match to the end of its lines."""
    begun = next((int(str(line["at_ms"])) for _seq, line in lines if line["kind"] == "start"), None)
    if begun is None:
        return
    end = int(str(lines[-1][1]["at_ms"]))
    for seat, from_ms, to_ms in _gaps(match, begun, end):
        ply = max((int(str(line["ply"])) for _seq, line in lines if int(str(line["at_ms"])) <= from_ms), default=0)
        told = {"name": names[seat], "span": words.span_text(to_ms - from_ms)}
        yield _Found(ply, "away", _("%(name)s was away for %(span)s.") % told)


def _gaps(match: Match, from_ms: int, to_ms: int) -> Iterator[tuple[Seat, int, int]]:
    rows = list(match.connections.order_by("seat", "opened_at_ms"))
    ends = closing_instants(rows, now.now_ms())
    for seat, group in groupby(rows, lambda row: row.seat):
        spans = [(row.opened_at_ms, ends[row.pk] or to_ms) for row in group]
        yield from ((seat, *gap) for gap in _between(spans, from_ms, to_ms))


def _between(spans: Iterable[tuple[int, int]], from_ms: int, to_ms: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches between two instants that no span covers, if they are longer than a change of pages takes.

    >>> list(_between([(0, 10_000), (50_000, 60_000), (61_000, 90_000)], 5_000, 80_000))
    [(10000, 50000)]
    """
    until = from_ms
    for opened, closed in (*spans, (to_ms, to_ms)):
        if min(opened, to_ms) - until > OFFLINE_AFTER_MS:
            yield until, min(opened, to_ms)
        until = max(until, closed)
