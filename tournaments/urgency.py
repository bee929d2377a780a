"""What stands in the arbiters' queue, how urgent it is at an instant, and what stands before what. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, Literal, TypeAlias, TypeVar

Kind: TypeAlias = Literal[
    "quarantined", "overdue", "dispute", "appeal", "call", "board_call", "mismatch",
    "no_show", "away", "clock", "quiet", "one_report",
]  # fmt: skip
Subject = TypeVar("Subject")

HOLD_MS: Final = 5 * 60_000
"""For how long who has taken an item keeps it from colleagues; then it is free again by itself."""
LAPSING_MS: Final = 30_000
"""What settles itself within this time is as urgent as what people wait for: afterwards it is too late."""


class Urgency(IntEnum):
    """How much an item presses; the higher, the more."""

    WATCH = 1
    """May need somebody soon."""
    SOON = 2
    """Settles itself, or gets worse, if nobody looks."""
    WAITING = 3
    """People wait for a decision."""
    STOPPED = 4
    """The service itself has failed on a match."""

    @property
    def presses(self) -> bool:
        """Tell whether somebody should come at once: such an item is marked, and may be heard."""
        return self >= Urgency.WAITING


_OF: Final[Mapping[Kind, Urgency]] = {
    "quarantined": Urgency.STOPPED,
    "overdue": Urgency.STOPPED,
    "dispute": Urgency.WAITING,
    "appeal": Urgency.WAITING,
    "call": Urgency.WAITING,
    "board_call": Urgency.WAITING,
    "mismatch": Urgency.WAITING,
    "no_show": Urgency.SOON,
    "away": Urgency.SOON,
    "clock": Urgency.SOON,
    "quiet": Urgency.WATCH,
    "one_report": Urgency.WATCH,
}
KINDS: Final = tuple(_OF)
"""Every kind, in the order in which items of one urgency and one instant stand."""


def urgency_of(kind: Kind, due_ms: int | None, at_ms: int) -> Urgency:
    """Return how urgent a thing is at an instant; `due_ms` is when it settles itself, None if it never does.

    >>> urgency_of("no_show", 100_000, 0), urgency_of("no_show", 100_000, 80_000)
    (<Urgency.SOON: 2>, <Urgency.WAITING: 3>)
    """
    lapses = due_ms is not None and due_ms - at_ms <= LAPSING_MS
    return max(_OF[kind], Urgency.WAITING) if lapses else _OF[kind]


@dataclass(frozen=True, slots=True)
class Taken:
    """Who looks after an item, since and until when nobody else need."""

    user_id: int
    name: str
    since_ms: int

    @property
    def until_ms(self) -> int:
        """Return when the item is free again unless it is taken anew."""
        return self.since_ms + HOLD_MS

    def holds(self, at_ms: int) -> bool:
        """Tell whether it is taken at an instant."""
        return at_ms < self.until_ms


@dataclass(frozen=True, slots=True)
class Item(Generic[Subject]):
    """One thing that needs an arbiter. `key` tells it from all others and stays while it is the same thing.

    `since_ms` tells its age, `due_ms` when it settles itself, if it does; `subject` is what it is about.
    """

    kind: Kind
    key: str
    urgency: Urgency
    since_ms: int
    subject: Subject
    due_ms: int | None = None
    taken_by: Taken | None = None


def call_key(call_id: str) -> str:
    """Return the key of a call: also of the service's own, which stands for a match out of play."""
    return f"call-{call_id}"


def dispute_key(dispute_id: str, *, appealed: bool) -> str:
    """Return the key of a dispute; its appeal is another thing, for somebody else to look into."""
    return f"{'appeal' if appealed else 'dispute'}-{dispute_id}"


def in_order(items: Iterable[Item[Subject]]) -> list[Item[Subject]]:
    """Return the queue: the most urgent first; among those what is due first, then what has waited longest.

    No two items are equal in it, so that it never depends on where they came from. Being taken changes nothing: an item
    must not move away from under a finger.
    """
    return sorted(items, key=_place)


def _place(item: Item[Subject]) -> tuple[int, bool, int, int, str]:
    instant = item.since_ms if item.due_ms is None else item.due_ms
    return -item.urgency, item.due_ms is None, instant, KINDS.index(item.kind), item.key
