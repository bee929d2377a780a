"""The assignment problem in whole numbers, and matchings in graphs held as bits.

A row of a graph is one whole number whose bit j tells whether column j may be taken, so that a step of a search through
a thousand columns costs a few operations on words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = int

BARRED: Final = 1 << 60
"""The cost of what must not be."""

MOST_BITS: Final = 56
_MOST_SHIFTS: Final = 200


def rows_of_bits(matrix: NDArray[np.bool_]) -> list[Bits]:
    """Return each row of a matrix as one number.

    >>> rows_of_bits(np.array([[True, False], [True, True]]))
    [1, 3]
    """
    packed = np.packbits(matrix, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def ones(bits: Bits) -> Iterator[int]:
    """Yield the columns of a row, from the lowest up.

    >>> list(ones(0b1010))
    [1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


@dataclass(slots=True)
class Pairs:
    """A matching of rows and columns that grows and is repaired by alternating paths.

    `rows` has the columns that each row may take; `open` the columns that exist, `free` those that nobody holds.
    """

    rows: dict[int, Bits]
    open: Bits
    free: Bits
    column: dict[int, int]
    holder: dict[int, int]

    @classmethod
    def empty(cls, rows: dict[int, Bits], columns: Bits) -> Pairs:
        """Return a matching without pairs."""
        return cls(rows, columns, columns, {}, {})

    def copy(self) -> Pairs:
        """Return a matching to try something on."""
        return Pairs(dict(self.rows), self.open, self.free, dict(self.column), dict(self.holder))

    def hold(self, row: int, column: int) -> None:
        """Give a row a free column."""
        self.column[row], self.holder[column] = column, row
        self.free &= ~(1 << column)

    def drop_row(self, row: int) -> None:
        """Take a row away; its column becomes free."""
        del self.rows[row]
        column = self.column.pop(row, None)
        if column is not None:
            del self.holder[column]
            self.free |= 1 << column

    def drop_column(self, column: int) -> int | None:
        """Take a column away; return the row that held it."""
        self.open &= ~(1 << column)
        self.free &= ~(1 << column)
        row = self.holder.pop(column, None)
        if row is not None:
            del self.column[row]
        return row

    def add_column(self, column: int) -> None:
        """Put a column in."""
        self.open |= 1 << column
        self.free |= 1 << column

    def place(self, row: int) -> bool:
        """Give a row without column one, moving others if need be; tell whether that is possible."""
        parent: dict[int, int] = {}
        seen, queue = ~self.open, [row]
        for current in queue:
            fresh = self.rows[current] & ~seen
            found = fresh & self.free
            if found:
                self._shift((found & -found).bit_length() - 1, current, parent)
                return True
            seen |= fresh
            for column in ones(fresh):
                parent[column] = current
                queue.append(self.holder[column])
        return False

    def _shift(self, column: int, row: int, parent: dict[int, int]) -> None:
        """Move every row of a path one column on."""
        self.free &= ~(1 << column)
        while True:
            before = self.column.get(row)
            self.column[row], self.holder[column] = column, row
            if before is None:
                return
            column, row = before, parent[before]

    def place_all(self) -> list[int]:
        """Give every row a column as far as possible; return the rows that stay without."""
        for row, allowed in self.rows.items():
            if row not in self.column:
                found = allowed & self.free
                if found:
                    self.hold(row, (found & -found).bit_length() - 1)
        waiting = [row for row in self.rows if row not in self.column]
        return [row for row in waiting if not self.place(row)]

    def reached(self, start: Sequence[int]) -> tuple[list[int], Bits]:
        """Return the rows and columns that alternating paths from these rows reach."""
        columns, queue = 0, list(start)
        for row in queue:
            fresh = self.rows[row] & self.open & ~columns
            columns |= fresh
            queue += [self.holder[column] for column in ones(fresh)]
        return queue, columns


@dataclass(frozen=True, slots=True)
class Assignment:
    """A cheapest assignment: the graph of its tight pairs, and for each row its column."""

    tight: list[Bits]
    column: dict[int, int]


def cheapest(costs: Matrix) -> Assignment | None:
    """Return a cheapest assignment of a symmetric matrix, None if there is none or if it takes too long.

    Primal and dual: column and row minima first, then rows without column grow paths over cells without slack; where
    they end, the duals are shifted by the smallest slack. A pair is tight if both of its cells have no slack; only
    tight pairs are in cheapest assignments, and every perfect matching of tight pairs is a cheapest one.
    """
    size = len(costs)
    row_dual = costs.min(axis=1)
    column_dual = (costs - row_dual[:, None]).min(axis=0)
    if max(row_dual.max(), column_dual.max()) >= BARRED // 2:
        return None
    column: dict[int, int] = {}
    for _ in range(_MOST_SHIFTS):
        without_slack = costs == row_dual[:, None] + column_dual
        pairs = Pairs.empty(dict(enumerate(rows_of_bits(without_slack))), (1 << size) - 1)
        for row, taken in column.items():
            pairs.hold(row, taken)
        waiting = pairs.place_all()
        if not waiting:
            return Assignment(rows_of_bits(without_slack & without_slack.T), pairs.column)
        column = pairs.column
        rows, columns = pairs.reached(waiting)
        inside = np.zeros(size, dtype=bool)
        inside[list(ones(columns))] = True
        slack = (costs[rows][:, ~inside] - row_dual[rows][:, None] - column_dual[~inside]).min()
        if slack >= BARRED // 2:
            return None
        row_dual[rows] += slack
        column_dual[inside] -= slack
    return None
