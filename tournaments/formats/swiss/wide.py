"""Brackets of a dozen players and more: an assignment problem settles the quality, the tight pairs give the order.

The cheapest assignment, players being rows and columns at once, costs no more than twice the best matching. So as soon
as a perfect matching of tight pairs is found, the best candidates are exactly the perfect matchings of the tight graph,
and what is left is to find the first of them. Source: design page on pairing, 4.6, step C.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tournaments.formats.swiss.assignment import BARRED, MOST_BITS, Bits, Matrix, Pairs, cheapest, ones
from tournaments.formats.swiss.criteria import Bracket, Costs, c10, c11
from tournaments.formats.swiss.field import ABSOLUTE, DOWN, STRONG, UP, Member, legal

_MOST_EXCHANGES: Final = 3000


@dataclass(frozen=True, slots=True)
class WideAnswer:
    """The first of the best candidates of a bracket: pairs, and at most one who floats down."""

    pairs: list[tuple[Member, Member]]
    floaters: list[Member]
    how: str


def wide_answer(bracket: Bracket, *, byes: Collection[int] | None, staying: Collection[int]) -> WideAnswer | None:
    """Return the answer for a bracket alone, None if this way does not lead to it.

    `byes` are the places of those who may float down because they would get the bye (None: everybody may); `staying`
    of those who must not.
    """
    players = bracket.players
    if len(bracket.movers) > len(bracket.residents):
        return None
    may_float = [
        member for member in bracket.residents if (byes is None or member.place in byes) and member.place not in staying
    ]
    odd = len(players) % 2 == 1
    if odd and not may_float:
        return None
    natural = _natural(bracket, may_float, counts_unplayed=byes is not None)
    if natural:
        return natural
    costs = Costs(bracket, bye=byes is not None, span=("C9", "C21"))
    if costs.scale.limit.bit_length() > MOST_BITS:
        return None
    assignment = cheapest(_matrix(bracket, costs, may_float if odd else None))
    if assignment is None:
        return None
    return _First(bracket, assignment.tight, assignment.column, odd=odd).answer()


def _natural(bracket: Bracket, may_float: Sequence[Member], *, counts_unplayed: bool) -> WideAnswer | None:
    """Return the very first candidate if no criterion has anything against it; nearly every first round ends here."""
    residents, half = bracket.residents, len(bracket.residents) // 2
    if bracket.movers:
        return None
    floaters = list(residents[2 * half :])
    for member in floaters:
        if DOWN in member.floats or member not in may_float or (counts_unplayed and member.unplayed):
            return None
    pairs = list(zip(residents[:half], residents[half : 2 * half], strict=True))
    if all(legal(one, other) and (not one.wish or one.wish != other.wish) for one, other in pairs):
        return WideAnswer(pairs, floaters, "natural")
    return None


def _matrix(bracket: Bracket, costs: Costs, may_float: Sequence[Member] | None) -> Matrix:
    """Return what pairs cost; in an odd bracket the last row and column stand for floating down."""
    players, movers = bracket.players, len(bracket.movers)
    size = len(players) + (may_float is not None)
    matrix = np.zeros((size, size), dtype=np.int64)
    inner = matrix[: len(players), : len(players)]
    _colours(players, costs, inner)
    _upfloats(bracket, costs, inner)
    _bar(bracket, inner)
    if may_float is not None:
        matrix[-1, :] = matrix[:, -1] = BARRED
        first = players[movers].place
        for member in may_float:
            index = movers + member.place - first
            matrix[-1, index] = matrix[index, -1] = costs.down(member) + costs.bye(member)
    return matrix


def _colours(players: Sequence[Member], costs: Costs, inner: Matrix) -> None:
    """Add C12 and C13, and in the last round C10 and C11."""
    wish = np.array([member.wish for member in players], dtype=np.int8)
    strong = np.array([member.strength >= STRONG for member in players])
    unit = costs.scale("C12"), costs.scale("C13")
    for colour in (1, -1):
        of_colour = wish == colour
        strong_ones = of_colour & strong
        inner[np.ix_(of_colour, of_colour)] += unit[0]
        inner[np.ix_(strong_ones, strong_ones)] += unit[1]
    if costs.bracket.last_round:
        absolute = [index for index, member in enumerate(players) if member.strength == ABSOLUTE]
        for one in absolute:
            for other in absolute:
                if one != other and (players[one].topscorer or players[other].topscorer):
                    pair = players[one], players[other]
                    inner[one, other] += c10(*pair) * costs.scale("C10") + c11(*pair) * costs.scale("C11")


def _upfloats(bracket: Bracket, costs: Costs, inner: Matrix) -> None:
    """Add C15, C17, C19 and C21: movers who meet a resident that floated up before."""
    movers = len(bracket.movers)
    for ago in (0, 1):
        again = [index for index, member in enumerate(bracket.players) if index >= movers and member.floats[ago] == UP]
        if not again:
            continue
        for row, mover in enumerate(bracket.movers):
            cost = costs.scale(f"C{15 + 2 * ago}") + costs.scale(f"C{19 + 2 * ago}", mover.score)
            inner[row, again] += cost
            inner[again, row] += cost


def _bar(bracket: Bracket, inner: Matrix) -> None:
    """Bar what is not legal: oneself, two movers, C1 with forbidden pairs, C3."""
    players, movers = bracket.players, len(bracket.movers)
    np.fill_diagonal(inner, BARRED)
    inner[:movers, :movers] = BARRED
    index = {member.place: number for number, member in enumerate(players)}
    for row, member in enumerate(players):
        met = [index[place] for place in member.barred if place in index]
        if met:
            inner[row, met] = BARRED
    for colour in (1, -1):
        absolute = [number for number, member in enumerate(players) if member.absolute and member.wish == colour]
        inner[np.ix_(absolute, absolute)] = BARRED


class _First:
    """The first perfect matching of the tight graph in the order of candidates."""

    def __init__(self, bracket: Bracket, tight: Sequence[Bits], column: dict[int, int], *, odd: bool) -> None:
        self.bracket = bracket
        self.tight = tight
        self.odd = odd
        self.size = len(bracket.players)
        total = self.size + odd
        self.doubled = Pairs(dict(enumerate(tight)), (1 << total) - 1, 0, {}, {})
        for row, taken in column.items():
            self.doubled.hold(row, taken)
        self.chosen: list[tuple[int, int]] = []

    def answer(self) -> WideAnswer | None:
        """Return the answer, None if the tight graph does not show it."""
        if not all(self._opponent(mover) for mover in range(len(self.bracket.movers))):
            return None
        taken = {vertex for pair in self.chosen for vertex in pair}
        left = [vertex for vertex in range(self.size) if vertex not in taken]
        half = len(left) // 2
        halves = _Halves(self.tight, left[:half], left[half:], self.size if self.odd else None)
        pairs = halves.solve()
        return None if pairs is None else self._answer(pairs)

    def _opponent(self, mover: int) -> bool:
        """Pair a mover with the first resident without whom the others still have an assignment."""
        for resident in ones(self.tight[mover] & self.doubled.open & ~((1 << len(self.bracket.movers)) - 1)):
            if resident == self.size:
                continue
            without = _without(self.doubled, mover, resident)
            if without:
                self.doubled = without
                self.chosen.append((mover, resident))
                return True
        return False

    def _answer(self, pairs: dict[int, int]) -> WideAnswer:
        players = self.bracket.players
        floaters = [players[column] for row, column in pairs.items() if row == self.size]
        found = [*self.chosen, *((row, column) for row, column in pairs.items() if row != self.size)]
        ordered = sorted((min(pair), max(pair)) for pair in found)
        return WideAnswer([(players[one], players[other]) for one, other in ordered], floaters, "assignment")


def _without(doubled: Pairs, one: int, other: int) -> Pairs | None:
    """Return the assignment of the others, None if there is none."""
    left = doubled.copy()
    for vertex in (one, other):
        left.drop_row(vertex)
    waiting = [left.drop_column(vertex) for vertex in (one, other)]
    return left if all(left.place(row) for row in waiting if row is not None) else None


class _Halves:
    """S1 against S2 over tight pairs; `down` is the vertex for floating down, the last row."""

    def __init__(self, tight: Sequence[Bits], upper: Sequence[int], lower: Sequence[int], down: int | None) -> None:
        self.tight = tight
        self.upper, self.lower = list(upper), list(lower)
        self.down = down

    def solve(self) -> dict[int, int] | None:
        """Return row and column of the first matching: without exchange, or with one of one player."""
        pairs = self._pairs(self.upper, self.lower)
        waiting = pairs.place_all()
        if not waiting:
            return _first_in_order(pairs, self._rows(self.upper))
        if len(waiting) > 1:
            return None
        return self._exchanged(pairs)

    def _rows(self, upper: Sequence[int]) -> list[int]:
        return [*upper, *([self.down] if self.down is not None else [])]

    def _pairs(self, upper: Sequence[int], lower: Sequence[int]) -> Pairs:
        columns = sum(1 << vertex for vertex in lower)
        return Pairs.empty({row: self.tight[row] for row in self._rows(upper)}, columns)

    def _exchanged(self, pairs: Pairs) -> dict[int, int] | None:
        """Walk the exchanges of one player in the order of the rules until one fits."""
        for tried, (moved, raised) in enumerate(self._exchanges()):
            if tried >= _MOST_EXCHANGES:
                return None
            fitting = self._with_exchange(pairs, moved, raised)
            if fitting:
                upper = sorted({*self.upper, raised} - {moved})
                return _first_in_order(fitting, self._rows(upper))
        return None

    def _exchanges(self) -> Iterator[tuple[int, int]]:
        """Yield whom to move down and whom to move up: smallest difference first, then the lower of S1."""
        numbers = [*self.upper, *self.lower]
        size = len(self.upper)
        for difference in range(1, len(numbers)):
            for moved in range(size - 1, max(size - 1 - difference, -1), -1):
                if moved + difference < len(numbers):
                    yield numbers[moved], numbers[moved + difference]

    def _with_exchange(self, pairs: Pairs, moved: int, raised: int) -> Pairs | None:
        """Return a matching with two players exchanged, None if there is none."""
        tried = pairs.copy()
        tried.drop_row(moved)
        tried.drop_column(raised)
        tried.rows[raised] = self.tight[raised]
        tried.add_column(moved)
        waiting = [row for row in tried.rows if row not in tried.column]
        return tried if all(tried.place(row) for row in waiting) else None


def _first_in_order(pairs: Pairs, rows: Sequence[int]) -> dict[int, int]:
    """Return the matching in which the rows, in order, have the lowest columns."""
    found: dict[int, int] = {}
    for row in rows:
        current = pairs.column[row]
        lower = pairs.rows[row] & pairs.open & ((1 << current) - 1)
        for column in ones(lower):
            tried = _give(pairs, row, column)
            if tried:
                pairs, current = tried, column
                break
        found[row] = current
        pairs.drop_row(row)
        pairs.drop_column(current)
    return found


def _give(pairs: Pairs, row: int, column: int) -> Pairs | None:
    """Return a matching in which a row has a certain column, None if the others then have none."""
    tried = pairs.copy()
    tried.drop_row(row)
    displaced = tried.drop_column(column)
    if displaced is not None and not tried.place(displaced):
        return None
    tried.rows[row] = 1 << column
    tried.add_column(column)
    tried.hold(row, column)
    return tried
