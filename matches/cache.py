"""Committed rows that this process has seen last. Only ever a guess: the guard proves it, or it is thrown away."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from matches.rows import Row

SIZE: Final = 2_000


class RowCache:
    """The least recently used rows are forgotten. Used from one event loop only."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._rows: OrderedDict[str, Row] = OrderedDict()

    def get(self, match_id: str) -> Row | None:
        """Return the row as it was last seen."""
        row = self._rows.get(match_id)
        if row is not None:
            self._rows.move_to_end(match_id)
        return row

    def put(self, row: Row) -> None:
        """Remember a committed row, unless a newer one is known."""
        known = self._rows.get(row.id)
        if known is None or known.version < row.version:
            self._rows[row.id] = row
        self._rows.move_to_end(row.id)
        if len(self._rows) > self._size:
            self._rows.popitem(last=False)

    def drop(self, match_id: str) -> None:
        """Forget a row that has turned out to be old."""
        self._rows.pop(match_id, None)

    def __len__(self) -> int:
        return len(self._rows)
