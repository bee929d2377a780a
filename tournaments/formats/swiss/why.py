"""Why a round was paired as it was, in plain words: for each board, for the bye, and in full for arbiters.

What is said is worked out again from the request: the obvious alternative is tried, and the highest criterion in which
it is worse is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from gameengine.core.types import Text
from tournaments.formats.base import Reason
from tournaments.formats.swiss.alternatives import Rivals
from tournaments.formats.swiss.colours import Rule, Seats, loser_of_colour
from tournaments.formats.swiss.criteria import NAMES, number_in
from tournaments.formats.swiss.field import DOWN, UP, Field, Member, field_of
from tournaments.formats.swiss.model import Board, PairingRequest, RoundPairing, Step, Turn
from tournaments.formats.swiss.words import Naming, by_number, in_words

_RULES: Final[Mapping[Rule, Text]] = {
    "both": Text("both get what they are due", "beide bekommen, was ihnen zusteht"),
    "stronger": Text("the stronger claim counts", "der stärkere Anspruch zählt"),
    "wider": Text("the wider colour difference counts", "die größere Farbdifferenz zählt"),
    "history": Text(
        "the latest round in which their colours differed is reversed",
        "die letzte Runde, in der ihre Farben verschieden waren, wird umgekehrt",
    ),
    "rank": Text("the better-placed player's claim counts", "der Anspruch des besser Platzierten zählt"),
    "number": Text(
        "nobody has a claim yet; the number and the colour drawn by lot decide",
        "noch hat niemand einen Anspruch; Nummer und ausgeloste Farbe entscheiden",
    ),
    "lot": Text("seats are drawn by lot", "die Plätze werden ausgelost"),
}


class Why:
    """Explains one pairing. It must be the computed one: boards edited by hand have no reasons here.

    Reasons are about `group`, `float`, `alternative`, `colour` or `bye`.
    """

    def __init__(self, request: PairingRequest, pairing: RoundPairing, naming: Naming = by_number) -> None:
        self.request = request
        self.pairing = pairing
        self.naming = naming
        self.field: Field = field_of(request)
        self._seats = Seats(request)
        self._by_number = {member.number: member for member in self.field.members}
        self._step = {place: step for step in pairing.steps for pair in step.pairs for place in pair}
        self._turns = {entry.number: entry.turns for entry in request.participants}
        self._rivals = Rivals(self.field, pairing.steps, edition=request.edition)

    def board(self, board: Board) -> tuple[Reason, ...]:
        """Return the reasons for a board: score group, floats, the obvious alternative, colours."""
        better, worse = sorted(
            (self._by_number[board.first], self._by_number[board.second]), key=lambda member: member.place
        )
        step = self._step[better.place]
        return (
            self._group(better, worse),
            *self._floats(better, worse),
            *self._alternative(step, better, worse),
            self._colour(board, better, worse),
        )

    def bye(self) -> tuple[Reason, ...]:
        """Return the reasons for the bye, nothing if nobody has it."""
        if self.pairing.bye is None:
            return ()
        member = self._by_number[self.pairing.bye]
        name, points = self.naming(member.number), self._points(member.score)
        number = Text(
            f"the number of players is odd; the bye goes to {name.en} with {points.en}",
            f"die Zahl der Spieler ist ungerade; das Freilos geht an {name.de} mit {points.de}",
        )
        return (Reason("bye", number), *self._passed_over(member))

    def lines(self) -> Iterator[tuple[str, tuple[Reason, ...]]]:
        """Yield every line of the pairing with its reasons."""
        for board in self.pairing.boards:
            yield f"{board.first} {board.second}", self.board(board)
        if self.pairing.bye is not None:
            yield f"{self.pairing.bye} 0", self.bye()

    # ---- score group and floats

    def _points(self, score: int) -> Text:
        return in_words(score, self.request.point)

    def _group(self, better: Member, worse: Member) -> Reason:
        if better.score == worse.score:
            points = self._points(better.score)
            return Reason(
                "group", Text(f"both are in the group with {points.en}", f"beide sind in der Gruppe mit {points.de}")
            )
        upper, lower = self.naming(better.number), self.naming(worse.number)
        above, below = self._points(better.score), self._points(worse.score)
        return Reason(
            "group",
            Text(
                f"{upper.en} floats down from {above.en} and meets {lower.en} with {below.en}",
                f"{upper.de} floatet von {above.de} abwärts und trifft auf {lower.de} mit {below.de}",
            ),
        )

    def _floats(self, better: Member, worse: Member) -> Iterator[Reason]:
        """Yield what is known of earlier floats of those who float now."""
        if better.score == worse.score:
            return
        for member, mark, way in ((better, DOWN, _DOWN), (worse, UP, _UP)):
            rounds = [self.request.round - 1 - ago for ago in (0, 1) if member.floats[ago] == mark]
            name = self.naming(member.number)
            if rounds:
                listed = ", ".join(map(str, sorted(rounds)))
                text = Text(
                    f"{name.en} floated {way.en} in round {listed} as well",
                    f"{name.de} floatete auch in Runde {listed} {way.de}",
                )
            else:
                text = Text(
                    f"{name.en} has not floated {way.en} in the last two rounds",
                    f"{name.de} floatete in den letzten beiden Runden nicht {way.de}",
                )
            yield Reason("float", text)
        yield from self._not_the_last(better)

    def _not_the_last(self, member: Member) -> Iterator[Reason]:
        """Yield why this player floats and not the last one of the group."""
        verdict = self._rivals.float_verdict(member)
        if verdict is None:
            return
        rival, criterion = verdict
        yield Reason("float", self._instead(rival, member, criterion))

    # ---- the obvious alternative

    def _alternative(self, step: Step, better: Member, worse: Member) -> Iterator[Reason]:
        """Yield why the obvious opponent was not taken."""
        rival = self._rivals.obvious(step, better)
        if rival is None or rival in (better, worse):
            return
        names = self.naming(better.number), self.naming(rival.number)
        barred = self._barred(better, rival)
        if barred:
            text = Text(
                f"{names[0].en} would have met {names[1].en}, but {barred.en}",
                f"{names[0].de} wäre auf {names[1].de} getroffen, aber {barred.de}",
            )
        else:
            text = self._worse(step, better, rival)
        yield Reason("alternative", text)

    def _barred(self, one: Member, other: Member) -> Text | None:
        """Return why two may not meet at all, None if they may."""
        again = tuple(sorted((one.number, other.number))) in self.request.rematches
        for number, turn in enumerate(self._turns[one.number], 1):
            if turn.kind == "played" and turn.opponent == other.number and not again:
                return Text(f"they have met in round {number} (C1)", f"sie spielten schon in Runde {number} (C1)")
        if other.place in one.barred:
            return Text("the pair is forbidden", "diese Paarung ist verboten")
        if one.absolute and other.absolute and one.wish == other.wish:
            return Text("both must get the same seat (C3)", "beide müssen denselben Platz bekommen (C3)")
        return None

    def _worse(self, step: Step, better: Member, rival: Member) -> Text:
        """Return which criterion the obvious pair would have made worse."""
        names = self.naming(better.number), self.naming(rival.number)
        verdict = self._rivals.pair_verdict(step, better, rival)
        if verdict.criterion is None:
            return Text(
                f"{names[1].en}, the next in line for {names[0].en}, was needed at another board",
                f"{names[1].de}, für {names[0].de} der nächste Gegner der Reihe nach, wurde anderswo gebraucht",
            )
        rule, then = self._rule(verdict.criterion), Text("", "")
        if verdict.others is not None:
            others = [self.naming(member.number) for member in verdict.others]
            then = Text(
                f", and {others[0].en} against {others[1].en},", f" und dann {others[0].de} gegen {others[1].de}"
            )
        return Text(
            f"{names[0].en} against {names[1].en}{then.en} would have made worse: {rule.en}",
            f"{names[0].de} gegen {names[1].de}{then.de} wäre schlechter gewesen für: {rule.de}",
        )

    def _rule(self, criterion: str) -> Text:
        """Return a criterion in words, with the number that it has in the edition."""
        rule, number = NAMES[criterion], number_in(self.request.edition, criterion)
        return Text(f"{rule.en} ({number})", f"{rule.de} ({number})")

    def _instead(self, rival: Member, member: Member, criterion: str) -> Text:
        """Return why a rival did not float in place of a player."""
        rule, other, name = self._rule(criterion), self.naming(rival.number), self.naming(member.number)
        return Text(
            f"{other.en} in place of {name.en} would have made worse: {rule.en}",
            f"{other.de} statt {name.de} wäre schlechter gewesen für: {rule.de}",
        )

    # ---- colours

    def _colour(self, board: Board, better: Member, worse: Member) -> Reason:
        rule = self._seats.of(better, worse)[1]
        words = _RULES[rule]
        if rule in ("both", "number", "lot"):
            first = self.naming(board.first)
            text = Text(f"{first.en} has the first seat: {words.en}", f"{first.de} hat den ersten Platz: {words.de}")
            return Reason("colour", text)
        loser = loser_of_colour(better, worse)
        winner = self.naming(worse.number if loser is better else better.number)
        seat, yields = _SEATS[better.wish], self.naming(loser.number)
        return Reason(
            "colour",
            Text(
                f"both are due the {seat.en} seat; {winner.en} gets it, {yields.en} yields: {words.en}",
                f"beiden steht der {seat.de} Platz zu; {winner.de} bekommt ihn, {yields.de} gibt nach: {words.de}",
            ),
        )

    # ---- the bye

    def _passed_over(self, holder: Member) -> Iterator[Reason]:
        """Yield why those below the holder of the bye did not get it."""
        barred = [member for member in self.field.members[holder.place + 1 :] if not member.may_have_bye]
        for member in barred:
            name, number = self.naming(member.number), self._barring_round(member)
            yield Reason(
                "bye",
                Text(
                    f"{name.en} had a bye or a win without playing in round {number} (C2)",
                    f"{name.de} hatte in Runde {number} ein Freilos oder einen kampflosen Sieg (C2)",
                ),
            )
        free = [member for member in self.field.members[holder.place + 1 :] if member.may_have_bye]
        if any(member.score < holder.score for member in free):
            yield Reason(
                "bye",
                Text(
                    "with the bye for a lower score the rest could not be paired (C5)",
                    "mit dem Freilos bei weniger Punkten wäre der Rest nicht zu paaren (C5)",
                ),
            )
        verdict = self._rivals.float_verdict(holder)
        if verdict and verdict[0].may_have_bye:
            yield Reason("bye", self._instead(verdict[0], holder, verdict[1]))

    def _barring_round(self, member: Member) -> int:
        turns = self._turns[member.number]
        return next(number for number, turn in enumerate(turns, 1) if _bars(turn, self.request.win))


_SEATS: Final[Mapping[int, Text]] = {1: Text("first", "erste"), -1: Text("second", "zweite")}
_DOWN: Final = Text("down", "abwärts")
_UP: Final = Text("up", "aufwärts")


def _bars(turn: Turn, win: int) -> bool:
    return turn.kind in ("pab", "forfeit_win") or (turn.kind != "played" and turn.points >= win)
