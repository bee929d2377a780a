"""Single tie-breaks on tables small enough to check by eye."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.tables import table, value
from tournaments.standings.crosstable import Cell, Competitor, CrossTable, Kind
from tournaments.standings.score import THREE_ONE, decimal, half_up, tenths
from tournaments.standings.tiebreaks.rating_tables import difference, expected, lowest_expecting

# 1: win as second seat, forfeit win, bye, half-point bye, draw, forfeit loss.
LONG = table(
    "2b1 3w+ U H 2w= 3b-",
    "1w0 Z Z U 1b= U",
    "U 1b- U Z Z 1w+",
)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("WIN", 3),
        ("WON", 1),
        ("BPG", 1),
        ("BWG", 1),
        ("PS", "17.5"),
        ("PS/C1", "16.5"),
        ("PS/C2", "14.5"),
        ("REP", 4),
        # Better, better, better than a draw, as good as a draw, equal, worse.
        ("STD", "4"),
        ("TPN", 1),
        ("GPT", 0),
    ],
)
def test_the_own_record(key, expected):
    assert value(LONG, key, 1) == expected


def test_a_bye_worth_less_than_a_win_is_no_win():
    assert value(table("U", points=THREE_ONE.__class__(win=30, draw=10, bye=10)), "WIN", 1) == 0


def test_nobody_gains_standard_points_when_both_stay_away():
    both = table("2w- 3b1", "1b- U", "U 1w0")

    assert value(both, "STD", 1) == "1"
    assert value(both, "STD", 2) == "1"


def test_koya_counts_points_against_the_upper_half():
    robin = table("2w1 3b= 4w0", "1b0 4b1 3w1", "4w1 1w= 2b0", "3b0 2w0 1b1", system="rr")

    # Half of three wins is 1.5: 1 (1.5), 2 (2) and 3 (1.5) have it.
    assert [value(robin, "KS", number) for number in (1, 2, 3, 4)] == ["1.5", "1", "0.5", "1"]
    assert [value(robin, "KS/L60", number) for number in (1, 2, 3, 4)] == ["1", "0", "0", "0"]


def test_points_inside_games_and_margins_may_be_capped():
    def game(own, other, opponent, seat):
        return Cell(Kind.PLAYED, 10 if own > other else 0, opponent, seat, 2 if own > other else 0, own, own - other)

    scored = CrossTable(
        "swiss",
        1,
        1,
        (Competitor(1, (game(87, 40, 2, 0),)), Competitor(2, (game(40, 87, 1, 1),))),
    )

    assert [value(scored, key, 1) for key in ("GPT", "GPT/X50", "MAR", "MAR/X20")] == [87, 50, 47, 20]
    assert [value(scored, key, 2) for key in ("GPT", "MAR", "MAR/X20")] == [40, -47, -20]


def test_ratings():
    rated = table("2w1 3b=", "1b0 U", "U 1w=", ratings={1: 2000, 2: 1500, 3: 1601})

    assert value(rated, "ARO", 1) == 1551
    assert value(rated, "ARO/C1", 1) == 1601
    assert value(rated, "ARO/C2", 1) is None
    # 75 per cent stand for 193.
    assert value(rated, "TPR", 1) == 1551 + 193
    assert value(rated, "PTP", 2) == 2000 - 800
    assert value(rated, "APRO", 2) == 1744
    assert value(rated, "RTNG", 3) == 1601


def test_a_win_is_a_win_for_ratings_whatever_it_brings():
    lines = ("2w1 3b=", "1b0 U", "U 1w=")

    assert value(table(*lines), "TPR", 1) == value(table(*lines, points=THREE_ONE), "TPR", 1)


@given(st.integers(-2000, 2000))
def test_expectations_of_two_add_up(gap):
    assert expected(gap) + expected(-gap) == 100
    assert expected(gap) <= expected(gap + 1)


@given(st.integers(0, 100))
def test_differences_mirror_each_other(per_cent):
    assert difference(per_cent) == -difference(100 - per_cent)


@given(st.lists(st.integers(1000, 2800), min_size=1, max_size=11), st.data())
def test_a_perfect_performance_is_the_lowest_rating_that_will_do(opponents, data):
    score = data.draw(st.integers(1, 2 * len(opponents))) * 50

    found = lowest_expecting(score, opponents)

    assert sum(expected(found - other) for other in opponents) >= score
    # One below expects less, unless it is already 800 below everybody.
    below = sum(expected(found - 1 - other) for other in opponents)
    assert below < score or found == min(opponents) - 800


@given(st.integers(-99999, 99999))
def test_scores_read_and_write_alike(number):
    assert tenths(decimal(number)) == number


@pytest.mark.parametrize("bad", ["", "1,5", "1.25", "½", "1.", ".5", "--1", "1e3"])
def test_refuses_what_is_no_score(bad):
    with pytest.raises(ValueError, match="not a score"):
        tenths(bad)


@given(st.integers(-1000, 1000), st.integers(1, 50))
def test_half_up_is_the_nearest_number(dividend, divisor):
    found = half_up(dividend, divisor)

    assert -divisor < 2 * (dividend - found * divisor) + 1 <= divisor + 1
