"""The criteria of C.04.3 (edition 2026), each by its number, in one place. Everything else in this package only solves.

C1 to C3 are `field.legal` and `Member.may_have_bye`; C4 and C5 are proven in `proofs`. The quality criteria C6 to C21
are sums over pairs and over players left alone. For one bracket they become the digits of one whole number, the highest
criterion first, so that comparing two numbers compares the criteria one after the other.

The edition of 2017 counts the same things under other numbers; `collapse` has what is different there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from gameengine.core.types import Text
from tournaments.formats.swiss.colours import loser_of_colour
from tournaments.formats.swiss.field import ABSOLUTE, DOWN, STRONG, UP, Member
from tournaments.formats.swiss.model import Edition

Key: TypeAlias = tuple[str, int]
"""A digit: the criterion, and the score it looks at (0 if there is one digit for all scores)."""

LIMIT_OF_DIFFERENCE: Final = 2
LIMIT_OF_SAME_COLOUR: Final = 3

NAMES: Final[Mapping[str, Text]] = {
    "C1": Text("two players meet only once", "zwei spielen nur einmal gegeneinander"),
    "C2": Text("nobody gets a second bye", "niemand bekommt ein zweites Freilos"),
    "C3": Text(
        "two players who both must get the same colour do not meet",
        "zwei, die dieselbe Farbe bekommen müssen, spielen nicht gegeneinander",
    ),
    "C4": Text("the rest can still be paired", "der Rest muss noch zu paaren sein"),
    "C5": Text("the bye goes to the lowest possible score", "das Freilos geht an die kleinste mögliche Punktzahl"),
    "C6": Text("as few players as possible float down", "möglichst wenige floaten abwärts"),
    "C7": Text("who floats down has as few points as possible", "wer abwärts floatet, hat möglichst wenige Punkte"),
    "C8": Text("the next score group comes out best", "die nächste Punktgruppe geht am besten auf"),
    "C9": Text(
        "the bye goes to who has the fewest unplayed games", "das Freilos trifft, wem am wenigsten Partien fehlen"
    ),
    "C10": Text("nobody passes a colour difference of two", "niemand kommt über eine Farbdifferenz von zwei"),
    "C11": Text("nobody gets one colour three times running", "niemand bekommt dreimal nacheinander dieselbe Farbe"),
    "C12": Text("as many as possible get their colour", "möglichst viele bekommen ihre Farbe"),
    "C13": Text(
        "those who need their colour most get it",
        "wer die Farbe am dringendsten braucht, bekommt sie",
    ),
    "C14": Text("nobody floats down twice running", "niemand floatet zweimal nacheinander abwärts"),
    "C15": Text("nobody floats up twice running", "niemand floatet zweimal nacheinander aufwärts"),
    "C16": Text("nobody floats down again after two rounds", "niemand floatet nach zwei Runden wieder abwärts"),
    "C17": Text("nobody floats up again after two rounds", "niemand floatet nach zwei Runden wieder aufwärts"),
    "C18": Text(
        "who floats down twice running has a small difference of points",
        "wer zweimal nacheinander abwärts floatet, hat eine kleine Punktdifferenz",
    ),
    "C19": Text(
        "who floats up twice running has a small difference of points",
        "wer zweimal nacheinander aufwärts floatet, hat eine kleine Punktdifferenz",
    ),
    "C20": Text(
        "who floats down again after two rounds has a small difference of points",
        "wer nach zwei Runden wieder abwärts floatet, hat eine kleine Punktdifferenz",
    ),
    "C21": Text(
        "who floats up again after two rounds has a small difference of points",
        "wer nach zwei Runden wieder aufwärts floatet, hat eine kleine Punktdifferenz",
    ),
}


def number_in(edition: Edition, name: str) -> str:
    """Return the number of a criterion in an edition; names are those of 2026.

    >>> number_in("2017", "C12"), number_in("2017", "C6"), number_in("2026", "C12")
    ('C10', 'C5', 'C12')
    """
    number = int(name.removeprefix("C"))
    if edition == "2026" or number < 6:
        return name
    return f"C{number - 1 if number < 9 else number - 2}"


@dataclass(frozen=True, slots=True)
class Bracket:
    """One bracket: players moved down into it, its residents, the next score group, and everybody below that."""

    movers: tuple[Member, ...]
    residents: tuple[Member, ...]
    following: tuple[Member, ...]
    rest: tuple[Member, ...]
    last_round: bool

    @property
    def players(self) -> tuple[Member, ...]:
        """Return movers and residents, in the order of their numbers inside the bracket."""
        return self.movers + self.residents

    @property
    def below(self) -> tuple[Member, ...]:
        """Return everybody who is not in the bracket and not paired yet."""
        return self.following + self.rest


# ---- what a pair costs


def c10(one: Member, other: Member) -> int:
    """Return 1 if the colours of this pair bring somebody beyond a difference of two."""
    if not _both_absolute(one, other):
        return 0
    return int(abs(loser_of_colour(one, other).difference) + 1 > LIMIT_OF_DIFFERENCE)


def c11(one: Member, other: Member) -> int:
    """Return 1 if somebody gets one colour three times running by this pair."""
    if not _both_absolute(one, other):
        return 0
    last = loser_of_colour(one, other).colours[1 - LIMIT_OF_SAME_COLOUR :]
    return int(len(last) == LIMIT_OF_SAME_COLOUR - 1 and set(last) == {-one.wish})


def c12(one: Member, other: Member) -> int:
    """Return 1 if one of the pair misses the preferred colour."""
    return int(one.wish == other.wish != 0)


def c13(one: Member, other: Member) -> int:
    """Return 1 if one of the pair misses a strong or absolute preference."""
    return int(one.wish == other.wish != 0 and one.strength >= STRONG and other.strength >= STRONG)


def _both_absolute(one: Member, other: Member) -> bool:
    return one.wish == other.wish and one.strength == other.strength == ABSOLUTE


# ---- what a float costs; `ago` is 0 for the last round, 1 for the round before


def floats_down_again(member: Member, ago: int) -> int:
    """Return 1 if floating down would repeat a downfloat: C14, C16 for residents, C18, C20 for movers."""
    return int(member.floats[ago] == DOWN)


def floats_up_again(member: Member, ago: int) -> int:
    """Return 1 if meeting somebody from above would repeat an upfloat: C15, C17, and C19, C21 by score."""
    return int(member.floats[ago] == UP)


class Scale:
    """Place values of digits: the product of (largest sum + 1) over the digits below. Digits that stay 0 vanish."""

    def __init__(self, digits: Sequence[tuple[Key, int]]) -> None:
        places: dict[Key, int] = {}
        place = 1
        for key, largest in reversed(digits):
            places[key] = place if largest > 0 else 0
            place *= max(largest, 0) + 1
        self._places = dict(reversed(places.items()))
        self.limit = place
        """One more than the largest number that can be written."""

    def difference(self, best: int, other: int) -> str | None:
        """Return the highest criterion in which two numbers differ, None if they are equal."""
        for (name, _), place in self._places.items():
            if place and best // place != other // place:
                return name
        return None

    def __call__(self, name: str, score: int = 0) -> int:
        """Return the place value of a digit, 0 if there is none."""
        return self._places.get((name, score), 0)


class Costs:
    """What pairs and floats of one bracket cost, as whole numbers: the quality criteria C6 to C21.

    `vertices` is the number of players who all must be paired (0: nobody must). `ahead` switches C8 on, `bye` C9.
    `span` names the first and the last criterion that count.
    `settled` tells of mover scores which are known to be paired all, or none, by a run with the digits down to C7.
    """

    def __init__(
        self,
        bracket: Bracket,
        *,
        vertices: int = 0,
        ahead: bool = False,
        bye: bool = False,
        span: tuple[str, str] = ("must", "C21"),
        settled: Mapping[int, bool] | None = None,
    ) -> None:
        self.bracket = bracket
        self.settled = settled or {}
        self._residents = bracket.residents[0].score if bracket.residents else None
        self.scale = Scale(_within(span, list(self._digits(vertices, ahead=ahead, bye=bye))))
        self.must = self.scale("must")
        self.follow = self.scale("C8")
        self._floats = {member.place: self._float(member) for member in bracket.players}
        self._further = {member.place: self.follow + self.scale("C8", member.score) for member in bracket.players}

    def _digits(self, vertices: int, *, ahead: bool, bye: bool) -> Iterator[tuple[Key, int]]:
        """Yield the digits, highest first, each with the largest sum that it can reach."""
        bracket, players = self.bracket, self.bracket.players
        movers = Counter(member.score for member in bracket.movers)
        open_scores = [score for score in sorted(movers, reverse=True) if score not in self.settled]
        paired_scores = [score for score in sorted(movers, reverse=True) if self.settled.get(score, True)]
        yield ("must", 0), vertices
        yield ("settled", 0), sum(movers[score] for score, paired in self.settled.items() if paired)
        yield ("C6", 0), len(players)
        yield from ((("C7", score), movers[score]) for score in open_scores)
        yield ("C7", 0), 0
        if ahead:
            yield ("C8", 0), len(players) + len(bracket.following)
            scores = Counter(member.score for member in players)
            yield from ((("C8", score), scores[score]) for score in sorted(scores, reverse=True))
        yield ("C9", 0), max((member.unplayed for member in players), default=0) if bye else 0
        absolutes = _same_colour(players, lambda member: member.strength == ABSOLUTE) if bracket.last_round else 0
        yield ("C10", 0), absolutes
        yield ("C11", 0), absolutes
        yield ("C12", 0), _same_colour(players, lambda member: bool(member.wish))
        yield ("C13", 0), _same_colour(players, lambda member: member.strength >= STRONG)
        up = [sum(floats_up_again(member, ago) for member in bracket.residents) for ago in (0, 1)]
        for ago in (0, 1):
            yield (f"C{14 + 2 * ago}", 0), sum(floats_down_again(member, ago) for member in bracket.residents)
            yield (f"C{15 + 2 * ago}", 0), min(len(bracket.movers), up[ago])
        for ago in (0, 1):
            marked = Counter(member.score for member in bracket.movers if floats_down_again(member, ago))
            yield from (((f"C{18 + 2 * ago}", score), marked[score]) for score in open_scores)
            yield from (((f"C{19 + 2 * ago}", score), min(movers[score], up[ago])) for score in paired_scores)

    def pair(self, better: Member, worse: Member) -> int:
        """Return what a pair inside the bracket costs; a mover is always the better-placed one."""
        scale = self.scale
        cost = 0
        if better.wish and better.wish == worse.wish:
            cost = c12(better, worse) * scale("C12") + c13(better, worse) * scale("C13")
            if self.bracket.last_round and better.strength == worse.strength == ABSOLUTE:
                cost += c10(better, worse) * scale("C10") + c11(better, worse) * scale("C11")
        if better.score != self._residents:
            for ago in (0, 1):
                if floats_up_again(worse, ago):
                    cost += scale(f"C{15 + 2 * ago}") + scale(f"C{19 + 2 * ago}", better.score)
        return cost

    def down(self, member: Member) -> int:
        """Return what it costs that a player of the bracket is not paired inside it, C8 and C9 left out."""
        return self._floats[member.place]

    def further(self, member: Member) -> int:
        """Return what it costs by C8 that a downfloater is not paired in the next bracket either."""
        return self._further[member.place]

    def bye(self, member: Member) -> int:
        """Return what it costs by C9 that a player gets the pairing-allocated bye."""
        return member.unplayed * self.scale("C9")

    def _float(self, member: Member) -> int:
        scale, cost = self.scale, self.scale("C6")
        if member.score == self._residents:
            return cost + sum(floats_down_again(member, ago) * scale(f"C{14 + 2 * ago}") for ago in (0, 1))
        cost += scale("settled") if self.settled.get(member.score) else scale("C7", member.score)
        return cost + sum(floats_down_again(member, ago) * scale(f"C{18 + 2 * ago}", member.score) for ago in (0, 1))


def _within(span: tuple[str, str], digits: Sequence[tuple[Key, int]]) -> Sequence[tuple[Key, int]]:
    """Return the digits from the first criterion of the span to its last."""
    names = [name for (name, _), _ in digits]
    return digits[names.index(span[0]) : len(names) - names[::-1].index(span[1]) if span[1] in names else None]


def _same_colour(players: Sequence[Member], counts: Callable[[Member], bool]) -> int:
    """Return how many pairs at most can have the same wish among the players that count."""
    wishes = Counter(member.wish for member in players if counts(member))
    return wishes[1] // 2 + wishes[-1] // 2
