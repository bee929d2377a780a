"""A match as values: the committed row, what a transition writes, and the answer to a command."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gameengine.core.types import Seat, Text
from gameengine.table import ChanceSource, Line, Table
from matches.errors import sentence


@dataclass(frozen=True, slots=True)
class Row:
    """A match as it was committed: the columns that the guard compares, and the table as a value.

    Equal versions prove equal rows, because the database lets no change pass that does not raise the version by one.
    """

    id: str
    game: str
    version: int
    seq: int
    head: str
    status: str
    deadline_ms: int | None
    changed_at_ms: int
    table: Table
    chance: ChanceSource
    bots: frozenset[Seat] = frozenset()
    room: str = ""
    practice: bool = False
    owner_ref: str | None = None
    grace_ms: int = 0
    """How long after `deadline_ms` an action of the running seat may still come in time."""
    claim_away_ms: int | None = None
    """How long a seat that is to act may be away before others may claim; None if they may not."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of the log as it is stored and as it is told: texts for the database, the line for those who watch."""

    seq: int
    kind: str
    actor: int
    at_ms: int
    decided_at_ms: int
    public: str
    private: str
    hash: str
    line: Line


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command with its answer."""

    cmd: str
    seat: int
    at_ms: int
    ok: bool
    code: str
    seq: int
    ply: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The answer to a command: whether it was played, else a stable code; the match's last number and ply.

    `wait_ms` is how long somebody has to wait who came too early.
    """

    ok: bool
    code: str = ""
    seq: int | None = None
    ply: int | None = None
    game: str = ""
    wait_ms: int | None = None

    @property
    def message(self) -> str:
        """Return the sentence for `code` in the active language; empty when the command was played."""
        return self.message_in(None)

    def message_in(self, language: str | None) -> str:
        """Return the sentence for `code` in a language."""
        told = sentence(self.code, self.game, language) if self.code else ""
        if self.wait_ms is None:
            return told
        return f"{told} {sentence('wait', self.game, language)}" % {"seconds": -(-self.wait_ms // 1000)}

    @property
    def refusal(self) -> dict[str, Any]:
        """Return what an answer says of a refusal beside its sentence: `code`, and `wait_ms` if there is something to
        wait for.
        """
        return {"code": self.code} if self.wait_ms is None else {"code": self.code, "wait_ms": self.wait_ms}


@dataclass(frozen=True, slots=True)
class Plan:
    """A transition of one match from `before.version` to the next, complete before the database is asked.

    It may be written only while version, status and deadline are still those of `before`.
    """

    before: Row
    after: Row
    events: tuple[EventRow, ...]
    columns: dict[str, Any] = field(repr=False)
    """The new values of the row's other columns, by name."""
    at_ms: int = 0
    """The latest instant that the plan claims; the database refuses one that lies in its future."""
    command: CommandRow | None = None

    @property
    def match_id(self) -> str:
        """Return the id of the match that the plan changes."""
        return self.before.id

    @property
    def is_silent(self) -> bool:
        """Tell whether only what one seat and the server know has changed, so that nobody else may notice."""
        return not self.events

    @property
    def ends(self) -> bool:
        """Tell whether the plan ends the match, so that its result must be written in the same transaction."""
        return self.after.status == "over" != self.before.status

    @property
    def reopens(self) -> bool:
        """Tell whether the plan lets a match go on that was over, so that its result must be taken back."""
        return self.before.status == "over" != self.after.status

    @property
    def call(self) -> Text | None:
        """Return for what the plan calls an arbiter, if for anything: the call is written in the same transaction."""
        # Not isinstance with CallsArbiter: that check is slow, and this is asked in every action.
        calls = getattr(self.before.table.game, "calls", None)
        if calls is None:
            return None
        told = [event.told() for row in self.events for event in row.line.events if not event.hidden]
        found: Text | None = calls(told)
        return found

    @property
    def ack(self) -> Ack:
        """Return the answer to the plan's command once the plan is committed."""
        if self.command is None:
            return Ack(True, seq=self.after.seq, ply=self.after.table.ply, game=self.before.game)
        given = self.command
        return Ack(given.ok, given.code, given.seq, given.ply, self.before.game)
