"""The only fold over a log: its actors act once more, chance repeats itself, and every line must come out the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gameengine.clock import control_from_json
from gameengine.core.types import CHANCE, JsonObject
from gameengine.games.registry import game as game_by_key
from gameengine.log.chain import canonical
from gameengine.log.history import History
from gameengine.table import (
    Line,
    Logged,
    Table,
    TableStep,
    act,
    advance,
    commitment_of,
    open_table,
    start_now,
)
from gameengine.table.chance import ChanceSource

_INPUTS: Final = frozenset(
    {
        "prepare", "ready", "nonce", "action", "resume", "resign", "leave",
        "pause", "unpause", "unpause_at", "add_time", "set_clock", "outage_credit", "set_quiet", "result", "forfeit",
        "absence", "annul", "warn", "void", "reopen", "reverse",
    }
)  # fmt: skip
"""Kinds of lines with which an actor acts; all others follow from them or from time."""


class ReplayError(ValueError):
    """A log does not come out again. `number` is the line (0 first) where it differs."""

    def __init__(self, number: int, detail: str) -> None:
        super().__init__(f"line {number} of the log: {detail}")
        self.number, self.detail = number, detail


@dataclass(frozen=True, slots=True)
class Moment:
    """A table right after one act or one stretch of time. `lines` belong to it; `number` is that of the last one."""

    number: int
    lines: tuple[Line, ...]
    table: Table


def replay(
    header: JsonObject, lines: Sequence[Line], chance: ChanceSource | None = None, *, after: Table | None = None
) -> Iterator[Moment]:
    """Yield the table after every act of a log. Raises ReplayError where the log does not follow from the rules.

    `header` is that of the record. `chance` takes the place of the logged outcomes, for who wants to compare them.
    `after` is the table of a moment from which to go on: `lines` are those that follow it, and numbers count from them.
    No ruling that goes back may be among them (ValueError): what lies behind that moment is not known.
    """
    source = chance or logged(lines)
    table, number, past = after, 0, None
    if table is None:
        step, past = _opened(header, lines, source), History()
        table, number = step.table, _compared(step, lines, 0)
        past.add(step.lines, table)
        yield Moment(number - 1, step.lines, table)
    while (number := _after_notes(lines, number, past)) < len(lines):
        step = _next_step(table, number, lines[number], source, past)
        table, number = step.table, _compared(step, lines, number)
        if past is not None:
            past.add(step.lines, table)
        yield Moment(number - 1, step.lines, table)


def _after_notes(lines: Sequence[Line], number: int, past: History | None) -> int:
    """Return the number of the next line that is no note of the host: those have no meaning for the table."""
    while number < len(lines) and lines[number].kind == "fault":
        if past is not None:
            past.skip(lines[number])
        number += 1
    return number


def logged(lines: Sequence[Line]) -> Logged:
    """Return the chance source that repeats the outcomes of a log."""
    return Logged({line.label: line.text for line in lines if line.actor == CHANCE})


def _opened(header: JsonObject, lines: Sequence[Line], chance: ChanceSource) -> TableStep:
    if not lines or lines[0].kind != "open" or not lines[0].events:
        raise ReplayError(0, "the log does not begin with the opening of a table")
    line, data = lines[0], _Header(header)
    opened: Any = line.events[0].full()
    common: dict[str, Any] = {"at_ms": line.at_ms, "secrets": _secrets(line)}
    if opened["start_policy"] == "now":
        position = opened.get("position")
        return start_now(*data.table(), chance=chance, position=position, **common)
    no_show_at_ms = opened["no_show_at_ms"]
    begin_at_ms = line.at_ms if opened["start_at_ms"] is None else opened["start_at_ms"]
    return open_table(
        *data.table(),
        no_show_ms=None if no_show_at_ms is None else no_show_at_ms - begin_at_ms,
        start_policy=opened["start_policy"],
        start_at_ms=opened["start_at_ms"],
        **common,
    )


class _Header:
    """The header of a record, read as what `open_table` takes."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def table(self) -> tuple[Any, ...]:
        data = self._data
        game = game_by_key(data["game"])
        if game.rules_version != data["rules_version"]:
            raise ReplayError(0, f"rules version {data['rules_version']}, here {game.rules_version}")
        if not isinstance(data["seats"], int) or not 0 < data["seats"] <= game.max_seats:
            raise ReplayError(0, f"{game.key} is not played by {data['seats']}")
        return game, data["options"], data["seats"], control_from_json(data["control"])


def _secrets(line: Line) -> tuple[Any, ...]:
    hidden = [event for event in line.events if event.type == "secret_set_up"]
    return tuple(event.private[seat]["secret"] for seat, event in enumerate(hidden))


def history(header: JsonObject, lines: Sequence[Line]) -> History:
    """Return what lies behind a match whose log this is. Raises ReplayError as `replay` does."""
    past = History()
    number = 0
    for moment in replay(header, lines):
        for line in lines[number : moment.number + 1 - len(moment.lines)]:
            past.skip(line)
        number = moment.number + 1
        past.add(moment.lines, moment.table)
    for line in lines[number:]:
        past.skip(line)
    return past


def _next_step(table: Table, number: int, line: Line, chance: ChanceSource, past: History | None) -> TableStep:
    if line.kind not in _INPUTS:
        return advance(table, line.at_ms, chance)
    step = act(
        table,
        line.actor,
        line.text,
        line.at_ms,
        chance,
        credit_ms=line.credit_ms,
        received_ms=line.received_ms,
        past=None if past is None else past.committing(commitment_of(line)),
    )
    if step.refusal is not None:
        raise ReplayError(number, f"refused with {step.refusal.code}")
    return step


def _compared(step: TableStep, lines: Sequence[Line], number: int) -> int:
    """Return the number of the first line after those that the step has made again."""
    if not step.lines:
        raise ReplayError(number, "nothing happens at this instant")
    for made in step.lines:
        if number == len(lines):
            raise ReplayError(number, "the log ends too early")
        if _bytes(made) != _bytes(lines[number]):
            raise ReplayError(number, "the rules give another line")
        number += 1
    return number


def _bytes(line: Line) -> tuple[bytes, bytes]:
    return canonical(line.public()), canonical(line.private_parts())
