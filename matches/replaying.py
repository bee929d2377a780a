"""A match ply by ply, as the public, a seat, or (after the end) everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from gameengine import log
from gameengine.board.marks import marked, touched
from gameengine.board.view import BoardView
from gameengine.core.types import JsonObject, Viewer
from gameengine.table import Line, Table, load
from matches.errors import MatchError
from matches.models import Match
from matches.picture import events_of, latest
from matches.store.read import events_after

Sight: TypeAlias = "Viewer | Literal['all']"
"""Through whose eyes a replay is seen; "all" shows what was hidden from everybody, once the match is over."""

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Stop:
    """One place of a replay: the table after `ply` completed actions, and the lines since the place before."""

    ply: int
    table: Table
    lines: tuple[Line, ...]


def stops(match: Match) -> tuple[Stop, ...]:
    """Return the places of a match's replay, one per ply, 0 first. Kept in memory for the matches looked at last."""
    return _stops(match.pk, match.seq)


@lru_cache(maxsize=24)
def _stops(match_id: str, seq: int) -> tuple[Stop, ...]:
    match = Match.objects.get(pk=match_id)
    lines = [event.line for event in events_after(match_id, 0) if event.seq <= seq]
    header = log.header(load(match.table), match_id, match.commitment)
    found: list[Stop] = []
    for moment in log.replay(header, lines):
        ply = moment.table.ply
        if found and found[-1].ply == ply:
            found[-1] = Stop(ply, moment.table, found[-1].lines + moment.lines)
        else:
            found.append(Stop(ply, moment.table, moment.lines))
    return tuple(found)


def stop_at(match: Match, ply: int) -> Stop:
    """Return the place after `ply` actions; the nearest one for a number that the match does not reach."""
    found = stops(match)
    before = [stop for stop in found if stop.ply <= ply]
    return before[-1] if before else found[0]


def sight_of(text: str, own: Viewer, match: Match, *, looks: bool = False) -> Sight:
    """Return through whose eyes somebody wants to look. Raises MatchError `may_not_see` while that is secret.

    Until the match is over everybody sees what the own seat, or the public, may see; an arbiter who `looks` behind the
    screen sees everything.
    """
    over = looks or match.status == Match.Status.OVER
    wanted: Sight = own if not text else None if text == "public" else ALL if text == ALL else _seat(text)
    if isinstance(wanted, int) and wanted >= load(match.table).seats:
        raise MatchError("bad_command")
    if not over and wanted not in {None, own}:
        raise MatchError("may_not_see")
    return wanted


def _seat(text: str) -> int:
    if not text.isdecimal() or len(text) > 1:
        raise MatchError("bad_command")
    return int(text)


def board_at(stop: Stop, sight: Sight, *, marks: bool = True) -> BoardView:
    """Return the picture of a place of the replay, with what the last action touched."""
    viewer: Viewer = None if sight == ALL else sight
    table = stop.table
    state = table.state if table.state is not None else table.game.start(table.options, table.seats)
    over = sight == ALL or table.status == "over"
    seen: dict[str, Any] = {**table.game.view(state, viewer, over=over), "quiet_limit": table.quiet_limit}
    board = table.game.board(seen, viewer)
    return marked(board, touched(table.game, events_of(seen_of(stop, sight)))) if marks else board


def seen_of(stop: Stop, sight: Sight) -> tuple[JsonObject, ...]:
    """Return the lines of the action that led to a place, as they may be seen."""
    return latest(seen(stop.lines, sight))


def seen(lines: Sequence[Line], sight: Sight) -> list[JsonObject]:
    """Return lines as the public, a seat or everybody may see them."""
    if sight == ALL:
        return [line.full() for line in lines]
    return [line.seen_by(sight) for line in lines]
