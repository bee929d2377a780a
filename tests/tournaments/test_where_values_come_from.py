"""P9: a tie-break looks wrong, and everybody can see why. Seven rounds with a bye, a requested bye and a withdrawal."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

import pytest
from django.test import Client

from tests.builders import ORGANIZER, the_stage
from tests.tournaments.pages import text, url
from tests.tournaments.stages import finish_round, next_round, play, swiss
from tournaments import services
from tournaments.models import Bye, Entry, Pairing, Tournament

pytestmark = pytest.mark.django_db

HALF = Decimal("0.5")
ORDER = "BH,BH/C1,SB,DE,FB"
UNPLAYED = {"bye": 1, "half": HALF, "zero": 0}


@pytest.fixture(scope="module")
def made(module_rows):
    tournament = swiss(13, rounds=7, tie_breaks=ORDER)
    play(tournament, 2, drawn_boards=[3])
    entry = Pairing.objects.get(stage=the_stage(tournament), round__number=2, entry_1=None).entry_0
    play(tournament, 2, drawn_boards=[2, 5])
    services.entry_withdraw(entry_id=opponents(tournament, entry)[0].pk, by=ORGANIZER, running=None, reason="ill")
    Bye.objects.create(
        stage=the_stage(tournament), entry=entry, round_number=5, kind="half", state="granted", asked_at_ms=1
    )
    play(tournament, 2, drawn_boards=[1])
    return tournament.pk, entry.pk


@pytest.fixture
def event(made):
    """Return a tournament before its last round is drawn up, and the entry with the byes."""
    tournament, entry = made
    return Tournament.objects.get(pk=tournament), Entry.objects.get(pk=entry)


def opponents(tournament, entry):
    met = Pairing.objects.filter(stage=the_stage(tournament)).exclude(entry_1=None).order_by("round__number")
    sides = [pairing.entries for pairing in met.select_related("entry_0", "entry_1") if entry in pairing.entries]
    return [second if first == entry else first for first, second in sides]


class Record:
    """What everybody did, read from pairings and results alone: an oracle that knows nothing of cross tables."""

    def __init__(self, tournament, rounds):
        self.rounds = rounds
        stage = the_stage(tournament)
        self.turns = {}
        for pairing in stage.pairings.select_related("result", "round").filter(round__number__lte=rounds):
            for side, entry in enumerate((pairing.entry_0_id, pairing.entry_1_id)):
                if entry:
                    self.turns[entry, pairing.round.number] = self._turn(pairing, side)
        self.byes = {(bye.entry_id, bye.round_number): bye.kind for bye in stage.byes.filter(state="granted")}

    @staticmethod
    def _turn(pairing, side):
        other = (pairing.entry_1_id, pairing.entry_0_id)[side]
        if other is None:
            return "bye", None, Decimal(1)
        won = pairing.result.winner
        return "played", other, HALF if won is None else Decimal(int(won == side))

    def turn(self, entry, number):
        """Return kind, opponent and points of a round."""
        if (entry, number) in self.turns:
            return self.turns[entry, number]
        kind = self.byes.get((entry, number), "zero")
        return kind, None, Decimal(UNPLAYED[kind])

    def score(self, entry):
        return sum(self.turn(entry, number)[2] for number in range(1, self.rounds + 1))

    @cache  # noqa: B019 - lives as long as one test
    def adjusted(self, entry):
        """Article 16.3: requested byes with nothing but absences after them are draws."""
        turns = [self.turn(entry, number) for number in range(1, self.rounds + 1)]
        there = max((place for place, turn in enumerate(turns) if turn[0] in ("played", "bye")), default=-1)
        return sum(
            HALF if kind in ("half", "zero") and place > there else points
            for place, (kind, _, points) in enumerate(turns)
        )

    def addends(self, entry):
        """Article 16.4: yield by round what Buchholz adds, the points made, whether it was an own absence."""
        for number in range(1, self.rounds + 1):
            kind, other, points = self.turn(entry, number)
            if kind == "played":
                yield self.adjusted(other), points, False
            else:
                yield min(self.score(entry), HALF * self.rounds), points, kind != "bye"

    def expected(self, entry):
        """Return BH, BH/C1 and SB."""
        parts = list(self.addends(entry))
        values = [base for base, _, _ in parts]
        own = [base for base, _, absent in parts if absent]
        cut = max(min(values), *own) if len(own) == 1 else min(values)
        return sum(values), sum(values) - cut, sum(base * points for base, points, _ in parts)


def shown(tournament, entry, after):
    """Return what the page of an entry shows."""
    answer = Client().get(url("tournament-entry", tournament, entry.pk), {"after": str(after)} if after else {})
    return answer, answer.context["trail"]()


def value_of(trail, code):
    return next(value for value in trail.values if value.code == code)


@pytest.mark.parametrize("after", [3, 5, 6])
def test_values_are_those_of_the_rules_and_the_addends_make_them_up(event, after):
    tournament, entry = event

    _answer, trail = shown(tournament, entry, after)

    buchholz, cut, sonneborn = Record(tournament, after).expected(entry.pk)
    assert Decimal(value_of(trail, "BH").value) == buchholz
    assert Decimal(value_of(trail, "BH/C1").value) == cut
    assert Decimal(value_of(trail, "SB").value) == sonneborn
    for value in trail.values[:4]:
        assert sum(Decimal(step.amount) for step in value.steps if step.counts) == Decimal(value.value), value.code


def test_the_page_says_opponent_adjusted_score_dummy_and_what_was_cut(event):
    tournament, entry = event

    answer, trail = shown(tournament, entry, 6)

    steps = value_of(trail, "BH/C1").steps
    assert [step.round for step in steps] == [1, 2, 3, 4, 5, 6]
    assert "bye of the pairing, dummy with" in steps[1].text
    assert "half-point bye, dummy with" in steps[4].text
    assert [step.counts for step in steps].count(False) == 1
    assert "left out at the low end" in next(step.text for step in steps if not step.counts)
    gone = opponents(tournament, entry)[0]
    assert f"{gone.name}, adjusted score" in text(answer)


def test_who_left_is_worth_draws_from_then_on_and_says_so(event):
    tournament, entry = event
    gone = opponents(tournament, entry)[0]

    _answer, trail = shown(tournament, gone, 6)

    assert Decimal(trail.worth.value) == Record(tournament, 6).adjusted(gone.pk)
    assert sum("counts as a draw" in step.text for step in trail.worth.steps) == 2


def test_fore_buchholz_has_a_value_only_before_the_declared_last_round(event):
    tournament, entry = event

    before = value_of(shown(tournament, entry, None)[1], "FB").value
    next_round(tournament)
    drawn_up = value_of(shown(tournament, entry, None)[1], "FB")

    assert before == "no value"
    assert sum(Decimal(step.amount) for step in drawn_up.steps) == Decimal(drawn_up.value)
    assert [step.round for step in drawn_up.steps] == [1, 2, 3, 4, 5, 6, 7]


def test_after_the_last_round_everything_adds_up(event):
    tournament, entry = event
    finish_round(tournament, next_round(tournament).number)

    _answer, trail = shown(tournament, entry, None)

    buchholz, cut, sonneborn = Record(tournament, 7).expected(entry.pk)
    assert trail.after == "final standings"
    assert [Decimal(value_of(trail, code).value) for code in ("BH", "BH/C1", "SB")] == [buchholz, cut, sonneborn]
    assert not any("forfeit" in step.text for step in value_of(trail, "DE").steps)
