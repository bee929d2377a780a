"""Step A: one exact matching per bracket with everybody below in the graph, in whole numbers of any width.

The plain oracle for fields that brute force cannot list. It takes the rules (order, legality, costs of the criteria)
from the product and solves without any of its short cuts: no proofs, no freezing, no limits of width, another solver.
"""

from itertools import combinations

import networkx

from tournaments.formats.swiss.colours import Seats, in_board_order
from tournaments.formats.swiss.criteria import Bracket, Costs
from tournaments.formats.swiss.field import field_of, legal
from tournaments.formats.swiss.model import RoundPairing
from tournaments.formats.swiss.proofs import may_get_bye

BYE = "bye"


def pair(request, bye_score):
    """Return the pairing of a round that can be paired; `bye_score` is the score of who gets the bye (C5)."""
    field = field_of(request)
    pairs, movers, groups = [], (), field.groups()
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        rest = tuple(member for group in groups[index + 2 :] for member in group)
        bracket = Bracket(movers, residents, following, rest, field.last_round)
        found = _Plain(bracket, odd=len(field.members) % 2 == 1, bye_score=bye_score).solve()
        pairs += found
        paired = {member for pair in found for member in pair}
        movers = tuple(member for member in bracket.players if member not in paired)
    seats = Seats(request)
    boards = tuple(seats.of(*pair)[0] for pair in in_board_order(pairs))
    return RoundPairing(boards, movers[0].number if movers else None)


class _Plain:
    def __init__(self, bracket, *, odd, bye_score):
        self.bracket = bracket
        self.inside = list(bracket.players)
        self.everybody = [*bracket.players, *bracket.below]
        self.odd, self.bye_score = odd, bye_score
        self.vertices = len(self.everybody) + odd
        below = [member for member in bracket.below if may_get_bye(member, bye_score)]
        costs = Costs(bracket, vertices=self.vertices, span=("must", "C7"))
        down = len(self.inside) - 2 * len(self._inside_pairs(self._match(costs)))
        counted = odd and not below and down == 1
        self.costs = Costs(bracket, vertices=self.vertices, ahead=bool(bracket.following), bye=counted)

    def solve(self):
        """Return the pairs of the first of the best candidates."""
        movers = self.bracket.movers
        limbo = [(mover, 1, lambda mate: int(mate not in self.bracket.residents)) for mover in movers]
        number = {member: index for index, member in enumerate(self.bracket.residents, 1)}
        opponents = [(mover, len(number), lambda mate: number.get(mate, 0)) for mover in movers]
        first = self._inside_pairs(self._match(self.costs, [*limbo, *opponents]))
        fixed = {pair for pair in first if pair & set(movers)}
        taken = {member for pair in fixed for member in pair}
        left = [member for member in self.bracket.residents if member not in taken]
        upper, lower = self._halves(left, len(first) - len(fixed), fixed)
        partner = {member: index for index, member in enumerate(left, 1)}
        rows = [(member, len(left), lambda mate: partner.get(mate, 0)) for member in upper]
        across = {frozenset((one, other)) for one in upper for other in lower}
        barred = {frozenset(pair) for pair in combinations(left, 2)} - across
        mate = self._match(self.costs, rows, fixed=fixed, barred=barred, must=upper)
        return sorted(
            (tuple(sorted(p, key=lambda m: m.place)) for p in self._inside_pairs(mate)), key=lambda p: p[0].place
        )

    def _halves(self, left, size, fixed):
        """Return S1 and S2 after the first exchange that leads to a best candidate."""
        upper, lower = left[:size], left[size:]
        number = {member: index for index, member in enumerate(left, 1)}

        def moves_down(member, mate):
            return mate not in number or number[mate] < number[member]

        def moves_up(member, mate):
            return mate in number and number[mate] > number[member]

        count = [(member, lambda mate, m=member: int(moves_down(m, mate))) for member in upper]
        difference = [(m, lambda mate, m=m: (len(left) - number[m]) * moves_down(m, mate)) for m in upper]
        difference += [(m, lambda mate, m=m: number[m] * moves_up(m, mate)) for m in lower]
        stays = [(m, 1, lambda mate, m=m: int(not moves_down(m, mate))) for m in reversed(upper)]
        remains = [(m, 1, lambda mate, m=m: int(not moves_up(m, mate))) for m in lower]
        sums = [(size + 1, count), (2 * len(left) * max(size, 1), difference)]
        mate = self._match(self.costs, [*stays, *remains], fixed=fixed, sums=sums)
        down = {member for member in upper if moves_down(member, mate.get(member))}
        up = {member for member in lower if moves_up(member, mate.get(member))}
        return [m for m in left if (m in upper and m not in down) or m in up], [
            m for m in left if (m in lower and m not in up) or m in down
        ]

    def _match(self, costs, digits=(), *, fixed=frozenset(), barred=frozenset(), must=(), sums=()):
        """Return who is paired with whom in the matching of least cost, then of least digits."""
        order, unit = {}, 1
        for member, largest, value in reversed(digits):
            order.setdefault(member, []).append((unit, value))
            unit *= largest + 1
        for largest, shares in reversed(sums):
            for member, value in shares:
                order.setdefault(member, []).append((unit, value))
            unit *= largest + 1

        def place(member, mate):
            return sum(scale * value(mate) for scale, value in order.get(member, ()))

        demand, scale = unit, unit * (len(must) + 1)
        alone = {m: self._alone(m, costs) * scale + demand * (m in must) + place(m, None) for m in self.everybody}
        alone[BYE] = costs.must * scale
        held = {member for pair in fixed for member in pair}
        graph = networkx.Graph()
        for one, other in self._possible():
            pair = frozenset((one, other))
            if pair in barred or (held & pair and pair not in fixed):
                continue
            cost = self._cost(one, other, costs) * scale + place(one, other) + place(other, one)
            graph.add_edge(one, other, weight=alone[one] + alone[other] - cost)
        mate = {}
        for one, other in networkx.max_weight_matching(graph):
            mate[one], mate[other] = other, one
        return mate

    def _possible(self):
        for one, other in combinations(self.everybody, 2):
            if legal(one, other) and other not in self.bracket.movers:
                yield one, other
        if self.odd:
            yield from ((member, BYE) for member in self.everybody if may_get_bye(member, self.bye_score))

    def _alone(self, member, costs):
        if member in self.bracket.following:
            return costs.must + costs.follow
        return costs.must + (costs.down(member) + costs.further(member) if member in self.inside else 0)

    def _cost(self, one, other, costs):
        """Return what a pair costs; `one` is the better-placed."""
        following = self.bracket.following
        if other in self.inside:
            return costs.pair(one, other)
        if one in self.inside:
            further = 0 if other in following else costs.further(one)
            return costs.down(one) + further + (costs.bye(one) if other == BYE else 0)
        return costs.follow if one in following and other not in following else 0

    def _inside_pairs(self, mate):
        inside = set(self.inside)
        return {frozenset((one, other)) for one, other in mate.items() if one in inside and other in inside}
