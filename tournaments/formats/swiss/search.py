"""Finding the first of the best matchings: one number for all criteria, then more digits for the order of candidates.

Knows nothing of Swiss rules: vertices, edges with costs, costs of staying alone, and digits to be decided in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

import rustworkx

Vertex: TypeAlias = int
Mate: TypeAlias = Mapping[Vertex, Vertex]
"""Who is paired with whom, both ways; who stays alone is missing."""

# rustworkx computes in 128 bits with sign; its duals need a factor of a few.
_MOST_BITS: Final = 118


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit that one vertex decides: its value when paired with some vertex, or with None when alone."""

    vertex: Vertex
    largest: int
    value: Callable[[Vertex | None], int]


Sum: TypeAlias = tuple[int, Mapping[Vertex, Callable[[Vertex | None], int]]]
"""A digit that several vertices share: its largest value, and what each of them adds."""


def is_wide(limit: int) -> bool:
    """Return whether costs below this limit are too wide for the quick solver."""
    return limit.bit_length() > _MOST_BITS


class Search:
    """A graph in which a matching of least cost is found, then narrowed down digit by digit.

    `alone` has the cost of staying alone per vertex, `edges` the cost per pair, `limit` is above every sum of costs.
    """

    def __init__(self, alone: Sequence[int], edges: Mapping[tuple[Vertex, Vertex], int], limit: int) -> None:
        self.taken: dict[Vertex, Vertex] = {}
        self._alone = list(alone)
        self._near: list[dict[Vertex, int]] = [{} for _ in alone]
        for (one, other), cost in edges.items():
            self._near[one][other] = self._near[other][one] = cost
        self._limit = limit
        self._must: set[Vertex] = set()

    def best(self, digits: Sequence[Digit] = (), sums: Sequence[Sum] = ()) -> Mate:
        """Return a matching of least cost; among those the one that makes the sums least, then the digits, in order."""
        order = _Order(sums, digits)
        unit = order.limit
        scale = unit * (len(self._must) + 1)
        alone = [cost * scale + (unit if vertex in self._must else 0) for vertex, cost in enumerate(self._alone)]
        for vertex in order.vertices:
            alone[vertex] += order.value(vertex, None)
        pairs = heaviest(len(alone), list(self._weighted(alone, order, scale)), wide=is_wide(self._limit * scale))
        mate = dict(self.taken)
        for one, other in pairs:
            mate[one], mate[other] = other, one
        return mate

    def _weighted(self, alone: Sequence[int], order: _Order, scale: int) -> Iterable[tuple[Vertex, Vertex, int]]:
        """Yield the edges as the solver wants them: it looks for the largest sum of what pairing saves."""
        deciding = order.vertices
        for one, near in enumerate(self._near):
            for other, cost in near.items():
                if other < one:
                    continue
                saved = alone[one] + alone[other] - cost * scale
                if one in deciding:
                    saved -= order.value(one, other)
                if other in deciding:
                    saved -= order.value(other, one)
                yield one, other, saved

    def decide(self, digits: Sequence[Digit]) -> Mate:
        """Decide digits one after the other, as many in one run as there is room for; return the last matching."""
        mate, rest = self.best() if not digits else {}, list(digits)
        while rest:
            count = self._fitting(rest)
            mate = self.best(rest[:count])
            for digit in rest[:count]:
                self.freeze(digit, mate.get(digit.vertex))
            rest = rest[count:]
        return mate

    def fits(self, digits: Sequence[Digit], sums: Sequence[Sum] = ()) -> bool:
        """Return whether all of these can be decided in one run."""
        return _Order(sums, digits).limit.bit_length() <= self._room()

    def keep(self, sums: Sequence[Sum]) -> Search:
        """Return the same search with these sums counted among the criteria, below all others."""
        order = _Order(sums, ())
        alone = [cost * order.limit + order.value(vertex, None) for vertex, cost in enumerate(self._alone)]
        edges = {
            (one, other): cost * order.limit + order.value(one, other) + order.value(other, one)
            for one, near in enumerate(self._near)
            for other, cost in near.items()
            if one < other
        }
        kept = Search(alone, edges, self._limit * order.limit)
        kept.taken, kept._must = dict(self.taken), set(self._must)
        return kept

    def _room(self) -> int:
        """Return how many bits are left for digits of order."""
        return _MOST_BITS - (self._limit * (len(self._must) + 1)).bit_length()

    def _fitting(self, digits: Sequence[Digit]) -> int:
        """Return how many of the digits fit into one run; at least one."""
        room, width = self._room(), 1
        if room <= 0:
            return len(digits)
        for count, digit in enumerate(digits):
            width *= digit.largest + 1
            if width.bit_length() > room:
                return max(count, 1)
        return len(digits)

    def freeze(self, digit: Digit, mate: Vertex | None) -> None:
        """Keep only what leaves the digit at the value that it has with this mate."""
        vertex, value = digit.vertex, digit.value(mate)
        if vertex in self.taken:
            return
        fitting = [other for other in self._near[vertex] if digit.value(other) == value]
        if digit.value(None) != value:
            if len(fitting) == 1:
                self._take(vertex, fitting[0])
                return
            self._must.add(vertex)
        for other in self._near[vertex].keys() - set(fitting):
            del self._near[vertex][other], self._near[other][vertex]

    def _take(self, one: Vertex, other: Vertex) -> None:
        """Pair two for good."""
        self.taken[one], self.taken[other] = other, one
        for vertex in (one, other):
            for near in self._near[vertex]:
                del self._near[near][vertex]
            self._near[vertex] = {}
        self._must -= {one, other}


def heaviest(size: int, edges: Sequence[tuple[int, int, int]], *, wide: bool) -> set[tuple[int, int]]:
    """Return a matching of the largest weight. Weights beyond 128 bits are slow but as exact."""
    if wide:
        import networkx  # rarely needed, and slow to load

        slow = networkx.Graph()
        slow.add_weighted_edges_from(edges)
        return cast(set[tuple[int, int]], networkx.max_weight_matching(slow))
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return found


class _Order:
    """The digits of order of one run, as place values below the criteria."""

    def __init__(self, sums: Sequence[Sum], digits: Sequence[Digit]) -> None:
        parts: dict[Vertex, list[tuple[int, Callable[[Vertex | None], int]]]] = {}
        place = 1
        for digit in reversed(digits):
            parts.setdefault(digit.vertex, []).append((place, digit.value))
            place *= digit.largest + 1
        for largest, shares in reversed(sums):
            for vertex, value in shares.items():
                parts.setdefault(vertex, []).append((place, value))
            place *= largest + 1
        self.vertices = parts
        self.limit = place

    def value(self, vertex: Vertex, mate: Vertex | None) -> int:
        """Return what a vertex adds with this mate."""
        return sum(place * value(mate) for place, value in self.vertices.get(vertex, ()))
