"""A bracket as a graph: who can be paired with whom, and what each pair and each player left alone costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from tournaments.formats.swiss.criteria import Bracket, Costs
from tournaments.formats.swiss.field import Member, legal
from tournaments.formats.swiss.order import first_candidate
from tournaments.formats.swiss.proofs import may_get_bye
from tournaments.formats.swiss.search import Mate, Search, is_wide

Reach: TypeAlias = Literal["local", "next", "full"]
"""How much is in the graph: the bracket alone; with the next score group; everybody below and the bye."""

MOVER: Final = 0
RESIDENT: Final = 1
FOLLOWING: Final = 2
REST: Final = 3
BYE: Final = 4


class BracketGraph:
    """The graph of a bracket. `bye` tells whether the bye is a vertex, `bye_score` who may have it.

    `ahead` overrides whether C8 counts, `unplayed` allows C9.
    """

    def __init__(
        self,
        bracket: Bracket,
        reach: Reach,
        *,
        bye: bool = False,
        bye_score: int | None = None,
        ahead: bool | None = None,
        unplayed: bool = True,
    ) -> None:
        self.bracket = bracket
        self.reach = reach
        self.bye_score = bye_score
        self.unplayed = unplayed
        self.has_bye = bye and reach == "full"
        self.ahead = (reach != "local" and bool(bracket.following)) if ahead is None else ahead
        below = {"local": (), "next": bracket.following, "full": bracket.below}[reach]
        self.players: tuple[Member, ...] = (*bracket.players, *below)
        self.zones = self._zones()
        self.size = len(self.players) + self.has_bye

    def _zones(self) -> list[int]:
        """Return for each vertex where it stands."""
        bracket = self.bracket
        zones = [MOVER] * len(bracket.movers) + [RESIDENT] * len(bracket.residents)
        if self.reach != "local":
            zones += [FOLLOWING] * len(bracket.following)
        if self.reach == "full":
            zones += [REST] * len(bracket.rest) + [BYE] * self.has_bye
        return zones

    def solve(self) -> Mate:
        """Return the first of the best candidates of the bracket, as vertices."""
        search = self._search(self.costs())
        return first_candidate(search, len(self.bracket.movers), len(self.bracket.residents))

    def costs(self) -> Costs:
        """Return what pairs and floats of this graph cost."""
        vertices = self.size if self.reach == "full" else 0
        counted = self._counts_unplayed(vertices)
        costs = Costs(self.bracket, vertices=vertices, ahead=self.ahead, bye=counted)
        if not is_wide(costs.scale.limit):
            return costs
        settled = self._settled(vertices)
        return Costs(self.bracket, vertices=vertices, ahead=self.ahead, bye=counted, settled=settled)

    def least(self, costs: Costs, *, pair: tuple[int, int] | None = None, floating: int | None = None) -> int:
        """Return the least total cost, on condition that two vertices are paired or one is not paired inside."""
        taken = set(pair or ())
        inside = len(self.bracket.players)
        edges = {
            edge: cost
            for edge, cost in self._edges(costs)
            if not taken.intersection(edge) and not (floating in edge and max(edge) < inside)
        }
        alone = [self._alone(vertex, costs) for vertex in range(self.size)]
        mate = Search(alone, edges, costs.scale.limit).best()
        total = self._cost(min(pair), max(pair), costs) if pair else 0
        total += sum(edges[one, other] for one, other in mate.items() if one < other)
        return total + sum(alone[vertex] for vertex in range(self.size) if vertex not in mate and vertex not in taken)

    def _counts_unplayed(self, vertices: int) -> bool:
        """Return whether C9 is on: exactly one player floats down, and nobody below may have the bye."""
        if not (self.has_bye and self.unplayed) or any(
            may_get_bye(member, self.bye_score) for member in self.bracket.below
        ):
            return False
        costs = Costs(self.bracket, vertices=vertices, span=("must", "C7"))
        mate = self._search(costs).best()
        return self._floating(mate) == 1

    def _floating(self, mate: Mate) -> int:
        inside = len(self.bracket.players)
        return sum(mate.get(vertex, inside) >= inside for vertex in range(inside))

    def _settled(self, vertices: int) -> dict[int, bool]:
        """Return the mover scores of which all, or none, are paired in every best candidate."""
        mate = self._search(Costs(self.bracket, vertices=vertices, span=("must", "C7"))).best()
        inside = len(self.bracket.players)
        paired: dict[int, set[bool]] = {}
        for vertex, member in enumerate(self.bracket.movers):
            paired.setdefault(member.score, set()).add(mate.get(vertex, inside) < inside)
        return {score: True in found for score, found in paired.items() if len(found) == 1}

    def _search(self, costs: Costs) -> Search:
        alone = [self._alone(vertex, costs) for vertex in range(self.size)]
        return Search(alone, dict(self._edges(costs)), costs.scale.limit)

    def _alone(self, vertex: int, costs: Costs) -> int:
        """Return what it costs that a vertex has no partner."""
        zone = self.zones[vertex]
        if zone > RESIDENT:
            return costs.must + (costs.follow if zone == FOLLOWING else 0)
        member = self.players[vertex]
        further = costs.further(member) if self.reach != "local" else 0
        return costs.must + costs.down(member) + further

    def _edges(self, costs: Costs) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield every possible pair with its cost."""
        players, zones = self.players, self.zones
        for one, member in enumerate(players):
            first = max(one + 1, len(self.bracket.movers)) if zones[one] == MOVER else one + 1
            for other in range(first, len(players)):
                if legal(member, players[other]) and not self._barred_by_settled(one, other, costs):
                    yield (one, other), self._cost(one, other, costs)
            if self.has_bye and may_get_bye(member, self.bye_score):
                yield (one, len(players)), self._cost(one, len(players), costs)

    def _barred_by_settled(self, one: int, other: int, costs: Costs) -> bool:
        """Return whether a mover is known to stay in limbo, so that a pair inside is none of a best candidate."""
        return (
            self.zones[one] == MOVER
            and self.zones[other] == RESIDENT
            and costs.settled.get(self.players[one].score) is False
        )

    def _cost(self, one: int, other: int, costs: Costs) -> int:
        """Return what a pair of vertices costs; `one` is the better-placed."""
        upper, lower = self.zones[one], self.zones[other]
        member = self.players[one]
        if lower <= RESIDENT:
            return costs.pair(member, self.players[other])
        if upper <= RESIDENT:
            cost = costs.down(member) + (costs.further(member) if lower != FOLLOWING else 0)
            return cost + (costs.bye(member) if lower == BYE else 0)
        return costs.follow if upper == FOLLOWING and lower != FOLLOWING else 0


def inside_pairs(bracket: Bracket, mate: Mate) -> tuple[list[tuple[Member, Member]], list[Member]]:
    """Return the pairs inside a bracket, and who floats down."""
    players = bracket.players
    pairs = [(players[one], players[other]) for one, other in sorted(mate.items()) if one < other < len(players)]
    floaters = [players[one] for one in range(len(players)) if mate.get(one, len(players)) >= len(players)]
    return pairs, floaters


def unpaired(graph: BracketGraph, mate: Mate) -> Sequence[Member]:
    """Return the players of the graph who are left alone."""
    return [member for vertex, member in enumerate(graph.players) if vertex not in mate]
