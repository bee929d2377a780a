"""Figures on the board: where they may go, what they capture, what follows when one enters a square (7, 8, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gameengine.core.types import Seat
from gameengine.games.flagged.draft import Draft, changed
from gameengine.games.flagged.geometry import (
    BETWEEN,
    CLONE,
    COMPANION,
    DIAGONAL,
    DISTANCE,
    FIGURES,
    HERO,
    IS_EDGE,
    NEXT,
    OFF_BOARD,
    OWN,
    SEAT_OF,
    SQUARES,
)
from gameengine.games.flagged.state import State, enemy_clouds, enemy_wards

Position: TypeAlias = "State | Draft"


def is_rooted(p: Position, figure: int) -> bool:
    """Tell whether a figure takes no steps."""
    name = FIGURES[figure]
    return any(status.kind == "root" and status.target == name for status in p.statuses)


def has_status(p: Position, kind: str, seat: Seat) -> bool:
    """Tell whether a seat is shielded or silenced."""
    target = str(seat)
    return any(status.kind == kind and status.target == target for status in p.statuses)


def occupied(p: Position) -> int:
    """Return the squares with a figure, as a set."""
    found = 0
    for square in p.figures:
        if square != OFF_BOARD:
            found |= 1 << square
    return found


def is_near_own(p: Position, seat: Seat, square: int) -> bool:
    """Tell whether a figure of the seat stands at distance 1 or less."""
    return any(p.figures[own] != OFF_BOARD and DISTANCE[p.figures[own]][square] <= 1 for own in OWN[seat])


def is_held(p: Position, seat: Seat, origin: int, target: int) -> str:
    """Return why a figure of the seat may not leave or enter by any movement: `SMOKE_HOLDS`, `WARDED` or "" (9.4)."""
    if not p.markers:
        return ""
    for cloud in enemy_clouds(p.markers, seat):
        if cloud >> origin & 1 and not cloud >> target & 1:
            return "SMOKE_HOLDS"
    return "WARDED" if enemy_wards(p.markers, seat) >> target & 1 else ""


def step_refusal(p: Position, figure: int, origin: int, target: int) -> str:
    """Return the first failing check of 7 for a step of a figure that stands on `origin`, or ""."""
    if p.steps < 1:
        return "NO_STEPS_LEFT"
    if p.statuses and is_rooted(p, figure):
        return "ROOTED"
    return (
        _way_refusal(p, origin, target)
        or is_held(p, SEAT_OF[figure], origin, target)
        or _entry_refusal(p, figure, target)
    )


def _way_refusal(p: Position, origin: int, target: int) -> str:
    wall = BETWEEN.get((origin, target))
    if wall is not None:
        return "TERRAIN_BLOCKS" if p.pillars >> target & 1 else "WALL_BLOCKS" if p.walls & wall else ""
    across, up = abs((origin & 7) - (target & 7)), abs((origin >> 3) - (target >> 3))
    if across == up != 0 and not p.diagonal:
        return "NOT_STRAIGHT"
    if not across == up == 1:
        return "NOT_ADJACENT"
    if p.pillars >> target & 1:
        return "TERRAIN_BLOCKS"
    ways = next(ways for other, ways in DIAGONAL[origin] if other == target)
    return "" if is_open_round(p, ways) else "WALL_BLOCKS"


def is_open_round(p: Position, ways: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether one of the two ways round is free of walls and pillars (7)."""
    return any(not p.walls & walls and not p.pillars & corner for walls, corner in ways)


def _entry_refusal(p: Position, figure: int, target: int) -> str:
    if target not in p.figures:
        return ""
    other = p.figures.index(target)
    if SEAT_OF[other] == SEAT_OF[figure]:
        return "OWN_FIGURE"
    if figure in CLONE and not p.clone_captures:
        return "CLONE_CANNOT_CAPTURE"
    return "TARGET_SHIELDED" if has_status(p, "shield", SEAT_OF[other]) else ""


