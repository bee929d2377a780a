"""The pairing of a round by the Dutch system (C.04.3), bracket by bracket from the top.

A bracket is solved as a small problem first; then it is proven that the answer also holds in the large one: the small
problem has every candidate of the large one and more, compared and met in the same order, so its answer is right if it
is a candidate of the large one at all. What cannot be proven is solved again with more players in the graph.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tournaments.formats.swiss.collapse import pair_2017
from tournaments.formats.swiss.colours import Seats, in_board_order
from tournaments.formats.swiss.criteria import Bracket
from tournaments.formats.swiss.field import Field, Member, by_place, field_of
from tournaments.formats.swiss.graphs import BracketGraph, inside_pairs, unpaired
from tournaments.formats.swiss.impossible import explained
from tournaments.formats.swiss.model import PairingRequest, RoundPairing
from tournaments.formats.swiss.proofs import bye_score, completable, ideal_next, may_get_bye
from tournaments.formats.swiss.solved import Solved
from tournaments.formats.swiss.wide import WideAnswer, wide_answer


@dataclass(frozen=True, slots=True)
class Method:
    """From which sizes on the short cuts are taken. The answer does not depend on it.

    With at most `small` players left the whole graph is the quickest way; brackets of `wide` players and more are tried
    as an assignment problem.
    """

    small: int = 30
    wide: int = 12


DEFAULT: Final = Method()


def pair(request: PairingRequest, method: Method = DEFAULT) -> RoundPairing:
    """Return the pairing of a round. The same request always gives the same pairing.

    Raises NoPairingError if nobody is there or the absolute criteria cannot be met, PairingError for a request that
    makes no sense.
    """
    field = field_of(request)
    lowest = _bye_score(field)
    by_2017 = request.edition == "2017"
    return _finished(field, pair_2017(field) if by_2017 else _Round(field, lowest, method).solve())


def _bye_score(field: Field) -> int | None:
    """Return the score of who gets the bye (C5), None in an even field. Raises NoPairingError."""
    members = field.members
    if len(members) % 2:
        found = bye_score(members)
        if found is None:
            raise explained(field)
        return found
    if not members or not completable(members, None):
        raise explained(field)
    return None


def _finished(field: Field, solved: list[Solved]) -> RoundPairing:
    """Return boards in order with their seats; who is left over at the end has the bye."""
    seats = Seats(field.request)
    pairs = in_board_order(pair for step in solved for pair in step.pairs)
    left = solved[-1].floaters
    return RoundPairing(
        tuple(seats.of(*pair)[0] for pair in pairs),
        left[0].number if left else None,
        tuple(step.step for step in solved),
    )


class _Round:
    """Pairs the brackets of one round (edition 2026)."""

    def __init__(self, field: Field, lowest: int | None, method: Method) -> None:
        self.field = field
        self.lowest = lowest
        self.method = method

    def solve(self) -> list[Solved]:
        """Return every bracket, highest first."""
        solved: list[Solved] = []
        floaters: list[Member] = []
        groups = self.field.groups()
        start = 0
        for index, group in enumerate(groups):
            following = groups[index + 1] if index + 1 < len(groups) else ()
            start += len(group)
            rest = self.field.members[start + len(following) :]
            bracket = Bracket(tuple(floaters), group, following, rest, self.field.last_round)
            solved.append(self._bracket(bracket))
            floaters = by_place(solved[-1].floaters)
        return solved

    def _bracket(self, bracket: Bracket) -> Solved:
        """Return the answer for a bracket, by the quickest way whose answer can be proven."""
        players = len(bracket.players)
        if players + len(bracket.below) <= self.method.small:
            return self._full(bracket)
        bye_here = self.lowest is not None and self.lowest >= bracket.residents[0].score
        if players >= self.method.wide:
            wide = self._wide(bracket, bye_here=bye_here)
            if wide:
                return Solved(bracket, wide.pairs, wide.floaters, wide.how)
        if bye_here:
            # The bye goes to somebody of this bracket: C9 and who may have it need the whole graph.
            return self._full(bracket)
        return self._local(bracket) or self._next(bracket) or self._full(bracket)

    def _wide(self, bracket: Bracket, *, bye_here: bool) -> WideAnswer | None:
        """Return a proven answer of the assignment problem, None if this way leads nowhere."""
        byes = self._bye_passes_through(bracket) if bye_here else None
        if bye_here and byes is None:
            return None
        staying: set[int] = set()
        while True:
            answer = wide_answer(bracket, byes=byes, staying=staying)
            if answer is None:
                return None
            proven = True if bye_here else self._holds(bracket, answer.floaters)
            if proven:
                return answer
            if proven is None or not answer.floaters:
                return None
            # Whoever leaves an ideal next bracket beats everybody who does not (C8).
            staying.add(answer.floaters[0].place)

    def _bye_passes_through(self, bracket: Bracket) -> Collection[int] | None:
        """Return who may float down if exactly one resident does, gets the bye, and leaves C8 as it is; else None."""
        if self.lowest != bracket.residents[0].score or len(bracket.players) % 2 == 0:
            return None
        if not completable(bracket.below, None):
            return None
        return {member.place for member in bracket.residents if may_get_bye(member, self.lowest)}

    def _holds(self, bracket: Bracket, floaters: list[Member]) -> bool | None:
        """Return whether C4 holds and nothing could be better by C8; None if that is not known."""
        if not floaters:
            return completable(bracket.below, self.lowest)
        return ideal_next(floaters, bracket.following, bracket.rest, self.lowest)

    def _local(self, bracket: Bracket) -> Solved | None:
        """Return the answer of the bracket alone, if it is proven."""
        pairs, floaters = inside_pairs(bracket, BracketGraph(bracket, "local").solve())
        return Solved(bracket, pairs, floaters, "local") if self._holds(bracket, floaters) else None

    def _next(self, bracket: Bracket) -> Solved | None:
        """Return the answer of the bracket with the next score group, if the rest can be completed with it."""
        if not bracket.rest:
            return None
        graph = BracketGraph(bracket, "next")
        mate = graph.solve()
        if not completable([*unpaired(graph, mate), *bracket.rest], self.lowest):
            return None
        return Solved(bracket, *inside_pairs(bracket, mate), "next")

    def _full(self, bracket: Bracket) -> Solved:
        """Return the answer with everybody below in the graph."""
        graph = BracketGraph(bracket, "full", bye=self.lowest is not None, bye_score=self.lowest)
        return Solved(bracket, *inside_pairs(bracket, graph.solve()), "full")
