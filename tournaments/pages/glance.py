"""Boards at a glance, for arbiters: tiles with who is there, whose turn it is, and what is the matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages import boards
from tournaments.pages.boards import Tile, TileSide
from tournaments.selectors.glance import Watched

Presence: TypeAlias = Literal["here", "away", "bot"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a board, and whether somebody is there."""

    side: TileSide
    presence: Presence


@dataclass(frozen=True, slots=True)
class Board:
    """One board; `flags` tell in words what an arbiter should know of it."""

    tile: Tile
    seats: tuple[Seat, ...]
    flags: tuple[str, ...]


def glances(watched: Iterable[Watched]) -> list[Board]:
    """Return boards in their order."""
    known = list(watched)
    return [_board(tile, one) for tile, one in zip(boards.tiles(one.game for one in known), known, strict=True)]


def _board(tile: Tile, one: Watched) -> Board:
    return Board(tile, tuple(Seat(side, _presence(one, side.index)) for side in tile.sides), tuple(_flags(one)))


def _presence(one: Watched, seat: int) -> Presence:
    if seat in one.bots:
        return "bot"
    return "away" if seat in one.away else "here"


def _flags(one: Watched) -> Iterator[str]:
    """Yield what is the matter, the gravest first."""
    if one.disputes:
        yield ngettext("%(n)s dispute", "%(n)s disputes", one.disputes) % {"n": one.disputes}
    if one.calls:
        yield ngettext("%(n)s call", "%(n)s calls", one.calls) % {"n": one.calls}
    if one.quiet_left is not None:
        yield _("%(n)s quiet moves left") % {"n": one.quiet_left}
