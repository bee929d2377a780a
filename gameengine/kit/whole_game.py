"""Checks of a finished random game: it ends, it replays, its log verifies, its outcome adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from gameengine.core.game import Outcome
from gameengine.kit.playing import RandomGame
from gameengine.log import ReplayError, header, link_all, replay, verify, write_record
from gameengine.randomness import commit
from gameengine.table import TABLE_REASONS, dump, load

_VERIFIED_EVERY = 5


def ends(played: RandomGame) -> Iterator[str]:
    """The game ends within `max_actions`, unless the options switched off what ends it."""
    if played.table.status != "over" and played.table.quiet_limit is not None:
        yield f"not over after {played.table.ply} actions"


def replays(played: RandomGame) -> Iterator[str]:
    """The log replays line by line to the same table."""
    try:
        *_, last = replay(header(played.table, played.match_id, _commitment(played)), played.lines)
    except ReplayError as error:
        yield str(error)
        return
    if dump(last.table) != dump(played.table):
        yield "the replay ends in another table"


def replays_from_a_stored_table(played: RandomGame) -> Iterator[str]:
    """From a table in the middle that was stored, the rest of the log replays moment by moment as from the start."""
    head = header(played.table, played.match_id, _commitment(played))
    try:
        moments = list(replay(head, played.lines))
        half = len(moments) // 2
        middle, later = moments[half], moments[half + 1 :]
        rest = replay(head, played.lines[middle.number + 1 :], after=load(dump(middle.table)))
        for again, moment in zip(rest, later, strict=True):
            if dump(again.table) != dump(moment.table):
                yield f"line {moment.number} comes out differently from the table after line {middle.number}"
                return
    except (ReplayError, ValueError) as error:
        yield str(error)


def verifies(played: RandomGame) -> Iterator[str]:
    """The record with its proof holds: chain, private parts, every draw. Every fifth game: it is another replay.

    A game that was cut short has no proof yet.
    """
    if played.number % _VERIFIED_EVERY or played.table.status != "over":
        return
    head = header(played.table, played.match_id, _commitment(played))
    entries = link_all(head, played.lines, lambda: "00" * 16)
    yield from map(str, verify(write_record(head, entries, seeds=[played.seed], nonces=played.table.nonces)))


def time_adds_up(played: RandomGame) -> Iterator[str]:
    """What the lines say was used is the time in which a clock ran: all between two lines, but for what was free."""
    ran = used = 0
    for before, line in pairwise(played.lines):
        used += line.used_ms or 0
        clock: Any = before.clock or {}
        if clock.get("running") is not None:
            ran += max(0, line.at_ms - max(before.at_ms, clock.get("free_until_ms", before.at_ms)))
    if used != ran:
        yield f"{used} ms were charged, the clocks ran {ran} ms"


def outcome_adds_up(played: RandomGame) -> Iterator[str]:
    """Scores and ranks have one entry per seat, a winner ranks first, the reason has words."""
    outcome = played.table.outcome
    if outcome is None:
        return
    seats = played.table.seats
    if len(outcome.scores) != seats or len(outcome.ranks) != seats:
        yield "scores or ranks have not one entry per seat"
    if sorted(outcome.ranks) != sorted(1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks):
        yield f"{outcome.ranks} are no ranks"
    if outcome.reason not in played.game.reasons and outcome.reason not in TABLE_REASONS:
        yield f"reason {outcome.reason} has no words"
    yield from _winner(outcome)


def actions_have_words(played: RandomGame) -> Iterator[str]:
    """Every action of the record has a notation and a spoken sentence in both languages."""
    for line in played.lines:
        if line.kind not in {"action", "auto"}:
            continue
        events = [event.told() for event in line.events if not event.hidden]
        sentence = played.game.describe(line.text, events)
        if not (played.game.notation(line.text, events) and sentence.en and sentence.de):
            yield f"{line.text!r} has no notation or no words"
            return


def events_can_be_shown(played: RandomGame) -> Iterator[str]:
    """For every event of the record the game says which elements it touched, each with a mark."""
    for line in played.lines:
        for event in line.events:
            marks = () if event.hidden else played.game.touched(event.told())
            if not all(name and mark for name, mark in marks):
                yield f"an event of {line.text!r} touches something without a name or mark"
                return


def _winner(outcome: Outcome) -> Iterator[str]:
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    if outcome.winner is not None and outcome.winner not in first:
        yield f"the winner {outcome.winner} does not rank first: {outcome.ranks}"
    if any(score < 0 for score in outcome.scores):
        yield f"a score is below nothing: {outcome.scores}"


def _commitment(played: RandomGame) -> str:
    return commit(played.match_id, played.seed)


WHOLE_GAME_CHECKS: tuple[Callable[[RandomGame], Iterator[str]], ...] = (
    ends,
    replays,
    replays_from_a_stored_table,
    verifies,
    time_adds_up,
    outcome_adds_up,
    actions_have_words,
    events_can_be_shown,
)
