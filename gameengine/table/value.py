"""The table as a value: rules, clocks, autopilot and quiet limit of one match at one instant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from gameengine.clock import Clock, TimeControl
from gameengine.core.errors import Refusal
from gameengine.core.game import Game, Outcome, TimeoutPolicy
from gameengine.core.types import Json, JsonObject, Seat
from gameengine.table.line import Line

Status: TypeAlias = Literal["waiting", "live", "paused", "over"]
StartPolicy: TypeAlias = Literal["when_both_ready", "at_round_start", "on_first_turn", "now"]


@dataclass(frozen=True, slots=True)
class Autopilot:
    """Whether the server moves for a seat, how often in a row it did, and how often in all."""

    active: bool = False
    streak: int = 0
    total: int = 0

    def to_json(self) -> dict[str, Json]:
        """Return the three numbers under their names."""
        return {"active": self.active, "streak": self.streak, "total": self.total}


@dataclass(frozen=True, slots=True)
class Passing:
    """Which reaction windows a seat lets go: those of some `kinds` always; `open` tells by what it passes the open one.

    Only the seat and the server ever know. No line of the log and no number that others see speaks of it.
    """

    kinds: tuple[str, ...] = ()
    open: Literal["", "own", "list"] = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the seats agree before the first action.

    `ready` tells which seats have come, `acted` which have acted (kept for `on_first_turn` alone). `no_show_ms` is how
    long others wait for one that has not come. `hashes` and `nonces` have one text per seat, "" for none.
    `open_until_ms` is set once all are ready and hashes are still to be opened. `secrets` are the seats' secret set-up
    parts, empty in games that have none.
    """

    start_policy: StartPolicy = "when_both_ready"
    no_show_ms: int | None = None
    no_show_at_ms: int | None = None
    start_at_ms: int | None = None
    ready: tuple[bool, ...] = ()
    acted: tuple[bool, ...] = ()
    hashes: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()
    open_until_ms: int | None = None
    secrets: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One match. `state` is None until it starts; `ply` counts completed actions, `lines_count` lines of the log.

    `at_ms` is the instant of the last line. `quiet_limit` is None while no limit holds. `branch` is part of the labels
    of chance events. `resumes_at_ms` is when a paused match goes on by itself, if that was announced.
    """

    game: Game[Any]
    options: JsonObject
    seats: int
    policy: TimeoutPolicy
    status: Status
    opening: Opening
    state: Any
    clock: Clock
    autopilot: tuple[Autopilot, ...]
    quiet_limit: int | None
    at_ms: int
    ply: int = 0
    lines_count: int = 0
    branch: int = 0
    started_at_ms: int | None = None
    ended_at_ms: int | None = None
    outcome: Outcome | None = None
    resumes_at_ms: int | None = None
    passing: tuple[Passing, ...] = ()
    gone: tuple[Seat, ...] = ()
    """The seats that are out while the others play on, in the order in which they went."""
    warnings: tuple[int, ...] = ()
    """How often each seat was warned; empty while none was."""

    @property
    def control(self) -> TimeControl:
        """The time control of the clock."""
        return self.clock.control

    @property
    def has_begun(self) -> bool:
        """Whether the game has started; a match may be paused before."""
        return self.started_at_ms is not None

    @property
    def start_policy(self) -> StartPolicy:
        """When the match starts."""
        return self.opening.start_policy

    @property
    def ready(self) -> tuple[bool, ...]:
        """Which seats have said that they are ready."""
        return self.opening.ready

    @property
    def nonces(self) -> tuple[str, ...]:
        """The opened nonces by seat, "" for none."""
        return self.opening.nonces

    @property
    def no_show_at_ms(self) -> int | None:
        """When seats that are not ready forfeit; None if they never do."""
        return self.opening.no_show_at_ms

    @property
    def start_at_ms(self) -> int | None:
        """When the match starts by itself (policies `at_round_start` and `on_first_turn`)."""
        return self.opening.start_at_ms


@dataclass(frozen=True, slots=True)
class TableStep:
    """What one call did: the table afterwards, the new lines of the log, and why the action was refused, if it was.

    A refused action leaves no line, but deadlines that fell before it do.
    """

    table: Table
    lines: tuple[Line, ...] = ()
    refusal: Refusal | None = None
