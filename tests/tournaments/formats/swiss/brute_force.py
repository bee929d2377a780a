"""The oracle: pairs a round by listing every pairing of a bracket and ranking it by the text of C.04.3 (2026).

Written from the criteria alone. It shares nothing with the product but the request, and is hopelessly slow: 10 players.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

NO_PAIRING = "none"
MILD, STRONG, ABSOLUTE = 1, 2, 3


@dataclass(frozen=True)
class Rule:
    """A player as the rules see them."""

    number: int
    score: int
    wish: int
    strength: int
    difference: int
    colours: tuple
    floats: tuple
    topscorer: bool
    eligible: bool
    unplayed: int
    met: frozenset


def pair(request):
    """Return {frozenset of two numbers, ...} and the number with the bye, or NO_PAIRING."""
    return _Oracle(request).pair()


class _Oracle:
    def __init__(self, request):
        self.request = request
        self.last = request.round == request.rounds
        self.players = sorted(
            (self._rule(entry) for entry in request.participants if entry.present),
            key=lambda player: (-player.score, player.number),
        )
        self.possible = {}

    @cached_property
    def by_number(self):
        return {entry.number: entry for entry in self.request.participants}

    def _score(self, number, before):
        entry = self.by_number[number]
        virtual = entry.virtual[before - 1] if before <= len(entry.virtual) else 0
        return entry.bonus + sum(turn.points for turn in entry.turns[: before - 1]) + virtual

    def _rule(self, entry):
        request = self.request
        colours = tuple(turn.colour for turn in entry.turns if turn.kind == "played")
        wish, strength = _preference(colours)
        points = entry.bonus + sum(turn.points for turn in entry.turns)
        forbidden = {pair for pair in request.forbidden if entry.number in pair}
        return Rule(
            entry.number,
            self._score(entry.number, request.round),
            wish if request.colour_rules else 0,
            strength if request.colour_rules else 0,
            sum(colours),
            colours,
            (self._float(entry, request.round - 1), self._float(entry, request.round - 2)),
            self.last and points > request.win * (request.round - 1) / 2,
            not any(
                turn.kind == "pab" or (turn.kind != "played" and turn.points >= request.win) for turn in entry.turns
            ),
            sum(turn.kind != "played" for turn in entry.turns),
            frozenset(turn.opponent for turn in entry.turns if turn.kind == "played")
            | frozenset(number for pair in forbidden for number in pair if number != entry.number),
        )

    def _float(self, entry, number):
        """Return the float of a round: "down", "up" or nothing."""
        if number < 1:
            return ""
        turn = entry.turns[number - 1]
        if turn.kind == "played":
            mine, theirs = self._score(entry.number, number), self._score(turn.opponent, number)
            return "down" if mine > theirs else "up" if mine < theirs else ""
        return "down" if turn.kind == "pab" or turn.points > self.request.loss else ""

    def legal(self, one, other):
        if other.number in one.met:
            return False  # C1
        same = one.strength == other.strength == ABSOLUTE and one.wish == other.wish
        return not same or one.topscorer or other.topscorer  # C3

    def completable(self, players, bye_score):
        """Return whether these can be paired, the odd one out getting the bye."""
        key = frozenset(player.number for player in players), bye_score
        if key not in self.possible:
            self.possible[key] = self._completable(list(players), bye_score)
        return self.possible[key]

    def _completable(self, players, bye_score):
        if not players:
            return True
        first, *rest = players
        may_have_bye = len(players) % 2 and first.eligible and (bye_score is None or first.score == bye_score)
        if may_have_bye and self.completable(rest, bye_score):
            return True
        return any(
            self.legal(first, other) and self.completable([left for left in rest if left is not other], bye_score)
            for other in rest
        )

    def pair(self):
        if not self.players or not self.completable(self.players, None):
            return NO_PAIRING
        self.bye_score = None
        if len(self.players) % 2:  # C5
            scores = sorted({player.score for player in self.players if player.eligible})
            self.bye_score = next(score for score in scores if self.completable(self.players, score))
        scores = sorted({player.score for player in self.players}, reverse=True)
        pairs, movers = [], []
        for index, score in enumerate(scores):
            residents = [player for player in self.players if player.score == score]
            following = scores[index + 1] if index + 1 < len(scores) else None
            below = [player for player in self.players if player.score < score]
            found, movers = self._bracket(movers, residents, [p for p in below if p.score == following], below)
            pairs += found
        bye = movers[0].number if movers else None
        return {frozenset((one.number, other.number)) for one, other in pairs}, bye

    def _bracket(self, movers, residents, following, below):
        """Return the pairs of the best candidate, and who floats down."""
        best = None
        for pairs in _matchings(movers + residents, lambda a, b: self._candidate(a, b, movers)):
            paired = {player.number for pair in pairs for player in pair}
            down = [player for player in movers + residents if player.number not in paired]
            if best and len(down) > best[0][0]:
                continue
            if not self.completable(down + below, self.bye_score):  # C4
                continue
            quality = self._quality(pairs, down, movers, following, below)
            if best is None or quality <= best[0]:
                key = quality, _first_reading(pairs, movers, residents)
                if best is None or key < best[:2]:
                    best = *key, pairs, down
        return best[2], best[3]

    def _candidate(self, one, other, movers):
        return self.legal(one, other) and not (one in movers and other in movers)

    def _quality(self, pairs, down, movers, following, below):
        c6 = len(down)
        c7 = sorted((player.score for player in down), reverse=True)
        c8 = self._next(down, following, below)
        c9 = 0
        others = [player for player in below if player.eligible and player.score == self.bye_score]
        if len(down) == 1 and (1 + len(below)) % 2 and not others:
            c9 = down[0].unplayed
        return (c6, c7, c8, c9, *self._colours(pairs), *self._floats(pairs, down, movers))

    def _next(self, down, following, below):
        """C8: C6, then C7 of the next bracket, with C4 kept."""
        if not following:
            return ()
        rest = [player for player in below if player not in following]
        best = None
        for pairs in _matchings(down + following, lambda a, b: self._candidate(a, b, down)):
            paired = {player.number for pair in pairs for player in pair}
            left = [player for player in down + following if player.number not in paired]
            value = len(left), sorted((player.score for player in left), reverse=True)
            if (best is None or value < best) and self.completable(left + rest, self.bye_score):
                best = value
        return best

    def _colours(self, pairs):
        c10 = c11 = c12 = c13 = 0
        for one, other in pairs:
            for player, colour in self._allocated(one, other):
                if self.last and (one.topscorer or other.topscorer):
                    c10 += abs(player.difference + colour) > 2
                    c11 += player.colours[-2:] == (colour, colour)
                c12 += player.wish not in (0, colour)
                c13 += player.wish not in (0, colour) and player.strength >= STRONG
        return c10, c11, c12, c13

    def _allocated(self, one, other):
        """Return who gets which colour (0: the number decides, nobody has a wish)."""
        better, worse = sorted((one, other), key=lambda player: (-player.score, player.number))
        if not self.request.colour_rules or (not better.wish and not worse.wish):
            return (better, 0), (worse, 0)
        colour = _colour_of_better(better, worse)
        return (better, colour), (worse, -colour)

    def _floats(self, pairs, down, movers):
        upper = [
            (one, other) if one in movers else (other, one) for one, other in pairs if one in movers or other in movers
        ]
        again = [player for player in down if player not in movers]
        result = []
        for ago in (0, 1):
            result.append(sum(player.floats[ago] == "down" for player in again))  # C14, C16
            result.append(sum(other.floats[ago] == "up" for _, other in upper))  # C15, C17
        for ago in (0, 1):
            differences = [(mover.score, 0) for mover, _ in upper if mover.floats[ago] == "down"]
            differences += [(player.score, 1) for player in down if player in movers and player.floats[ago] == "down"]
            result.append(sorted(differences, reverse=True))  # C18, C20
            result.append(
                sorted((m.score - o.score for m, o in upper if o.floats[ago] == "up"), reverse=True)
            )  # C19, C21
        return result


def _preference(colours):
    if not colours:
        return 0, 0
    difference = sum(colours)
    if abs(difference) > 1:
        return (-1 if difference > 0 else 1), ABSOLUTE
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return -colours[-1], ABSOLUTE
    if difference:
        return -difference, STRONG
    return -colours[-1], MILD


def _colour_of_better(better, worse):
    if better.wish != worse.wish:
        return better.wish or -worse.wish
    if better.strength != worse.strength:
        return better.wish if better.strength > worse.strength else -better.wish
    if better.strength == ABSOLUTE and abs(better.difference) != abs(worse.difference):
        return better.wish if abs(better.difference) > abs(worse.difference) else -better.wish
    for mine, theirs in zip(reversed(better.colours), reversed(worse.colours), strict=False):
        if mine != theirs:
            return -mine
    return better.wish


def _matchings(players, allowed):
    """Yield every set of pairs, those with the most pairs not necessarily first."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        if allowed(first, other):
            for pairs in _matchings([player for player in rest if player is not other], allowed):
                yield [(first, other), *pairs]
    yield from _matchings(rest, allowed)


def _first_reading(pairs, movers, residents):
    """Return where in the sequence of candidates this pairing is met first."""
    number = {player: index for index, player in enumerate(movers + residents, 1)}
    upper = sorted(
        (number[one], number[other]) if one in movers else (number[other], number[one])
        for one, other in pairs
        if one in movers or other in movers
    )
    taken = {index for pair in upper for index in pair}
    left = [number[player] for player in residents if number[player] not in taken]
    inner = [(number[one], number[other]) for one, other in pairs if one not in movers and other not in movers]
    return [m for m, _ in upper], [o for _, o in upper], min(_readings(inner, left))


def _readings(pairs, left):
    """Yield the keys of every way to read pairs as S1 against S2."""
    size = len(pairs)
    original = set(left[:size])
    for turned in product((False, True), repeat=size):
        read = sorted((b, a) if turn else (a, b) for (a, b), turn in zip(pairs, turned, strict=True))
        first = {one for one, _ in read}
        moved_down, moved_up = original - first, first - original
        yield (
            len(moved_down),
            sum(moved_up) - sum(moved_down),
            [-index for index in sorted(moved_down, reverse=True)],
            sorted(moved_up),
            [other for _, other in read],
        )
