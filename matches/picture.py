"""A match as one viewer sees it: values only, made from the table and from what that viewer may know.

Pages, live frames and replays all start from here, so that none can show more than another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.urls import get_script_prefix

from gameengine.board.marks import marked, touched
from gameengine.board.offers import Offer
from gameengine.board.view import BoardView
from gameengine.core.abilities import Offers
from gameengine.core.seats import teams_of
from gameengine.core.types import Json, JsonObject, Seat, Viewer
from gameengine.table import Table, legal_actions, seats_to_act, view
from matches.absence import Absence, absences
from matches.presence import Away
from matches.sides import Side, sides

NOBODY: Away = MappingProxyType({})
MOVED = frozenset({"action", "auto", "chance"})
"""Kinds of lines that change the position."""


@dataclass(frozen=True, slots=True)
class Face:
    """Who sits at a seat: name, level of a bot, whether somebody is there, and the name of the team if it has one."""

    seat: Seat
    name: str
    bot_level: str = ""
    here: bool = True
    team: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What stays the same for a whole match."""

    match_id: str
    label: str = ""
    room: str = ""
    practice: bool = False

    @property
    def back(self) -> str:
        """Return the address of the page to which the match belongs: a room is named after it. Empty without one."""
        return f"{get_script_prefix()}{self.room}/" if self.room else ""

    @property
    def at_table(self) -> bool:
        """Tell whether the match is a game of a free table, and not of a tournament."""
        return self.room.startswith("tables/")


@dataclass(frozen=True, slots=True)
class MatchPicture:
    """One match at one instant for one viewer (None: the public)."""

    about: About
    table: Table
    faces: tuple[Face, ...]
    viewer: Viewer
    seq: int
    status: str
    board: BoardView
    to_act: tuple[Seat, ...]
    offers: tuple[Offer, ...]
    """What the viewer may play now, with the picks by which it is entered."""
    paused_for: str = ""
    absences: tuple[Absence, ...] = ()
    outage_ms: int = 0
    """How much time was given back since the last action, because the service was away."""

    @property
    def is_own_turn(self) -> bool:
        """Tell whether the viewer must act now."""
        return self.status == "live" and self.viewer is not None and self.viewer in self.to_act

    @property
    def can_pick(self) -> bool:
        """Tell whether the viewer's picture is one to play on."""
        return self.viewer is not None and self.status != "over"

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return who plays together, in the order of the first seats."""
        return sides(teams_of(self.table.game, self.table.options, self.table.seats), self.faces)

    @property
    def is_out(self) -> bool:
        """Tell whether the viewer is out while the others play on."""
        return self.viewer is not None and self.viewer in self.table.gone

    def side(self, seat: Seat) -> Side:
        """Return the side of a seat."""
        return next(side for side in self.sides if seat in side.seats)

    def name(self, seat: Seat) -> str:
        """Return who sits at a seat."""
        return self.faces[seat].name


def picture(
    table: Table,
    viewer: Viewer,
    *,
    about: About,
    faces: Sequence[Face],
    seq: int,
    status: str | None = None,
    last: Sequence[JsonObject] = (),
    paused_for: str = "",
    away: Away = NOBODY,
    claim_away_ms: int | None = None,
    outage_ms: int = 0,
) -> MatchPicture:
    """Return a match as `viewer` sees it. `last` are the viewer's lines of the action that has just happened.

    `status` is the row's where it says more than the table's (`quarantined`).
    """
    status = status or table.status
    seen = _seen(table, viewer)
    board = table.game.board(seen, viewer)
    if table.state is None:
        # Cards, counts and facts of a board that nobody has set up would only mislead.
        board = replace(board, facts=(), panels=(), trays=())
    return MatchPicture(
        about=about,
        table=table,
        faces=tuple(faces),
        viewer=viewer,
        seq=seq,
        status=status,
        board=marked(board, touched(table.game, events_of(last))),
        to_act=seats_to_act(table),
        offers=_offers(table, viewer, seen) if status == "live" else (),
        paused_for=paused_for,
        absences=tuple(one for one in absences(table, away, claim_away_ms) if one.seat != viewer),
        outage_ms=outage_ms,
    )


def _seen(table: Table, viewer: Viewer) -> dict[str, Json]:
    """Return the viewer's view; before the start, that of the board which nobody has set up yet."""
    if table.state is not None:
        return view(table, viewer)
    empty = table.game.start(table.options, table.seats)
    return {**table.game.view(empty, viewer, over=False), **view(table, viewer)}


def _offers(table: Table, viewer: Viewer, seen: JsonObject) -> tuple[Offer, ...]:
    if viewer is None:
        return ()
    if isinstance(table.game, Offers):
        return table.game.offers(table.state, viewer)
    return tuple(Offer(text, table.game.picks(seen, text)) for text in legal_actions(table, viewer))


def latest(lines: Sequence[JsonObject]) -> tuple[JsonObject, ...]:
    """Return the lines of the last action with the chance events that followed it; the start if nobody has acted."""
    kept: list[JsonObject] = []
    for line in reversed(lines):
        if line["kind"] in MOVED:
            kept.append(line)
        if line["kind"] in {"action", "auto", "start"}:
            break
    return tuple(reversed(kept))


def outage_since(lines: Sequence[JsonObject]) -> int:
    """Return how many milliseconds were given back since the last action, because the service was away."""
    total = 0
    for line in reversed(lines):
        if line["kind"] in {"action", "auto"}:
            break
        if line["kind"] == "outage_credit":
            total += int(str(line["text"]).split()[1])
    return total


def events_of(lines: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the events of several lines in one list."""
    found: list[Any] = []
    for line in lines:
        events: Any = line["events"]
        found.extend(events)
    return found
