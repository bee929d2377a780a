"""Wall legality (rule page, section 12): one union-find of corner points per position, then a look-up per slot."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gameengine.games.flagged.geometry import (
    ALL_SLOTS,
    EDGE,
    NEXT,
    SIDES,
    SIDES_OF,
    SIZE,
    column_of,
    members,
    row_of,
)

_POINTS: Final = SIZE + 1
_BORDER: Final = 0


def _point(column: int, row: int) -> int:
    """Return the number of a corner point; all 32 of the border are one."""
    inside = 0 < column < SIZE and 0 < row < SIZE
    return row * _POINTS + column if inside else _BORDER


def _ends(one: int, other: int) -> tuple[int, int]:
    """Return the end points of the wall between two squares."""
    column, row = column_of(other), row_of(other)
    if row_of(one) == row:
        return _point(column, row), _point(column, row + 1)
    return _point(column, row), _point(column + 1, row)


_ENDS: Final = tuple(_ends(*pair) for pair in SIDES)
_CORNERS: Final = tuple(
    tuple(_point(column_of(square) + across, row_of(square) + up) for across, up in ((0, 0), (1, 0), (1, 1), (0, 1)))
    for square in range(64)
)
_SLOT_ENDS: Final = tuple((1 << slot, one, other) for slot, (one, other) in enumerate(_ENDS))
_NOT_LAST_COLUMN: Final = sum(1 << square for square in range(64) if column_of(square) < SIZE - 1)
_FIRST_ROW: Final = sum(1 << square for square in EDGE[0])
_LAST_ROW: Final = sum(1 << square for square in EDGE[1])
_ALL: Final = (1 << 64) - 1
# Where a pillar may be raised at all: not on the edges of the seats (8.3, 12).
_PILLAR_ROWS: Final = _ALL & ~_FIRST_ROW & ~_LAST_ROW


def _components(walls: int, pillars: int) -> list[int]:
    """Return for each corner point the number of the structure that it belongs to."""
    part = list(range(_POINTS * _POINTS))

    def root(point: int) -> int:
        while part[point] != point:
            part[point] = point = part[part[point]]
        return point

    for slot in members(walls):
        one, other = _ENDS[slot]
        part[root(one)] = root(other)
    for square in members(pillars):
        first, *rest = _CORNERS[square]
        for corner in rest:
            part[root(corner)] = root(first)
    return [root(point) for point in part]


@lru_cache(maxsize=8192)
def open_slots(walls: int, pillars: int) -> int:
    """Return the slots in which a wall may be set: free, at no pillar, and closing nothing off."""
    part = _components(walls, pillars)
    blocked = walls
    for square in members(pillars):
        blocked |= SIDES_OF[square]
    legal = 0
    for bit, one, other in _SLOT_ENDS:
        if part[one] != part[other]:
            legal |= bit
    return legal & ~blocked & ALL_SLOTS


def wall_refusal(walls: int, pillars: int, slot: int) -> str:
    """Return why a wall may not be set in a slot, or "" (the checks that depend on the position alone)."""
    bit = 1 << slot
    if walls & bit:
        return "WALL_OCCUPIED"
    if any(pillars >> square & 1 for square in SIDES[slot]):
        return "WALL_TERRAIN"
    if open_slots(walls, pillars) & bit:
        return ""
    return "WALL_CLOSED" if reachable(walls | bit, pillars, _FIRST_ROW) & _LAST_ROW else "WALL_PATH"


def reachable(walls: int, pillars: int, squares: int) -> int:
    """Return all squares that can be reached from `squares` without crossing a wall or entering a pillar."""
    north, east = crossings(walls)
    passable = _ALL & ~pillars
    reached, before = squares & passable, 0
    while reached != before:
        before = reached
        reached |= ((reached & north) << SIZE | (reached & east) << 1) & passable
        reached |= (reached >> SIZE & north | reached >> 1 & east) & passable
    return reached


@lru_cache(maxsize=1024)
def crossings(walls: int) -> tuple[int, int]:
    """Return the squares from which one may go north, and those from which one may go east."""
    north, east = _ALL & ~_LAST_ROW, _NOT_LAST_COLUMN
    for slot in members(walls):
        one, other = SIDES[slot]
        if other - one == SIZE:
            north &= ~(1 << one)
        else:
            east &= ~(1 << one)
    return north, east


def is_connected(walls: int, pillars: int) -> bool:
    """Tell whether every passable square can be reached from every other (12)."""
    passable = _ALL & ~pillars
    return reachable(walls, pillars, passable & -passable) == passable


@lru_cache(maxsize=2048)
def pillar_squares(walls: int, pillars: int) -> int:
    """Return the squares of rows 2 to 7 on which a pillar may be raised without cutting anything off."""
    part = _components(walls, pillars)
    found = 0
    for square in members(_PILLAR_ROWS & ~pillars):
        if _may_be_raised(square, walls, pillars, part):
            found |= 1 << square
    return found


def _may_be_raised(square: int, walls: int, pillars: int, part: list[int]) -> bool:
    at_side = column_of(square) in {0, SIZE - 1}
    alone = not walls & SIDES_OF[square] and not any(pillars >> other & 1 for other, _ in NEXT[square])
    if alone and len({part[corner] for corner in _CORNERS[square]}) == 4 - at_side:
        return True
    # A wall or pillar at its side joins two corners without closing anything; only the flood can tell.
    return is_connected(walls, pillars | 1 << square)
