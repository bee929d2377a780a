"""Can these players be paired at all? The criteria C1 to C5, without asking for the best.

The answers are exact: "no" is never said because a search was cut short, `None` means unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import rustworkx

from tournaments.formats.swiss.field import Member, legal

_NEAR: Final = 30
"""How many players of the order each one sees in the second stage."""

_NEAR_FROM: Final = 120
_TRIES: Final = 6


def may_get_bye(member: Member, bye_score: int | None) -> bool:
    """Return whether a player may get the pairing-allocated bye: C2, and C5 by the score found at the start."""
    return member.may_have_bye and (bye_score is None or member.score == bye_score)


def completable(players: Sequence[Member], bye_score: int | None) -> bool:
    """Return whether everybody can be paired, an odd one out getting the bye.

    >>> completable((), None)
    True
    """
    if len(players) % 2 == 0:
        return perfect(players)
    candidates = [member for member in players if may_get_bye(member, bye_score)]
    if not candidates:
        return False
    without = [member for member in players if member is not candidates[-1]]
    if _everybody_has_half(without):
        return True
    return any(_matched(players, edges, candidates) for edges in _stages(players))


def perfect(players: Sequence[Member], strangers: frozenset[int] = frozenset()) -> bool:
    """Return whether everybody can be paired; of the `strangers` (places) no two with each other."""
    if len(players) % 2:
        return False
    if _everybody_has_half(players, len(strangers)):
        return True
    return any(_matched(players, edges, (), strangers) for edges in _stages(players))


def _everybody_has_half(players: Sequence[Member], strangers: int = 0) -> bool:
    """Return whether everybody certainly has at least half of the others to meet: then there is a circuit through all.

    Dirac's theorem; every second edge of the circuit makes a pairing. False means unknown.
    """
    size = len(players)
    if size <= 2:
        return size == 0 or (not strangers and legal(*players))
    wishes = [member.wish for member in players if member.absolute]
    same_absolute = max(wishes.count(1), wishes.count(-1), 1) - 1
    met = max(len(member.barred) for member in players)
    others = size - 1 - met - same_absolute - max(strangers - 1, 0)
    return 2 * others >= size


def _stages(players: Sequence[Member]) -> Iterator[Iterator[tuple[int, int]]]:
    """Yield edges of the graph: first only those near in the order, then all."""
    if len(players) > _NEAR_FROM:
        yield _edges(players, _NEAR)
    yield _edges(players, len(players))


def _edges(players: Sequence[Member], near: int) -> Iterator[tuple[int, int]]:
    """Yield the legal pairs, by index, of players at most so far apart."""
    for one, member in enumerate(players):
        for other in range(one + 1, min(one + near + 1, len(players))):
            if legal(member, players[other]):
                yield one, other


def _matched(
    players: Sequence[Member],
    edges: Iterable[tuple[int, int]],
    byes: Sequence[Member],
    strangers: frozenset[int] = frozenset(),
) -> bool:
    """Return whether a matching of these edges leaves nobody alone; the bye is one more vertex."""
    size = len(players)
    pairs = [
        (one, other, 1)
        for one, other in edges
        if not (players[one].place in strangers and players[other].place in strangers)
    ]
    index = {member.place: number for number, member in enumerate(players)}
    pairs += [(index[member.place], size, 1) for member in byes]
    return 2 * len(matching(size + bool(byes), pairs)) == size + bool(byes)


def matching(size: int, edges: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Return a matching of as many pairs as possible."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(edges))
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return found


def ideal_next(
    floaters: Sequence[Member],
    following: Sequence[Member],
    rest: Sequence[Member],
    bye_score: int | None,
    *,
    complete: bool = True,
) -> bool | None:
    """Return whether the next bracket comes out as well as any could (C8): nobody floats on but an odd resident.

    None means unknown. `complete` also asks that the rest can be paired (C4).
    """
    players = [*floaters, *following]
    strangers = frozenset(member.place for member in floaters)
    if len(players) % 2 == 0:
        return perfect(players, strangers) and (not complete or completable(rest, bye_score))
    for odd in list(reversed(following))[:_TRIES]:
        others = [member for member in players if member is not odd]
        if perfect(others, strangers) and (not complete or completable([odd, *rest], bye_score)):
            return True
    return False if len(following) <= _TRIES else None


def bye_score(members: Sequence[Member]) -> int | None:
    """Return the lowest score of somebody whose bye lets the rest be paired (C5); None if there is nobody."""
    scores = sorted({member.score for member in members if member.may_have_bye})
    return next((score for score in scores if completable(members, score)), None)