def steps_of(p: Position, seat: Seat) -> Iterator[tuple[int, int, int]]:
    """Yield every step of the seat on turn: figure, origin, target."""
    if p.steps < 1:
        return
    held = bool(p.markers)
    for figure in OWN[seat]:
        origin = p.figures[figure]
        if origin == OFF_BOARD or (p.statuses and is_rooted(p, figure)):
            continue
        for target, wall in NEXT[origin]:
            if p.walls & wall or p.pillars >> target & 1 or _entry_refusal(p, figure, target):
                continue
            if not held or not is_held(p, seat, origin, target):
                yield figure, origin, target
        if p.diagonal:
            for target, _ in DIAGONAL[origin]:
                if not step_refusal(p, figure, origin, target):
                    yield figure, origin, target


def put(d: Draft, figure: int, square: int) -> None:
    """Set a figure on a square, or take it off the board; nothing follows from that."""
    d.figures = changed(d.figures, figure, square)


def capture(d: Draft, figure: int, by: Seat) -> None:
    """Take a figure of the other seat off the board, with all that follows for a hero (8.2)."""
    owner = SEAT_OF[figure]
    d.tell("CAPTURED", figure=FIGURES[figure], square=SQUARES[d.figures[figure]], by=by)
    _remove(d, figure)
    if figure != HERO[owner]:
        return
    for other in (CLONE[owner], COMPANION[owner]):
        if d.figures[other] != OFF_BOARD:
            d.tell("FIGURE_LEFT", figure=FIGURES[other], square=SQUARES[d.figures[other]])
            _remove(d, other)
    d.carries = changed(d.carries, owner, False)
    d.used = changed(d.used, owner, False)
    count = d.captures[owner] + 1
    d.captures = changed(d.captures, owner, count)
    d.skips = changed(d.skips, owner, d.skips[owner] + count)
    d.progress = True
    _trigger(d, owner, "hero")
    if count >= d.variant.max_captures:
        d.result = f"{1 - owner}:HERO_CAPTURES"


def _remove(d: Draft, figure: int) -> None:
    put(d, figure, OFF_BOARD)
    if d.statuses:
        # What held a figure is gone with it; a new one starts free.
        d.statuses = tuple(status for status in d.statuses if status.target != FIGURES[figure])


def _trigger(d: Draft, seat: Seat, trigger: str) -> None:
    if seat == d.turn:
        d.live = (*d.live, trigger)
    else:
        d.triggers = (*d.triggers, trigger)


def enter(d: Draft, figure: int, square: int) -> None:
    """Let a figure enter a square: capture, flag, flag point, triggers, in this order (7)."""
    seat = SEAT_OF[figure]
    if square in d.figures:
        enemy = d.figures.index(square)
        capture(d, enemy, seat)
    put(d, figure, square)
    if not d.result and figure == HERO[seat]:
        _touch_edges(d, seat, square)
    if not d.result and is_near_own(d, 1 - seat, square):
        _trigger(d, 1 - seat, f"adj:{FIGURES[figure]}")


def _touch_edges(d: Draft, seat: Seat, square: int) -> None:
    if IS_EDGE[1 - seat][square] and not d.carries[seat]:
        d.carries = changed(d.carries, seat, True)
        d.progress = True
        d.tell("FLAG_TAKEN", seat=seat)
    elif IS_EDGE[seat][square] and d.carries[seat]:
        d.carries = changed(d.carries, seat, False)
        d.points = changed(d.points, seat, d.points[seat] + 1)
        d.progress = True
        d.tell("FLAG_SCORED", seat=seat, points=d.points[seat])
        if d.points[seat] >= d.variant.flag_points:
            d.result = f"{seat}:FLAG_POINTS"


def step(d: Draft, figure: int, origin: int, target: int) -> None:
    """Take a step that has been checked."""
    d.steps -= 1
    if (origin, target) not in BETWEEN:
        d.diagonal -= 1
    told_move(d, figure, origin, target, "step")
    d.live = (f"own:{FIGURES[figure]}",)
    enter(d, figure, target)


def told_move(d: Draft, figure: int, origin: int, target: int, way: str) -> None:
    """Tell that a figure went from one square to another."""
    d.tell("FIGURE_MOVED", figure=FIGURES[figure], **{"from": SQUARES[origin], "to": SQUARES[target], "way": way})
