"""What if: the obvious alternative to a pair or to a float, and the first criterion in which it is worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.formats.swiss.criteria import NAMES, Bracket
from tournaments.formats.swiss.field import Field, Member
from tournaments.formats.swiss.graphs import BracketGraph, Reach
from tournaments.formats.swiss.model import Edition, Step
from tournaments.formats.swiss.proofs import bye_score

_MOST_TRIED: Final = 150
"""Up to so many players the whole graph is asked, beyond that the bracket alone."""


class Rivals:
    """Compares the pairing of a round with its alternatives, bracket by bracket."""

    def __init__(self, field: Field, steps: Sequence[Step], *, edition: Edition) -> None:
        self.field = field
        self.steps = steps
        self._newest = edition == "2026"
        odd = len(field.members) % 2 == 1
        self._bye_score = bye_score(field.members) if odd and self._newest else None
        self._odd = odd
        self._graphs: dict[int, BracketGraph] = {}

    def obvious(self, step: Step, member: Member) -> Member | None:
        """Return whom a player would meet in the very first candidate of the bracket, None if that is nobody."""
        members = self.field.members
        paired = dict(step.pairs)
        if member.place in step.movers:
            movers = [place for place in step.movers if place in paired]
            return members[step.residents[movers.index(member.place)]] if member.place in movers else None
        taken = {paired[place] for place in step.movers if place in paired}
        left = [place for place in step.residents if place not in taken]
        half = len(left) // 2
        index = left.index(member.place) if member.place in left else len(left)
        return members[left[index + half]] if index < half else None

    def pair_verdict(self, step: Step, one: Member, other: Member) -> str | None:
        """Return the highest criterion that is worse if these two of a bracket are paired; None if none is."""
        if step.how == "collapsed":
            return None
        graph = self._graph(step)
        places = [member.place for member in graph.players]
        vertices = places.index(one.place), places.index(other.place)
        return self._verdict(graph, pair=(min(vertices), max(vertices)))

    def float_verdict(self, member: Member) -> tuple[Member, str] | None:
        """Return the last player of the group this one floats from, and what would be worse if that one floated."""
        step = next((step for step in self.steps if member.place in step.floaters), None)
        if step is None or step.how == "collapsed":
            return None
        staying = [place for place in step.residents if place not in step.floaters]
        if not staying or staying[-1] < member.place:
            return None
        graph = self._graph(step)
        rival = self.field.members[staying[-1]]
        criterion = self._verdict(graph, floating=graph.players.index(rival))
        return (rival, criterion) if criterion else None

    def _verdict(
        self, graph: BracketGraph, *, pair: tuple[int, int] | None = None, floating: int | None = None
    ) -> str | None:
        costs = graph.costs()
        best = graph.least(costs)
        name = costs.scale.difference(best, graph.least(costs, pair=pair, floating=floating))
        return "C4" if name == "must" else name if name in NAMES else None

    def _graph(self, step: Step) -> BracketGraph:
        """Return the graph in which a bracket is judged."""
        found = self._graphs.get(step.score)
        if found is None:
            bracket = self._bracket(step)
            whole = len(bracket.players) + len(bracket.below) <= _MOST_TRIED
            reach: Reach = "full" if whole else "local"
            found = BracketGraph(bracket, reach, bye=self._odd, bye_score=self._bye_score, unplayed=self._newest)
            self._graphs[step.score] = found
        return found

    def _bracket(self, step: Step) -> Bracket:
        """Return the bracket that a step paired."""
        members = self.field.members
        below = members[step.residents[-1] + 1 :]
        following = tuple(member for member in below if member.score == below[0].score)
        return Bracket(
            tuple(members[place] for place in step.movers),
            tuple(members[place] for place in step.residents),
            following,
            below[len(following) :],
            self.field.last_round,
        )
