"""The order in which candidates of a bracket are met (C.04.3, 3.3 to 3.7 and article 4), as digits for the search.

Vertices 0 to movers - 1 are the players moved down, the next ones the residents, both in order; whatever comes after
them belongs to lower brackets and has no order here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tournaments.formats.swiss.search import Digit, Mate, Search, Sum, Vertex

_Value: TypeAlias = Callable[[Vertex | None], int]


def first_candidate(search: Search, movers: int, residents: int) -> Mate:
    """Return the first of the best candidates: who is paired with whom inside the bracket, and who is not."""
    inside = range(movers, movers + residents)
    mate: Mate = {}
    if movers:
        mate = search.decide([*_chosen(movers, inside), *_opponents(movers, inside)])
    left = [vertex for vertex in inside if vertex not in search.taken]
    # Without movers the number of pairs is not known yet; most often everybody but one is paired.
    pairs = _pairs_among(left, mate) if movers else len(left) // 2
    found = _Remainder(search, left, pairs).solve()
    if found is None:
        return _Remainder(search, left, _pairs_among(left, search.best())).solve() or {}
    return found


def _chosen(movers: int, inside: range) -> list[Digit]:
    """Return the digits that choose who of the movers is paired: the best-placed first."""
    return [Digit(mover, 1, lambda mate: int(mate not in inside)) for mover in range(movers)]


def _opponents(movers: int, inside: range) -> list[Digit]:
    """Return the digits that choose the movers' opponents, mover by mover."""

    def number(mate: Vertex | None) -> int:
        return mate - inside.start + 1 if mate is not None and mate in inside else 0

    return [Digit(mover, len(inside), number) for mover in range(movers)]


def _pairs_among(left: Sequence[Vertex], mate: Mate) -> int:
    """Return how many pairs there are within a set of vertices."""
    among = set(left)
    return sum(mate.get(vertex) in among for vertex in left) // 2


class _Remainder:
    """The residents who are left once the movers have opponents (all of them without movers): S1 against S2."""

    def __init__(self, search: Search, left: Sequence[Vertex], pairs: int) -> None:
        self.search = search
        self.left = left
        self.pairs = pairs
        self.number = {vertex: index for index, vertex in enumerate(left, 1)}
        self.upper, self.lower = list(left[:pairs]), list(left[pairs:])

    def solve(self) -> Mate | None:
        """Return the matching; None if it has another number of pairs than was thought."""
        sums = [self._exchanges(), self._differences()]
        partners = [self._partner(vertex) for vertex in self.upper]
        at_once = self.search.fits(partners, sums)
        mate = self.search.best(partners if at_once else (), sums)
        if _pairs_among(self.left, mate) != self.pairs:
            return None
        moves = sum(self._moves_down(vertex, mate.get(vertex)) for vertex in self.upper)
        if moves:
            mate = self._exchange(sums)
        elif not at_once:
            self._freeze(mate)
        if moves or not at_once:
            mate = self.search.decide([self._partner(vertex) for vertex in self.upper])
        return mate

    def _exchange(self, sums: Sequence[Sum]) -> Mate:
        """Choose who moves down from S1 and who moves up from S2, and form the new halves."""
        down = [Digit(vertex, 1, self._stays(vertex)) for vertex in reversed(self.upper)]
        up = [Digit(vertex, 1, self._remains(vertex)) for vertex in self.lower]
        mate = self.search.keep(sums).decide([*down, *up])
        moved = {vertex for vertex in self.upper if self._moves_down(vertex, mate.get(vertex))}
        raised = {vertex for vertex in self.lower if self._moves_up(vertex, mate.get(vertex))}
        self.upper = sorted((set(self.upper) - moved) | raised)
        self.lower = sorted((set(self.lower) - raised) | moved)
        self._freeze(mate)
        return mate

    def _freeze(self, mate: Mate) -> None:
        """Leave only pairs of one from each half, and everybody of S1 paired."""
        lower = set(self.lower)
        for vertex in self.upper:
            self.search.freeze(Digit(vertex, 1, lambda other: int(other in lower)), mate.get(vertex))
        number = self.number
        for vertex in self.lower:
            halves = Digit(vertex, 1, lambda other: int(other in lower and other in number))
            self.search.freeze(halves, mate.get(vertex))

    def _partner(self, vertex: Vertex) -> Digit:
        """Return the digit for the number of the partner."""
        return Digit(vertex, len(self.left), lambda mate: self.number.get(mate, 0) if mate is not None else 0)

    def _moves_down(self, vertex: Vertex, mate: Vertex | None) -> bool:
        """Return whether a player of S1 counts as exchanged: floats, or meets a better one of S1."""
        return mate is None or mate not in self.number or mate < vertex

    def _moves_up(self, vertex: Vertex, mate: Vertex | None) -> bool:
        """Return whether a player of S2 counts as exchanged: meets a worse one of S2."""
        return mate is not None and mate in self.number and mate > vertex

    def _stays(self, vertex: Vertex) -> _Value:
        return lambda mate: int(not self._moves_down(vertex, mate))

    def _remains(self, vertex: Vertex) -> _Value:
        return lambda mate: int(not self._moves_up(vertex, mate))

    def _down(self, vertex: Vertex, value: int) -> _Value:
        return lambda mate: value if self._moves_down(vertex, mate) else 0

    def _up(self, vertex: Vertex, value: int) -> _Value:
        return lambda mate: value if self._moves_up(vertex, mate) else 0

    def _exchanges(self) -> Sum:
        """Return the number of exchanged players of S1."""
        return self.pairs, {vertex: self._down(vertex, 1) for vertex in self.upper}

    def _differences(self) -> Sum:
        """Return the sum of numbers moved up less the sum of numbers moved down, kept positive per exchange."""
        size = len(self.left)
        down = {vertex: self._down(vertex, size - self.number[vertex]) for vertex in self.upper}
        up = {vertex: self._up(vertex, self.number[vertex]) for vertex in self.lower}
        return 2 * size * max(self.pairs, 1), {**down, **up}
