"""A tie-break looks wrong, and somebody wants to see why (scalachess #737, lila #13694, citadel #515)."""

import pytest

from tests.tournaments.standings.tables import table, trail, value
from tournaments.standings.errors import StandingsError
from tournaments.standings.explain import explain, explain_adjusted
from tournaments.standings.order import standings
from tournaments.standings.trail import Cut

# 1 has the bye of the pairing in round 2 and a half-point bye in round 5; 3 leaves after round 4.
SEVEN_ROUNDS = [
    "8w1 U   3b= 4w0 H   6w1 7b=",
    "7w1 Z   8w1 3w= 4b1 5w0 6b1",
    "6w0 7b1 1w= 2b= Z   Z   Z",
    "5w1 6b= 7w0 1b1 2w0 U   8w1",
    "4b0 8b1 6w1 7b= H   2b1 U",
    "3b1 4w= 5b0 8b1 7w= 1b0 2w0",
    "2b0 3w0 4b1 5w= 6b= 8b1 1w=",
    "1b0 5w0 2b0 6w0 U   7w0 4b0",
]
NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hans"]


def name_of(number):
    return NAMES[number - 1]


def after(rounds, *, declared=7):
    return table(*SEVEN_ROUNDS, after=rounds, rounds=declared)


def before_the_last_round(*, declared=7):
    """Return the table when round 7 is drawn up and nobody has played."""
    lines = []
    for line in SEVEN_ROUNDS:
        *rounds, last = line.split()
        lines.append(" ".join([*rounds, last if last in "UZ" else last[:-1] + "?"]))
    return table(*lines, after=6, rounds=declared)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        # 8: 0, dummy: own 2.5 limited to 3 draws, 3: 1.5. No own doing, so the lowest goes.
        (3, {"BH": "3", "BH/C1": "3", "SB": "2.25", "DE": 0}),
        # 8: 1, dummy: own 3 limited to 5 draws, 3: 2 and a draw for having left, 4: 2.5, dummy 2.5, which goes.
        (5, {"BH": "11", "BH/C1": "8.5", "SB": "6", "DE": 0}),
        # 8: 1, dummy 3.5, 3: 2 and three draws, 4: 4.5, dummy 3.5 (goes), 6: 3, 7: 3.5.
        (7, {"BH": "22.5", "BH/C1": "19", "SB": "12.75", "DE": 0}),
    ],
)
def test_values_follow_article_16_while_the_tournament_goes_on(rounds, expected):
    assert {key: value(after(rounds), key, 1) for key in expected} == expected


def test_fore_buchholz_takes_the_declared_last_round_as_drawn_once_it_is_drawn_up():
    # 8: 1 + a draw, dummy: own 4.5 limited to 7 draws, 3: left, 3.5, 4: 4, dummy 3.5, 6: 3.5, 7: 3.5.
    assert value(before_the_last_round(), "FB", 1) == "23"


def test_fore_buchholz_has_no_value_for_a_round_that_is_not_the_declared_last_one():
    assert value(before_the_last_round(declared=9), "FB", 1) is None
    assert value(after(5), "FB", 1) is not None
    assert value(table(*[line.rsplit(maxsplit=2)[0] for line in SEVEN_ROUNDS], rounds=7), "FB", 1) is None


def test_a_forfeit_is_no_direct_encounter_unless_declared():
    tied = table("2w+ 3b0", "1b- 4w1", "4b0 1w1", "3w1 2b0")

    assert [value(tied, "DE", number) for number in (1, 2)] == [0, 0]
    assert [value(tied, "DE/P", number) for number in (1, 2, 3, 4)] == [0, 0, 0, 0]
    assert [game.round for game in trail(tied, "DE/P", 1).addends] == [1, 2]
    assert [game.round for game in trail(tied, "DE", 1).addends] == [2]


def test_nobody_is_their_own_opponent():
    with pytest.raises(StandingsError, match="sides_disagree"):
        standings(table("1w1", "2b0"))


def test_a_click_shows_every_addend():
    found = standings(after(7), "BH/C1")
    row = next(row for row in found.rows if row.number == 1)

    shown = explain(found.order[1], row.order[1], name_of)

    assert [(step.round, step.text.en, step.amount.en, step.counts) for step in shown.steps] == [
        (1, "Hans, adjusted score 1", "1", True),
        (2, "bye of the pairing, dummy with 3.5, limited", "3.5", True),
        (3, "Cleo, adjusted score 3.5", "3.5", True),
        (4, "Dan, adjusted score 4.5", "4.5", True),
        (5, "half-point bye, dummy with 3.5, limited, left out at the low end", "3.5", False),
        (6, "Finn, adjusted score 3", "3", True),
        (7, "Gil, adjusted score 3.5", "3.5", True),
    ]
    assert (shown.value.en, shown.value.de) == ("19", "19")
    assert shown.steps[4].text.de == "Freilos mit halbem Punkt, gedachter Gegner mit 3,5, begrenzt, unten gestrichen"


def test_a_second_click_shows_why_an_opponent_is_worth_that():
    shown = explain_adjusted(after(7), 3, name_of)

    assert [step.text.en for step in shown.steps[3:5]] == [
        "Bo",
        "away, counts as a draw, since nothing but absences follows",
    ]
    assert [step.amount.de for step in shown.steps] == ["0", "1", "0,5", "0,5", "0,5", "0,5", "0,5"]
    assert shown.value.de == "3,5"


@pytest.mark.parametrize("key", ["BH", "BH/C2", "BH/M1", "SB", "SB/C1", "FB", "PTS", "WIN", "PS/C1", "REP", "STD"])
def test_what_is_not_cut_adds_up_to_the_value(key):
    for row in standings(after(7), "", key).rows:
        shown = row.further[0]
        assert sum(addend.amount for addend in shown.addends if addend.cut is None) == shown.value


def test_cuts_name_their_end():
    cuts = [addend.cut for addend in trail(after(7), "BH/M1", 1).addends]

    assert cuts == [None, None, None, Cut.HIGH, Cut.LOW, None, None]


@pytest.mark.parametrize("key", ["PTS", "DE", "AOB", "TPR", "PTP", "APRO", "STD", "PS", "TPN", "BH", "SB/C1", "RTNG"])
def test_every_kind_of_value_can_be_put_into_words(key):
    found = standings(after(7), "", key)
    for row in found.rows:
        shown = explain(found.keys[0], row.further[0], name_of)
        assert shown.value.en
        assert all("{" not in step.text.en + step.text.de for step in shown.steps)
        assert all("{" not in remark.en + remark.de for remark in shown.remarks)
