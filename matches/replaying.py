"""A match ply by ply, as the public, a seat, or (after the end) everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, TypeAlias

import orjson

from gameengine.board.marks import marked, touched
from gameengine.board.view import BoardView
from gameengine.core.types import JsonObject, Viewer
from gameengine.log import Branch, Path
from gameengine.table import Line, Table, load
from matches.branching import Branches, branches_of
from matches.checkpoints import Stretch, moments, stretch_to
from matches.errors import MatchError
from matches.models import Match, MatchEvent
from matches.picture import events_of, latest

Sight: TypeAlias = "Viewer | Literal['all']"
"""Through whose eyes a replay is seen; "all" shows what was hidden from everybody, once the match is over."""

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Stop:
    """One place of a replay: the table after `ply` completed actions, and the lines since the place before.

    `published` tells that what was hidden is shown at the end: not of a branch that ended while the match goes on.
    """

    ply: int
    table: Table
    lines: tuple[Line, ...]
    published: bool = True


@dataclass(frozen=True)
class Replay:
    """One branch of a match, to be looked at ply by ply. `is_void` if it ended by a ruling that went back."""

    match: Match
    branches: Branches
    branch: Branch

    @property
    def is_void(self) -> bool:
        """Tell whether something else counts."""
        return self.branch.ended_by is not None

    @property
    def path(self) -> Path:
        """Return the lines of the branch."""
        return self.branch.path

    @cached_property
    def last(self) -> int:
        """Return how many actions the branch has."""
        if not self.is_void:
            return self.match.ply
        event = MatchEvent.objects.get(match_id=self.match.pk, seq=self.path.last)
        return int(orjson.loads(event.public)["ply"])

    @property
    def final(self) -> Table:
        """Return the table at the end of the branch."""
        return self.at(self.last).table if self.is_void else load(self.match.table)

    def at(self, ply: int) -> Stop:
        """Return the place after `ply` actions; the nearest one for a number that the branch does not reach."""
        stretch = stretch_to(self.match, self.branches, self.path, min(ply, self.last))
        found = _stops(self.match.pk, stretch)
        before = [stop for stop in found if stop.ply <= ply]
        stop = before[-1] if before else found[0]
        return stop if self.match.status == Match.Status.OVER else replace(stop, published=False)


def replay_of(match: Match, branch: int | None = None) -> Replay:
    """Return a branch of a match, the one that counts unless another is named. Raises MatchError `bad_command`."""
    branches = branches_of(match)
    if branch is None:
        return Replay(match, branches, branches.counting)
    if branch >= len(branches.all):
        raise MatchError("bad_command")
    return Replay(match, branches, branches.all[branch])


def stop_at(match: Match, ply: int, branch: int | None = None) -> Stop:
    """Return the place of a branch after `ply` actions; the nearest one for a number that it does not reach."""
    return replay_of(match, branch).at(ply)


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
    over = sight == ALL or (table.status == "over" and stop.published)
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
