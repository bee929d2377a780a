"""The account of a match's clock with names and words: one value for the page, the API and the file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from gameengine.core.types import Seat, Viewer
from gameengine.games.registry import GAMES
from gameengine.log import Account, AccountEntry, account_of
from matches.models import Match
from matches.moves import items
from matches.rows import EventRow
from matches.store.read import events_after

_FORMULA: Final = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of the account. `decided_ms` is how long after its instant it was decided; `text` is for the viewer.

    `received_ms` is when the server had it: later than its instant only where a device's word for that counted.
    """

    entry: AccountEntry
    text: str
    decided_ms: int
    received_ms: int

    @property
    def gained_ms(self) -> int:
        """Return what the control gave the seat whose clock had run."""
        return 0 if self.entry.seat is None else self.entry.gained[self.entry.seat]

    @property
    def ruled(self) -> tuple[tuple[Seat, int], ...]:
        """Return which seats were given or taken time by an arbiter, and how much."""
        return tuple((seat, ms) for seat, ms in enumerate(self.entry.ruled) if ms)

    @property
    def before_ms(self) -> int | None:
        """Return what the seat had when its clock began to run."""
        return None if self.entry.seat is None else self.entry.before[self.entry.seat]

    @property
    def after_ms(self) -> int | None:
        """Return what the seat has afterwards."""
        return None if self.entry.seat is None else self.entry.after[self.entry.seat]


@dataclass(frozen=True, slots=True)
class ClockAccount:
    """The account of a match as a viewer may see it. `account` is None before the match begins."""

    account: Account | None
    names: tuple[str, ...]
    lines: tuple[AccountLine, ...]


def clock_account(match: Match, viewer: Viewer, events: Sequence[EventRow] | None = None) -> ClockAccount:
    """Return the account of everything in the log up to now. No reading in it is one that only a seat may know.

    `events` is the log if it was read already.
    """
    if events is None:
        events = [event for event in events_after(match.pk, 0) if event.seq <= match.seq]
    names = tuple(seat.name for seat in match.seats.all())
    account = account_of([event.line for event in events])
    lines = tuple(_lines(match, account, events, names, viewer)) if account else ()
    return ClockAccount(account, names, lines)


def _lines(
    match: Match, account: Account, events: Sequence[EventRow], names: tuple[str, ...], viewer: Viewer
) -> Iterator[AccountLine]:
    game = GAMES[match.game]
    for entry in account.entries:
        event = events[entry.number - 1]
        told = items([(event.seq, event.line.seen_by(viewer))], game, names)
        text = told[0].text if told else _untold(entry)
        received_ms = entry.at_ms if event.line.received_ms is None else event.line.received_ms
        yield AccountLine(entry, text, event.decided_at_ms - event.at_ms, received_ms)


def _untold(entry: AccountEntry) -> str:
    """Return the words for a line that the list of moves leaves out: time may have passed before it all the same."""
    return _("The server draws a lot.") if entry.kind == "chance" else ""


_COLUMNS: Final = (
    "line", "ply", "kind", "actor", "text", "at_ms", "received_ms", "since_start_ms", "decided_after_ms", "seat",
    "raw_ms", "credit_ms", "used_ms", "free_ms", "idle_ms", "paused_ms", "outage_ms", "left_before_ms", "gained_ms",
    "left_after_ms",
)  # fmt: skip


def as_csv(found: ClockAccount) -> str:
    """Return the account in whole milliseconds; by seat also what an arbiter gave and what is left."""
    text = io.StringIO()
    writer = csv.writer(text)
    seats = range(len(found.names))
    writer.writerow([*_COLUMNS, *(f"ruled_{seat}_ms" for seat in seats), *(f"left_{seat}_ms" for seat in seats)])
    if found.account is not None:
        writer.writerows(_values(found.account, line) for line in found.lines)
    return text.getvalue()


def _plain(text: str) -> str:
    """Return a text that no program for tables takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _values(account: Account, line: AccountLine) -> list[Any]:
    entry, spent = line.entry, line.entry.spent
    return [
        entry.number,
        entry.ply,
        entry.kind,
        entry.actor,
        _plain(line.text),
        entry.at_ms,
        line.received_ms,
        entry.at_ms - account.from_ms,
        line.decided_ms,
        entry.seat,
        entry.raw_ms,
        spent.credit_ms,
        spent.used_ms,
        spent.free_ms,
        spent.idle_ms,
        spent.paused_ms,
        spent.outage_ms,
        line.before_ms,
        line.gained_ms,
        line.after_ms,
        *entry.ruled,
        *entry.after,
    ]
