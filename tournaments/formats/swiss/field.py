"""The players of a round as the rules see them: order, floats, colour preference. Source: C.04.3 and C.04.2 there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.formats.swiss.model import Edition, Kind, PairingError, PairingRequest, Participant, Turn

NONE: Final = 0
MILD: Final = 1
STRONG: Final = 2
ABSOLUTE: Final = 3

DOWN: Final = -1
UP: Final = 1

_MOST_PLAYERS: Final = 9999
_MOST_ROUNDS: Final = 99


@dataclass(frozen=True, slots=True)
class Member:
    """A present player. `place` counts from 0 in the order for pairing: score down, number up.

    `wish` is the colour preference, `strength` how strong it is. `floats` are the marks of the last round and the one
    before. `barred` are the places of those who must not meet this player by C1 or a forbidden pair.
    """

    place: int
    number: int
    score: int
    wish: int
    strength: int
    difference: int
    colours: tuple[int, ...]
    floats: tuple[int, int]
    topscorer: bool
    may_have_bye: bool
    unplayed: int
    barred: frozenset[int]

    @property
    def absolute(self) -> bool:
        """Return whether C3 protects the preference."""
        return self.strength == ABSOLUTE and not self.topscorer


@dataclass(frozen=True, slots=True)
class Field:
    """All present players, in order for pairing."""

    members: tuple[Member, ...]
    request: PairingRequest

    @property
    def last_round(self) -> bool:
        """Return whether this is the last round, in which there are topscorers."""
        return self.request.round == self.request.rounds

    def groups(self) -> list[tuple[Member, ...]]:
        """Return the score groups, highest first."""
        return [tuple(group) for _, group in groupby(self.members, key=lambda member: member.score)]


def legal(one: Member, other: Member) -> bool:
    """Return whether two players may meet: C1, forbidden pairs, C3."""
    if other.place in one.barred or one.place == other.place:
        return False
    same_absolute = one.strength == other.strength == ABSOLUTE and one.wish == other.wish
    return not same_absolute or one.topscorer or other.topscorer


def field_of(request: PairingRequest) -> Field:
    """Return the present players in order. Raises PairingError if the request makes no sense."""
    _check(request)
    scores = {entry.number: _scores(entry, request.round) for entry in request.participants}
    present = [entry for entry in request.participants if entry.present]
    present.sort(key=lambda entry: (-scores[entry.number][-1], entry.number))
    place = {entry.number: index for index, entry in enumerate(present)}
    barred = _barred(request, place)
    members = (_member(request, entry, scores, place[entry.number], barred) for entry in present)
    return Field(tuple(members), request)


def _check(request: PairingRequest) -> None:
    """Refuse what would only lead to nonsense: limits, doubled numbers, histories that do not fit the round."""
    if not 1 <= request.round <= request.rounds <= _MOST_ROUNDS:
        raise PairingError("bad_round", f"{request.round}/{request.rounds}")
    if len(request.participants) > _MOST_PLAYERS:
        raise PairingError("too_many_players", str(_MOST_PLAYERS))
    if request.win <= request.loss:
        raise PairingError("bad_points", f"{request.win} <= {request.loss}")
    numbers = [entry.number for entry in request.participants]
    if len(set(numbers)) != len(numbers):
        raise PairingError("duplicate_number", str(next(number for number in numbers if numbers.count(number) > 1)))
    for entry in request.participants:
        if len(entry.turns) != request.round - 1:
            raise PairingError("bad_history", str(entry.number))


def _scores(entry: Participant, number: int) -> tuple[int, ...]:
    """Return the pairing score before each round up to the one to be paired, virtual points included."""
    points = entry.bonus
    scores = []
    for index in range(number):
        scores.append(points + (entry.virtual[index] if index < len(entry.virtual) else 0))
        if index < number - 1:
            points += entry.turns[index].points
    return tuple(scores)


def _barred(request: PairingRequest, place: Mapping[int, int]) -> Mapping[int, frozenset[int]]:
    """Return for each number the places of those who must not meet them: played games and forbidden pairs."""
    barred: dict[int, set[int]] = {
        entry.number: {place[turn.opponent] for turn in entry.turns if turn.kind == "played" and turn.opponent in place}
        for entry in request.participants
    }
    for one, other in request.rematches:
        for here, there in ((one, other), (other, one)):
            if here in barred and there in place:
                barred[here].discard(place[there])
    for one, other in request.forbidden:
        for here, there in ((one, other), (other, one)):
            if here in barred and there in place:
                barred[here].add(place[there])
    return {number: frozenset(places) for number, places in barred.items()}


def _member(
    request: PairingRequest,
    entry: Participant,
    scores: Mapping[int, tuple[int, ...]],
    place: int,
    barred: Mapping[int, frozenset[int]],
) -> Member:
    colours = tuple(turn.colour for turn in entry.turns if turn.kind == "played" and turn.colour)
    wish, strength = preference(colours) if request.colour_rules else (0, NONE)
    points = entry.bonus + sum(turn.points for turn in entry.turns)
    return Member(
        place=place,
        number=entry.number,
        score=scores[entry.number][-1],
        wish=wish,
        strength=strength,
        difference=sum(colours),
        colours=colours if request.colour_rules else (),
        floats=(_float(request, entry, scores, 1), _float(request, entry, scores, 2)),
        # C.04.3: more than half of the points possible so far, in the last round only.
        topscorer=request.round == request.rounds and 2 * points > request.win * (request.round - 1),
        may_have_bye=not any(_bars_bye(request.edition, turn, request.win) for turn in entry.turns),
        unplayed=sum(turn.kind != "played" for turn in entry.turns),
        barred=barred[entry.number],
    )


def preference(colours: Sequence[int]) -> tuple[int, int]:
    """Return the colour that a player should get and how strongly, from the colours of the games played.

    >>> preference((1,)), preference((1, -1)), preference((1, -1, -1)), preference(())
    ((-1, 2), (1, 1), (1, 3), (0, 0))
    """
    if not colours:
        return 0, NONE
    difference = sum(colours)
    twice = len(colours) > 1 and colours[-1] == colours[-2]
    if abs(difference) > 1:
        return (-1 if difference > 0 else 1), ABSOLUTE
    if twice:
        return -colours[-1], ABSOLUTE
    if difference:
        return -difference, STRONG
    return -colours[-1], MILD


def _float(request: PairingRequest, entry: Participant, scores: Mapping[int, tuple[int, ...]], rounds_ago: int) -> int:
    """Return the float mark of a round of the schedule: DOWN, UP or 0."""
    index = request.round - 1 - rounds_ago
    if index < 0:
        return 0
    turn = entry.turns[index]
    if turn.kind == "played":
        own, theirs = scores[entry.number][index], scores[turn.opponent][index]
        return (own < theirs) - (own > theirs)
    return DOWN if _unplayed_floats(request.edition, turn, request.loss) else 0


def _unplayed_floats(edition: Edition, turn: Turn, loss: int) -> bool:
    """Return whether a round without a game is a downfloat.

    2026: the pairing-allocated bye whatever it is worth, and whatever brought more than a loss. 2017: every one.
    """
    return edition == "2017" or turn.kind == "pab" or turn.points > loss


_BARS_2017: Final[frozenset[Kind]] = frozenset({"pab", "forfeit_win"})


def _bars_bye(edition: Edition, turn: Turn, win: int) -> bool:
    """Return whether this round bars its player from the pairing-allocated bye (C2).

    2026: a bye of this kind, or a win's points without playing. 2017: a bye of this kind or a forfeit win.
    """
    if edition == "2017":
        return turn.kind in _BARS_2017
    return turn.kind == "pab" or (turn.kind != "played" and turn.points >= win)


def first_in_order(one: Member, other: Member) -> tuple[Member, Member]:
    """Return both, the better-placed one first."""
    return (one, other) if one.place < other.place else (other, one)


def by_place(members: Iterable[Member]) -> list[Member]:
    """Return players in the order for pairing."""
    return sorted(members, key=lambda member: member.place)
