"""A match ply by ply, as the public, a seat, or (after the end) everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from gameengine.board.marks import marked, touched
from gameengine.board.view import BoardView
from gameengine.core.types import JsonObject, Viewer
from gameengine.table import Line, Table, load
from matches.branching import Path, whole
from matches.checkpoints import Stretch, moments, stretch_to
from matches.errors import MatchError
from matches.models import Match
from matches.picture import events_of, latest

Sight: TypeAlias = "Viewer | Literal['all']"
"""Through whose eyes a replay is seen; "all" shows what was hidden from everybody, once the match is over."""

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Stop:
    """One place of a replay: the table after `ply` completed actions, and the lines since the place before."""

    ply: int
    table: Table
    lines: tuple[Line, ...]


def stop_at(match: Match, ply: int) -> Stop:
    """Return the place after `ply` actions; the nearest one for a number that the match does not reach."""
    stretch = stretch_to(match, path_of(match), ply)
    found = _stops(match.pk, stretch)
    before = [stop for stop in found if stop.ply <= ply]
    return before[-1] if before else found[0]


def path_of(match: Match) -> Path:
    """Return the lines of the match that count."""
    return whole(match.seq)


def forget() -> None:
    """Forget what this process remembers of replays."""
    _stops.cache_clear()


@lru_cache(maxsize=24)
def _stops(match_id: str, stretch: Stretch) -> tuple[Stop, ...]:
    """Return the places of a stretch, one per ply. The lines of one are complete if it begins within the stretch."""
    found: list[Stop] = []
    for moment in moments(Match.objects.get(pk=match_id), stretch):
        ply = moment.table.ply
        if found and found[-1].ply == ply:
            found[-1] = Stop(ply, moment.table, found[-1].lines + moment.lines)
        else:
            found.append(Stop(ply, moment.table, moment.lines))
    return tuple(found)


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
