"""Article 16: what unplayed rounds are worth, to the opponents and to oneself."""

import pytest

from tests.tournaments.standings.tables import table, trail, value
from tournaments.standings.score import THREE_ONE
from tournaments.standings.sheet import Sheet


def worth(*lines, number=1, **how):
    return Sheet(table(*lines, **how)).adjusted[number]


def answered(cell):
    """Return the other side of a round against 2."""
    if len(cell) == 1:
        return "Z"
    return "1" + {"w": "b", "b": "w"}[cell[1]] + {"1": "0", "0": "1", "+": "-", "-": "-"}[cell[2]]


@pytest.mark.parametrize(
    ("rounds", "tenths"),
    [
        pytest.param("2w1 H   2b0", 15, id="half-point bye before a game, as scored"),
        pytest.param("2w1 Z   2b0", 10, id="zero-point bye before a game, as scored"),
        pytest.param("2w1 2b0 H", 15, id="half-point bye at the end, a draw"),
        pytest.param("2w1 2b0 Z", 15, id="zero-point bye at the end, a draw"),
        pytest.param("2w1 Z   Z", 20, id="who leaves is worth draws"),
        pytest.param("Z   Z   2w1", 10, id="who comes late is not"),
        pytest.param("2w1 Z   U", 20, id="the bye of the pairing is no absence"),
        pytest.param("2w1 Z   2b+", 20, id="nor is a forfeit win"),
        pytest.param("2w1 Z   2b-", 15, id="a forfeit loss is"),
        pytest.param("2w1 2b- Z", 15, id="a forfeit loss itself stays a loss"),
        pytest.param("2w1 F   Z", 25, id="a full-point bye stays a win"),
    ],
)
def test_worth_to_the_opponents(rounds, tenths):
    assert worth(rounds, " ".join(map(answered, rounds.split()))) == tenths


def test_a_draw_is_worth_what_the_tournament_says():
    assert worth("2w1 Z Z", "1b0 Z Z", points=THREE_ONE) == 30 + 10 + 10


def test_a_dummy_has_the_own_score():
    # 1 + 0.5 of 3 rounds; the limit would be 1.5 as well.
    assert value(table("2w1 H 2b0", "1b0 Z 1w1"), "BH", 1) == "3.5"


def test_a_dummy_has_no_more_than_a_draw_per_round():
    found = trail(table("U U U"), "BH", 1)

    assert [addend.base for addend in found.addends] == [15, 15, 15]
    assert all(addend.dummy and addend.limited for addend in found.addends)


def test_after_a_forfeit_a_dummy_has_no_more_than_the_scheduled_opponent():
    found = trail(table("2w+ 2b1", "1b- 1w0"), "BH", 1)

    assert [(addend.base, addend.dummy, addend.limited) for addend in found.addends] == [
        (0, True, True),
        (0, False, False),
    ]


def test_with_forfeits_as_games_there_is_no_dummy_after_them():
    played = trail(table("2w- 2b1", "1b+ 1w0"), "BH/P", 1)

    assert [(addend.base, addend.dummy) for addend in played.addends] == [(10, False), (10, False)]


def test_a_table_after_some_rounds_is_worked_out_as_if_they_were_all():
    # Limits: 2 draws, not 9; the bye stands in the last round.
    assert value(table("U U", "Z Z", rounds=9), "BH", 1) == "2"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param("BH/C1", "3", id="the own doing goes, although another is lower"),
        pytest.param("BH/C2", "3", id="then the lowest"),
        pytest.param("BH/M1", "0", id="then the highest"),
    ],
)
def test_what_is_cut_first(key, expected):
    # Parts: 0 against 2, 3 against 3, 1.5 for the dummy of the half-point bye.
    cut = table("2w1 3b0 H", "1b0 Z 3w0", "U 1w1 2b1")

    assert value(cut, key, 1) == expected


def test_sonneborn_berger_cuts_the_higher_of_two_products():
    """16.5.1: a forfeit loss is worth nothing, so the product with the lowest opponent goes."""
    # Parts: 2 (0.5) x 1, forfeit loss 0, 3 (2) x 1, half-point bye 2 x 0.5: lowest own doing 0, least significant 0.5.
    cut = table(
        "2w1 3b- 3w1 H",
        "1b0 4b= 4w0 4b0",
        "4w1 1w+ 1b0 Z",
        "3b0 2w= 2b1 2w1",
    )
    found = trail(cut, "SB/C1", 1)

    assert [(addend.amount, addend.cut is not None) for addend in found.addends] == [
        (50, True),
        (0, False),
        (250, False),
        (100, False),
    ]


def test_a_round_robin_knows_no_dummies():
    robin = table("2w+ _ 3w1", "1b- 3b1 _", "_ 2w0 1b0", system="rr")

    assert Sheet(robin).adjusted == {1: 20, 2: 10, 3: 0}
    assert [(addend.base, addend.dummy) for addend in trail(robin, "SB", 1).addends] == [(10, False), (0, False)]
