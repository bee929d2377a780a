"""The edition of 2017: no look at the whole field, but a collapse of the last brackets where a round cannot work out.

Where the downfloaters of a bracket and everybody below could not be paired, the bracket is paired again with the choice
of downfloaters bound to the completion of the round (C.4 there), and everything below becomes one last bracket. Its
players have different scores, so that score differences, floats and their history count pair by pair (PSD, C.6; C.12 to
C.19 there).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.formats.swiss.criteria import (
    Bracket,
    Key,
    Scale,
    c10,
    c11,
    c12,
    c13,
    floats_down_again,
    floats_up_again,
)
from tournaments.formats.swiss.field import Field, Member, by_place, legal
from tournaments.formats.swiss.graphs import BracketGraph, inside_pairs
from tournaments.formats.swiss.order import first_candidate
from tournaments.formats.swiss.proofs import completable, ideal_next
from tournaments.formats.swiss.search import Search
from tournaments.formats.swiss.solved import Solved
from tournaments.formats.swiss.wide import WideAnswer, wide_answer

_WIDE: Final = 12


def pair_2017(field: Field) -> list[Solved]:
    """Return every bracket, highest first; it is known that the round can be paired."""
    solved: list[Solved] = []
    floaters: list[Member] = []
    groups = field.groups()
    start = 0
    for index, group in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        start += len(group)
        rest = field.members[start + len(following) :]
        bracket = Bracket(tuple(floaters), group, following, rest, field.last_round)
        if not following:
            solved.append(_bound(field, bracket))
            break
        free = _free(bracket)
        if not completable([*free.floaters, *bracket.below], None):
            bound = _bound(field, bracket)
            collapsed = _Collapsed(field, bound.floaters, bracket.below)
            return [*solved, bound, collapsed.solve()]
        solved.append(free)
        floaters = by_place(free.floaters)
    return solved


def _free(bracket: Bracket) -> Solved:
    """Return the answer for a bracket that looks no further than the next one (C.5 to C.7)."""
    wide = _wide(bracket) if len(bracket.players) >= _WIDE else None
    if wide:
        return Solved(bracket, wide.pairs, wide.floaters, wide.how)
    pairs, floaters = inside_pairs(bracket, BracketGraph(bracket, "local").solve())
    if not floaters or _ideal(bracket, floaters):
        return Solved(bracket, pairs, floaters, "local")
    return Solved(bracket, *inside_pairs(bracket, BracketGraph(bracket, "next").solve()), "next")


def _wide(bracket: Bracket) -> WideAnswer | None:
    staying: set[int] = set()
    while True:
        answer = wide_answer(bracket, byes=None, staying=staying)
        if answer is None or not answer.floaters:
            return answer
        ideal = _ideal(bracket, answer.floaters)
        if ideal is not False:
            return answer if ideal else None
        staying.add(answer.floaters[0].place)


def _ideal(bracket: Bracket, floaters: Sequence[Member]) -> bool | None:
    return ideal_next(floaters, bracket.following, bracket.rest, None, complete=False)


def _bound(field: Field, bracket: Bracket) -> Solved:
    """Return the answer for a bracket whose downfloaters must let the round be completed (C.4)."""
    graph = BracketGraph(bracket, "full", bye=len(field.members) % 2 == 1, ahead=False, unplayed=False)
    return Solved(bracket, *inside_pairs(bracket, graph.solve()), "bound")


class _Collapsed:
    """The collapsed last bracket: everybody must be paired, but for the one who gets the bye."""

    def __init__(self, field: Field, movers: Sequence[Member], residents: Sequence[Member]) -> None:
        self.movers, self.residents = by_place(movers), by_place(residents)
        self.players = [*self.movers, *self.residents]
        self.last_round = field.last_round
        # The difference of whoever floats down is counted to one point below the lowest score.
        self.bottom = min(member.score for member in self.players) - field.request.point
        self.odd = len(self.players) % 2 == 1
        self.scale = Scale(list(self._digits()))

    def solve(self) -> Solved:
        """Return the first of the best candidates."""
        size = len(self.players) + self.odd
        search = Search([self.scale("must")] * size, dict(self._edges()), self.scale.limit)
        mate = first_candidate(search, len(self.movers), len(self.residents))
        bracket = Bracket(tuple(self.movers), tuple(self.residents), (), (), self.last_round)
        return Solved(bracket, *inside_pairs(bracket, mate), "collapsed")

    def _edges(self) -> Iterator[tuple[tuple[int, int], int]]:
        for one, other in combinations(range(len(self.players)), 2):
            pair = self.players[one], self.players[other]
            if other >= len(self.movers) and legal(*pair):
                yield (one, other), self._pair(*pair)
        for one, member in enumerate(self.players):
            if self.odd and member.may_have_bye:
                yield (one, len(self.players)), self._down(member, member.score - self.bottom)

    def _differences(self) -> list[int]:
        """Return every score difference that can occur, largest first."""
        scores = {member.score for member in self.players}
        found = {high - low for high in scores for low in scores if high > low}
        return sorted(found | ({score - self.bottom for score in scores} if self.odd else set()), reverse=True)

    def _digits(self) -> Iterator[tuple[Key, int]]:
        """Yield the digits; their names are those of the 2026 edition where both count the same."""
        pairs = (len(self.players) + 1) // 2
        differences = self._differences()
        yield ("must", 0), len(self.players) + self.odd
        yield from ((("PSD", value), pairs) for value in differences)
        absolute = pairs if self.last_round and any(member.topscorer for member in self.players) else 0
        yield ("C10", 0), absolute
        yield ("C11", 0), absolute
        yield ("C12", 0), pairs
        yield ("C13", 0), pairs
        marked = [(f"C{number}", sum(again(member, ago) for member in self.players)) for number, again, ago in _FLOATS]
        yield from (((name, 0), most) for name, most in marked)
        yield from (((f"{name}d", value), min(most, pairs)) for name, most in marked for value in differences)

    def _pair(self, better: Member, worse: Member) -> int:
        scale = self.scale
        cost = c12(better, worse) * scale("C12") + c13(better, worse) * scale("C13")
        if self.last_round:
            cost += c10(better, worse) * scale("C10") + c11(better, worse) * scale("C11")
        difference = better.score - worse.score
        if not difference:
            return cost
        up = sum(
            floats_up_again(worse, ago) * (scale(f"C{15 + 2 * ago}") + scale(f"C{15 + 2 * ago}d", difference))
            for ago in (0, 1)
        )
        return cost + self._down(better, difference) + up

    def _down(self, member: Member, difference: int) -> int:
        """Return what it costs that a player meets somebody lower, or nobody."""
        scale = self.scale
        return scale("PSD", difference) + sum(
            floats_down_again(member, ago) * (scale(f"C{14 + 2 * ago}") + scale(f"C{14 + 2 * ago}d", difference))
            for ago in (0, 1)
        )


_FLOATS: Final = (
    (14, floats_down_again, 0),
    (15, floats_up_again, 0),
    (16, floats_down_again, 1),
    (17, floats_up_again, 1),
)
