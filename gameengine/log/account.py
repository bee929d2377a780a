"""The account of a match's clock: where every millisecond between its beginning and its end has gone.

It is made from the log alone. What the rules charged (`used_ms`) and gave back (`credit_ms`) is read off the lines; how
long the clock must have run for it follows from their instants. The two are kept apart, and whatever is left between
them is shown as a difference: it is 0 in every log that replays.

What was played on a branch that a ruling has voided took its time all the same, and stands in the account as it was
charged then. The ruling gives it back, as an arbiter gives time: the clocks are again those of the instant to which it
goes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from gameengine.core.types import Actor, Seat
from gameengine.table import Line, branched_to

Readings: TypeAlias = tuple[int | None, ...]
_GOES_ON: Final = frozenset({"unpause", "play_on"})


@dataclass(frozen=True, slots=True)
class Spent:
    """Where a stretch of wall time went, in milliseconds."""

    used_ms: int = 0
    """Charged to a clock."""
    credit_ms: int = 0
    """Given back for the network."""
    free_ms: int = 0
    """Free time in a reaction window."""
    idle_ms: int = 0
    """No clock ran."""
    paused_ms: int = 0
    outage_ms: int = 0
    """Given back because nobody could play."""

    @property
    def total_ms(self) -> int:
        """Return the sum of all."""
        return self.used_ms + self.credit_ms + self.free_ms + self.idle_ms + self.paused_ms + self.outage_ms

    def __add__(self, other: Spent) -> Spent:
        return Spent(*(getattr(self, name) + getattr(other, name) for name in Spent.__slots__))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the account: what was done, where the time since the line before went, and what the clocks read.

    `seat` is whose clock had run, None if none had. `before` and `after` are what every seat had left; `gained` is by
    seat what the control gave (an increment, a new period, sand of an hourglass), `ruled` what an arbiter gave or took.
    `number` is that of the line in the log, 1 first.
    """

    number: int
    kind: str
    actor: Actor
    at_ms: int
    ply: int
    seat: Seat | None
    spent: Spent
    before: Readings
    after: Readings
    gained: tuple[int, ...]
    ruled: tuple[int, ...]

    @property
    def raw_ms(self) -> int:
        """Return how long the clock had run, before anything was given back."""
        return self.spent.used_ms + self.spent.credit_ms


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """What became of one seat's time. `first_ms` and `last_ms` are None without a time control."""

    first_ms: int | None
    used_ms: int
    credit_ms: int
    gained_ms: int
    ruled_ms: int
    last_ms: int | None

    @property
    def difference_ms(self) -> int:
        """Return what is left of: at first, and gained, and ruled, without what was used and is left."""
        if self.first_ms is None or self.last_ms is None:
            return 0
        return self.first_ms + self.gained_ms + self.ruled_ms - self.used_ms - self.last_ms


@dataclass(frozen=True, slots=True)
class Account:
    """The whole account: from the instant of the start to that of the last line, the end if the match is over."""

    from_ms: int
    to_ms: int
    entries: tuple[Entry, ...]
    seats: tuple[SeatAccount, ...]
    spent: Spent

    @property
    def wall_ms(self) -> int:
        """Return how long it took by the clock on the wall."""
        return self.to_ms - self.from_ms

    @property
    def difference_ms(self) -> int:
        """Return the wall time of which the account does not know where it went."""
        return self.wall_ms - self.spent.total_ms

    @property
    def adds_up(self) -> bool:
        """Tell whether every millisecond is accounted for."""
        return self.difference_ms == 0 and all(seat.difference_ms == 0 for seat in self.seats)


def account_of(lines: Sequence[Line]) -> Account | None:
    """Return the account of a log's lines; None while the match has not begun."""
    begun = next((index for index, line in enumerate(lines) if line.kind == "start"), None)
    if begun is None:
        return None
    books = _Books(lines[begun])
    for number, line in enumerate(lines[begun:], begun + 1):
        if line.clock is not None:
            books.take(number, line)
    entries = tuple(books.entries)
    spent = sum((entry.spent for entry in entries), Spent())
    return Account(lines[begun].at_ms, books.began_ms, entries, tuple(books.seats()), spent)


