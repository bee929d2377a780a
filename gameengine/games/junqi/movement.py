"""Where a piece can go: roads, straight rails, and the engineer's way round corners (rule page 6.2 to 6.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gameengine.games.junqi.content import (
    BATTLE,
    BLUE_BIT,
    DOWN_BIT,
    ENGINEER,
    FLAG,
    IS_CAMP,
    IS_HEADQUARTERS,
    MINE,
    MOVER,
    RAILS,
    RAYS,
    ROADS,
    TAKES_FLAG,
    kind_of,
)
from gameengine.games.junqi.state import Variant, has_face_down


def reach(board: Sequence[int], origin: int, *, turns: bool) -> list[int]:
    """Return the nodes that a piece on `origin` can get to: empty ones, and the first occupied one on each way.

    Roads first, then rails; no node twice. `turns` is the engineer's right to round corners.
    """
    nodes = list(ROADS[origin])
    if turns:
        return _flood(board, origin, nodes)
    for ray in RAYS[origin]:
        for node in ray:
            nodes.append(node)
            if board[node]:
                break
    return nodes


def _flood(board: Sequence[int], origin: int, nodes: list[int]) -> list[int]:
    """Add every rail node that a path over empty rail nodes leads to; the start counts as left (6.4)."""
    seen = 1 << origin
    ways = [origin]
    for node in ways:
        for beside in RAILS[node]:
            if not seen >> beside & 1:
                seen |= 1 << beside
                nodes.append(beside)
                if not board[beside]:
                    ways.append(beside)
    return nodes


def reach_of(board: bytes, origin: int, variant: Variant) -> list[int]:
    """Return `reach` for the piece that stands on `origin`."""
    return reach(board, origin, turns=variant.engineer_turns and kind_of(board[origin]) == ENGINEER)


def path(board: bytes, origin: int, target: int) -> tuple[int, ...]:
    """Return a shortest way from `origin` to a node that it reaches, both ends included (for display only)."""
    if target in ROADS[origin]:
        return origin, target
    for ray in RAYS[origin]:
        if target in ray and not any(board[node] for node in ray[: ray.index(target)]):
            return origin, *ray[: ray.index(target) + 1]
    return _engineer_path(board, origin, target)


def _engineer_path(board: bytes, origin: int, target: int) -> tuple[int, ...]:
    ways: list[tuple[int, ...]] = [(origin,)]
    seen = {origin}
    for way in ways:
        for node in RAILS[way[-1]]:
            if node == target:
                return *way, node
            if node not in seen and not board[node]:
                seen.add(node)
                ways.append((*way, node))
    raise AssertionError("no way to a node that was found reachable")


def flag_is_open(board: bytes, colour: int, flag_rule: str) -> bool:
    """Tell whether the flag of a colour may be attacked (6.5.4)."""
    if flag_rule == "always":
        return True
    mine = MINE | colour * BLUE_BIT
    if mine in board or mine | DOWN_BIT in board:
        return False
    return flag_rule == "mines" or not has_face_down(board)


def may_leave(origin: int, variant: Variant) -> bool:
    """Tell whether the node lets pieces out: only the option `hq_traps` ever forbids it."""
    return not (variant.hq_traps and IS_HEADQUARTERS[origin])


def steps(board: bytes, colour: int, variant: Variant) -> Iterator[tuple[int, int]]:
    """Yield every legal move and attack of a colour as (from, to), by origin in node order."""
    flag = FLAG | (1 - colour) * BLUE_BIT
    flag_open = flag in board and flag_is_open(board, 1 - colour, variant.flag_rule)
    turning = (ENGINEER | colour * BLUE_BIT) if variant.engineer_turns else -1
    for origin, piece in enumerate(board):
        if MOVER[piece] != colour or not may_leave(origin, variant):
            continue
        clash = BATTLE[piece]
        for target in reach(board, origin, turns=piece == turning):
            there = board[target]
            if not there or (clash[there] and not IS_CAMP[target] and (clash[there] != TAKES_FLAG or flag_open)):
                yield origin, target
