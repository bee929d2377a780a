"""The timeline of a match: its actions, what arbiters and the clock did between them, and what was tried in vain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gameengine.core.types import ARBITER, JsonObject
from gameengine.games.registry import GAMES
from matches.branching import Branches, branches_of
from matches.desk.attempts import Tried
from matches.models import Match, Ruling
from matches.moves import Item, items
from matches.replaying import Sight, seen
from matches.rows import EventRow
from matches.words import used_text

Kind: TypeAlias = Literal["move", "ruling", "clock", "attempt"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of the timeline. `ply` is the action at which the desk shows it.

    `is_void` tells that a ruling has taken it back: it is readable, and counts no more.
    """

    kind: Kind
    ply: int
    at_ms: int
    text: str
    who: str = ""
    used: str = ""
    seq: int | None = None
    ruling: Ruling | None = None
    tried: Tried | None = None
    is_void: bool = False
    branch: int | None = None
    """The branch in which a voided line is to be read; None for what counts."""
    is_reversed: bool = False

    @property
    def counts(self) -> bool:
        """Tell whether it holds still. A warning does, whatever was voided since."""
        warns = self.ruling is not None and self.ruling.text.startswith("warn ")
        return not self.is_reversed and (warns or not self.is_void)

    @property
    def can_be_reversed(self) -> bool:
        """Tell whether a further ruling can take this one back."""
        return self.ruling is not None and not self.is_reversed and not self.is_void


def timeline(
    match: Match,
    events: Sequence[EventRow],
    sight: Sight,
    names: Sequence[str],
    tried: Sequence[Tried],
) -> tuple[Mark, ...]:
    """Return everything that happened up to now, as it may be seen, in its order. `events` are the whole log."""
    lines = seen([event.line for event in events], sight)
    numbered = list(zip((event.seq for event in events), lines, strict=True))
    rulings = {ruling.seq: ruling for ruling in match.rulings.select_related("by_user")}
    branches = branches_of(match)
    marks = _marks(items(numbered, GAMES[match.game], names), dict(numbered), rulings, names)
    shown = [mark if _is_in_force(mark, branches) else _voided(mark, branches) for mark in marks]
    return tuple(_with_attempts(_with_reversals(shown, numbered), tried, names))


def _is_in_force(mark: Mark, branches: Branches) -> bool:
    return mark.seq is None or mark.seq in branches.returning or mark.seq in branches.counting.path


def _voided(mark: Mark, branches: Branches) -> Mark:
    return replace(mark, is_void=True, branch=branches.of_line(mark.seq or 0).number)


def _marks(
    found: Sequence[Item], lines: Mapping[int, JsonObject], rulings: Mapping[int, Ruling], names: Sequence[str]
) -> Iterator[Mark]:
    ply = 0
    for item in found:
        ruling = rulings.get(item.seq)
        who = names[item.actor] if 0 <= item.actor < len(names) else ""
        if item.ply is not None:
            ply = item.ply
            yield Mark("move", ply, item.at_ms, item.text, who, used_text(item.used_ms), item.seq)
            continue
        kind: Kind = "ruling" if item.actor == ARBITER and ruling is not None else "clock"
        ply = int(str(lines[item.seq]["ply"]))
        yield Mark(kind, ply, item.at_ms, item.text, who, seq=item.seq, ruling=ruling)


def _with_reversals(marks: Sequence[Mark], lines: Sequence[tuple[int, JsonObject]]) -> list[Mark]:
    """Return the marks with those noted that a later ruling takes back, unless that one was taken back itself."""
    gone: set[int] = set()
    for seq, line in reversed(lines):
        if line["kind"] == "reverse" and seq not in gone:
            gone.add(int(str(line["text"]).split()[1]))
    return [replace(mark, is_reversed=mark.seq in gone) for mark in marks]


def _with_attempts(marks: Sequence[Mark], tried: Sequence[Tried], names: Sequence[str]) -> list[Mark]:
    """Return the marks with what was tried in vain where it belongs by its instant."""
    attempts = [
        Mark("attempt", one.ply + 1, one.at_ms, one.text, names[one.seat], tried=one)
        for one in tried
        if one.seat < len(names)
    ]
    # Sorting keeps what happened at one instant in its order; the log comes first.
    return sorted([*marks, *attempts], key=lambda mark: mark.at_ms)