@dataclass
class _Books:
    """The clock as the lines so far tell of it.

    `began_ms` is up to where the wall time is accounted for; `since_ms` is from when on the running seat is charged.
    """

    first: Line
    entries: list[Entry] = field(default_factory=list)
    running: Seat | None = None
    paused: bool = False
    began_ms: int = 0
    since_ms: int = 0
    kept_free_ms: int = 0
    """What is left of free time while the clocks stand."""
    free_ms: dict[int, int] = field(default_factory=dict)
    """What was left of it after each line: a ruling may go back there."""
    owed_ms: int = 0
    readings: Readings = ()

    def __post_init__(self) -> None:
        self.began_ms = self.since_ms = self.first.at_ms
        self.readings = _left(self.first)

    def take(self, number: int, line: Line) -> None:
        """Enter a line. What chance decides belongs to the act before it."""
        charged = self.paused or self.running is None or line.used_ms is not None or branched_to(line) is not None
        spent = self._spent(line) if charged else Spent()
        gained, ruled = self._changes(line, spent, charged)
        entry = Entry(
            number,
            line.kind,
            line.actor,
            line.at_ms,
            line.ply,
            self.running if charged and not self.paused else None,
            spent,
            self.readings,
            _left(line),
            gained,
            ruled,
        )
        if line.kind == "chance" and self.entries and line.at_ms == self.began_ms:
            self.entries[-1] = _joined(self.entries[-1], entry)
        else:
            self.entries.append(entry)
        self._go_on(line, charged, ruled)
        self.free_ms[number] = self.kept_free_ms if self.paused else max(0, self.since_ms - line.at_ms)

    def _spent(self, line: Line) -> Spent:
        wall_ms = line.at_ms - self.began_ms
        if self.paused:
            return Spent(paused_ms=wall_ms)
        raw_ms = max(0, line.at_ms - self.since_ms) if self.running is not None else 0
        stood_ms = wall_ms - raw_ms
        outage_ms = min(self.owed_ms, stood_ms)
        used_ms, credit_ms = line.used_ms or 0, line.credit_ms
        if branched_to(line) is not None:
            # Nobody is charged any more for what runs when a ruling goes back; it gives this time back, too.
            used_ms = raw_ms
        if self.running is None:
            return Spent(used_ms, credit_ms, idle_ms=stood_ms - outage_ms, outage_ms=outage_ms)
        return Spent(used_ms, credit_ms, free_ms=stood_ms - outage_ms, outage_ms=outage_ms)

    def _changes(self, line: Line, spent: Spent, charged: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return by seat what the control and what an arbiter gave with this line."""
        used_ms = spent.used_ms if charged else self._running_ms(line.at_ms)
        changes = tuple(
            0 if was is None or now is None else now - max(0, was - (used_ms if seat == self.running else 0))
            for seat, (was, now) in enumerate(zip(self.readings, _left(line), strict=True))
        )
        if branched_to(line) is not None:
            return (0,) * len(changes), changes
        if line.kind == "outage_credit":
            # What the running seat reads then follows from its stretch; sand that ran to the others runs back.
            changes = tuple(0 if seat == self.running else ms for seat, ms in enumerate(changes))
        ruled = _ruled(line)
        if not ruled:
            return changes, (0,) * len(changes)
        if self.running is not None and (was := self.readings[self.running]) is not None:
            # A flag that has not been noticed yet reads 0, however long ago the time was up.
            before = was - used_ms
            ruled = tuple(
                (_left(line)[seat] or 0) - before if seat == self.running else ms for seat, ms in enumerate(ruled)
            )
            changes = tuple(ruled[seat] if seat == self.running else ms for seat, ms in enumerate(changes))
        return tuple(ms - by for ms, by in zip(changes, ruled, strict=True)), ruled

    def _running_ms(self, at_ms: int) -> int:
        return 0 if self.running is None or self.paused else max(0, at_ms - self.since_ms)

    def _go_on(self, line: Line, charged: bool, ruled: tuple[int, ...]) -> None:
        clock: Mapping[str, Any] = line.clock or {}
        if line.kind == "outage_credit":
            ms = int(line.text.split(" ")[1])
            self.owed_ms += ms
            self.since_ms += 0 if self.paused else ms
        if not charged:
            # The stretch goes on: what the running seat reads is still that of its beginning.
            self.readings = tuple(
                (None if was is None else was + ruled[seat]) if seat == self.running else left
                for seat, (was, left) in enumerate(zip(self.readings, _left(line), strict=True))
            )
            return
        to_line = branched_to(line)
        if to_line is not None:
            self.kept_free_ms, self.paused = self.free_ms.get(to_line, 0), clock["running"] is not None
        elif line.kind == "pause" or _reversed(line) == "unpause":
            self.kept_free_ms, self.paused = max(0, self.since_ms - line.at_ms), True
        elif line.kind in _GOES_ON or _reversed(line) == "pause":
            self.since_ms, self.paused = line.at_ms + self.kept_free_ms, False
        elif not self.paused:
            self.since_ms = int(clock.get("free_until_ms", line.at_ms))
        if line.kind != "outage_credit":
            self.owed_ms = 0
        self.began_ms, self.running, self.readings = line.at_ms, clock["running"], _left(line)

    def seats(self) -> Iterable[SeatAccount]:
        """Return the account of every seat."""
        for seat, last in enumerate(self.readings):
            own = [entry for entry in self.entries if entry.seat == seat]
            yield SeatAccount(
                _left(self.first)[seat],
                sum(_drawn_ms(entry, seat) for entry in own),
                sum(entry.spent.credit_ms for entry in own),
                sum(entry.gained[seat] for entry in self.entries),
                sum(entry.ruled[seat] for entry in self.entries),
                last,
            )


def _joined(entry: Entry, chance: Entry) -> Entry:
    gained = tuple(one + other for one, other in zip(entry.gained, chance.gained, strict=True))
    return replace(entry, after=chance.after, gained=gained, spent=entry.spent + chance.spent)


def _drawn_ms(entry: Entry, seat: Seat) -> int:
    """Return what an entry took from a seat's clock: not more than it read, should the flag be noticed later."""
    left_ms = entry.before[seat]
    return entry.spent.used_ms if left_ms is None else min(entry.spent.used_ms, left_ms)


def _ruled(line: Line) -> tuple[int, ...]:
    """Return by seat what an arbiter gave or took with a line, empty if it is no such line."""
    for event in line.events:
        if "before_ms" in event.public:
            both: Any = event.public["before_ms"], event.public["after_ms"]
            return tuple(after - before for before, after in zip(*both, strict=True))
    return ()


def _reversed(line: Line) -> str:
    """Return the kind of the ruling that a line takes back, "" if it takes none back."""
    if line.kind != "reverse":
        return ""
    return next((str(event.public["kind"]) for event in line.events if event.type == "ruling_reversed"), "")


def _left(line: Line) -> Readings:
    clock: Any = line.clock
    return tuple(clock["left_ms"])
