"""What if: the obvious alternative to a pair or to a float, and the first criterion in which it is worse.

In a small bracket the alternative is the best of all candidates with that pair. To solve a large one for every board
would take minutes in a field of a thousand, so there it is the least exchange: the partners that are left over meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.formats.swiss.criteria import NAMES, Bracket, Costs
from tournaments.formats.swiss.field import Field, Member, first_in_order, legal
from tournaments.formats.swiss.graphs import BracketGraph, Reach
from tournaments.formats.swiss.model import Edition, Step
from tournaments.formats.swiss.proofs import bye_score

_MOST_SOLVED: Final = 40
"""Up to so many players a bracket is solved again, with everybody below it if they are not more in all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The highest criterion in which an alternative is worse, None if there is none; and who else would meet then.

    `others` is None where the alternative is the best of all and not one exchange.
    """

    criterion: str | None
    others: tuple[Member, Member] | None = None


class Rivals:
    """Compares the pairing of a round with its alternatives, bracket by bracket."""

    def __init__(self, field: Field, steps: Sequence[Step], *, edition: Edition) -> None:
        self.field = field
        self.steps = steps
        self._newest = edition == "2026"
        odd = len(field.members) % 2 == 1
        self._bye_score = bye_score(field.members) if odd and self._newest else None
        self._odd = odd
        self._graphs: dict[int, tuple[BracketGraph, Costs, int]] = {}
        self._local: dict[int, Costs] = {}

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

    def pair_verdict(self, step: Step, one: Member, other: Member) -> Verdict:
        """Return what is worse if these two of a bracket are paired; the first one is better-placed."""
        if step.how == "collapsed":
            return Verdict(None)
        if not _small(step):
            return self._exchange(step, one, other)
        graph, costs, best = self._solved(step)
        places = [member.place for member in graph.players]
        first, second = sorted((places.index(one.place), places.index(other.place)))
        return Verdict(_named(costs, best, graph.least(costs, pair=(first, second))))

    def float_verdict(self, member: Member) -> tuple[Member, str] | None:
        """Return the last player of the group this one floats from, and what would be worse if that one floated."""
        step = next((step for step in self.steps if member.place in step.floaters), None)
        if step is None or step.how == "collapsed":
            return None
        staying = [place for place in step.residents if place not in step.floaters]
        if not staying or staying[-1] < member.place:
            return None
        rival = self.field.members[staying[-1]]
        if _small(step):
            graph, costs, best = self._solved(step)
            criterion = _named(costs, best, graph.least(costs, floating=graph.players.index(rival)))
        else:
            criterion = self._instead(step, member, rival)
        return (rival, criterion) if criterion else None

    # ---- one exchange

    def _exchange(self, step: Step, one: Member, other: Member) -> Verdict:
        """Return what is worse if two meet and their partners meet each other, or float in their place."""
        costs, mates = self._costs_alone(step), self._mates(step)
        left = [mates.get(one.place), mates.get(other.place)]
        partners = sorted((member for member in left if member is not None), key=lambda member: member.place)
        before = self._cost(costs, one, left[0]) + self._cost(costs, other, left[1])
        if len(partners) < 2:
            after = costs.pair(one, other) + sum(costs.down(member) for member in partners)
            return Verdict(_named(costs, before, after))
        better, worse = partners
        if not legal(better, worse) or worse.place in step.movers:
            return Verdict(None)
        criterion = _named(costs, before, costs.pair(one, other) + costs.pair(better, worse))
        return Verdict(criterion, (better, worse) if criterion else None)

    def _instead(self, step: Step, member: Member, rival: Member) -> str | None:
        """Return what is worse if a rival floats and the floater takes over the rival's partner."""
        costs, partner = self._costs_alone(step), self._mates(step).get(rival.place)
        if partner is None or not legal(member, partner):
            return None
        before = costs.down(member) + self._cost(costs, rival, partner)
        return _named(costs, before, costs.down(rival) + self._cost(costs, member, partner))

    def _mates(self, step: Step) -> Mapping[int, Member]:
        """Return who meets whom inside a bracket, by place."""
        members = self.field.members
        return {place: members[other] for pair in step.pairs for place, other in (pair, pair[::-1])}

    def _cost(self, costs: Costs, member: Member, partner: Member | None) -> int:
        """Return what a player costs, with a partner or floating."""
        if partner is None:
            return costs.down(member)
        return costs.pair(*first_in_order(member, partner))

    def _costs_alone(self, step: Step) -> Costs:
        """Return what pairs and floats of a bracket cost by itself."""
        if step.score not in self._local:
            self._local[step.score] = Costs(self._bracket(step))
        return self._local[step.score]

    # ---- the best of all

    def _solved(self, step: Step) -> tuple[BracketGraph, Costs, int]:
        """Return the graph in which a bracket is judged, its costs, and the least total."""
        found = self._graphs.get(step.score)
        if found is None:
            bracket = self._bracket(step)
            whole = len(bracket.players) + len(bracket.below) <= _MOST_SOLVED
            reach: Reach = "full" if whole else "local"
            graph = BracketGraph(bracket, reach, bye=self._odd, bye_score=self._bye_score, unplayed=self._newest)
            costs = graph.costs()
            found = self._graphs[step.score] = graph, costs, graph.least(costs)
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


def _small(step: Step) -> bool:
    """Tell whether a bracket is solved again."""
    return len(step.movers) + len(step.residents) <= _MOST_SOLVED


def _named(costs: Costs, best: int, other: int) -> str | None:
    """Return the highest criterion in which a total is worse than the best, None if it is not worse."""
    if other <= best:
        return None
    name = costs.scale.difference(best, other)
    return "C4" if name == "must" else name if name in NAMES else None
