"""Trees of pairings whose sides come from seeds, winners and losers: what all elimination formats are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.formats.base import Decision, Index, Pairing, Record, Side, Source

_EMPTY: Final = Side(empty=True)


def bracket_size(entries: int) -> int:
    """Return the next power of two.

    >>> [bracket_size(entries) for entries in (2, 3, 8, 9)]
    [2, 4, 8, 16]
    """
    return 1 << (entries - 1).bit_length()


def seed_order(size: int) -> list[int]:
    """Return the seeds from top to bottom of a full bracket, by doubling.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) + 1 - seed)]
    return order


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the tree before anybody is known.

    With `only_after_upset` it is played only if the second side won the pairing of that key.
    """

    key: str
    round: int
    board: int
    sources: tuple[Source, Source]
    after: tuple[str, ...] = ()
    only_after_upset: str | None = None


class Tree:
    """The bracket, filled in node by node from the record; every node must come after those that it depends on."""

    def __init__(self, record: Record, nodes: Sequence[Node]) -> None:
        self.record = record
        self.by_seed = {str(entrant.seed): entrant for entrant in record.entrants}
        self.out = {entrant.id for entrant in record.entrants if entrant.out}
        self.pairings: dict[str, Pairing] = {}
        for node in nodes:
            self.pairings[node.key] = self._fill(node)

    def decision(self, key: str) -> Decision | None:
        """Return how a pairing was decided: what the record says holds, else what follows from the field."""
        return self.record.decisions.get(key) or self.pairings[key].decision

    def winner(self, key: str) -> Side:
        """Return who goes on from a pairing, as far as it is known."""
        decision = self.decision(key)
        if decision is None:
            return Side()
        return _EMPTY if decision.advances is None else self.pairings[key].sides[decision.advances]

    def loser(self, key: str) -> Side:
        """Return who lost a pairing, as far as it is known. When both were absent neither of them plays on."""
        decision = self.decision(key)
        if decision is None:
            return Side()
        return _EMPTY if decision.advances is None else self.pairings[key].sides[1 - decision.advances]

    def _fill(self, node: Node) -> Pairing:
        """Return the pairing of a node with its sides, and its decision if nobody has to play it."""
        first, second = (self._side(source) for source in node.sources)
        if self._settled_before(node):
            first, second = replace(_EMPTY, source=first.source), replace(_EMPTY, source=second.source)
        pairing = Pairing(node.key, node.round, node.board, (first, second), node.after)
        return replace(pairing, decision=self._unplayed(pairing))

    def _settled_before(self, node: Node) -> bool:
        """Tell whether a pairing that only an upset calls for is not called for."""
        decision = self.decision(node.only_after_upset) if node.only_after_upset else None
        return decision is not None and decision.advances != 1

    def _side(self, source: Source) -> Side:
        """Return who comes from a source."""
        if source.kind == "seed":
            entrant = self.by_seed.get(source.of)
            return Side(entrant.id, source=source) if entrant else replace(_EMPTY, source=source)
        came = self.winner(source.of) if source.kind == "winner" else self.loser(source.of)
        return replace(came, source=source)

    def _unplayed(self, pairing: Pairing) -> Decision | None:
        """Return the decision of a pairing that nobody can or need play: byes, and forfeits of those who have left."""
        if pairing.key in self.record.under_way or not all(side.known for side in pairing.sides):
            return None
        present: list[Index] = [index for index in (0, 1) if self._present(pairing.sides[index])]
        entries = sum(side.entry is not None for side in pairing.sides)
        if entries == 2:
            return _forfeit(present)
        return Decision(present[0], "bye") if present else Decision(None, "empty")

    def _present(self, side: Side) -> bool:
        """Return whether somebody sits here who can play."""
        return side.entry is not None and side.entry not in self.out


def _forfeit(present: Sequence[Index]) -> Decision | None:
    """Return the decision of a pairing of two entries, None while both can play."""
    if len(present) == 2:
        return None
    return Decision(present[0], "forfeit") if present else Decision(None, "double_forfeit")


def entries_of(pairing: Pairing, *, without: Index | None = None) -> list[str]:
    """Return the entries of a pairing but for one side."""
    sides = [side for index, side in enumerate(pairing.sides) if index != without]
    return [side.entry for side in sides if side.entry is not None]
