"""The order of a table: ranks, penalties, expelled competitors, values that nobody has."""

import pytest

from tests.live import ROOT
from tests.tournaments.standings.tables import table, trail, value
from tournaments.standings.crosstable import Kind, without_games_of
from tournaments.standings.errors import SENTENCES, StandingsError
from tournaments.standings.order import standings
from tournaments.standings.plain import as_json, as_text
from tournaments.standings.registry import TIE_BREAKS, chosen, default_order, parsed


def ranks(cross_table, order):
    return [(row.rank, row.number) for row in standings(cross_table, order).rows]


PAGE = (ROOT / "docs/reference/standings.md").read_text()
FOUR = ["2w1 3b1", "1b0 4w1", "4b1 1w0", "3w0 2b0"]


def test_equal_in_everything_shares_a_rank_and_the_next_is_left_out():
    assert ranks(table(*FOUR), "") == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_each_tie_break_works_inside_the_groups_still_tied():
    # 2 and 3 are tied: 2 had lost to the winner and beaten the last, and so had 3; only the seats differ.
    assert ranks(table(*FOUR), "BH,SB,BPG,TPN") == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert ranks(table(*FOUR), "TPN/R") == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_points_stand_first_also_when_the_list_does_not_say_so():
    assert [each.key for each in standings(table(*FOUR), "BH").order] == ["PTS", "BH"]
    assert [each.key for each in standings(table(*FOUR), "PTS,BH").order] == ["PTS", "BH"]


def test_a_penalty_costs_the_place_and_nothing_else():
    fined = table(*FOUR, penalties={1: 15})

    assert ranks(fined, "") == [(1, 2), (1, 3), (3, 1), (4, 4)]
    assert value(fined, "PTS", 1) == "0.5"
    for key in ("BH", "SB", "WIN", "PS"):
        assert [value(fined, key, number) for number in (1, 2, 3, 4)] == [
            value(table(*FOUR), key, number) for number in (1, 2, 3, 4)
        ]
    assert dict(trail(fined, "PTS", 1).facts) == {"penalty": 15}


def test_a_bonus_is_a_penalty_the_other_way():
    assert value(table(*FOUR, penalties={4: -5}), "PTS", 4) == "0.5"


def test_who_was_expelled_has_no_rank_but_stays_an_opponent():
    expelled = table(*FOUR, expelled=(1,))

    assert ranks(expelled, "") == [(1, 2), (1, 3), (3, 4)]
    assert value(expelled, "BH", 2) == value(table(*FOUR), "BH", 2)


def test_no_value_comes_last():
    lonely = table("2w1 3b1", "1b0 U", "U 1w0", "Z Z", ratings={1: 1900, 2: 1800, 3: 1700, 4: 1600})

    assert ranks(lonely, "ARO") == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert value(lonely, "ARO", 4) is None
    assert value(lonely, "AOB", 4) is None


def test_one_unrated_competitor_takes_rating_tie_breaks_from_everybody():
    mixed = table(*FOUR, ratings={1: 2000, 2: 1800, 3: 1700, 4: None})

    assert [value(mixed, "ARO", number) for number in (1, 2, 3, 4)] == [None] * 4
    assert value(mixed, "ARO/U1000", 3) == 1500
    assert value(mixed, "RTNG/U1000", 4) == 1000


def test_games_of_who_left_a_round_robin_early_can_be_cancelled():
    robin = table("2w1 3w1 4b1", "1b0 4w1 3w=", "4w1 1b0 2b=", "3b0 2b0 1w0", system="rr")
    without = without_games_of(robin, frozenset({4}))

    assert ranks(without, "SB") == [(1, 1), (2, 2), (2, 3)]
    assert [cell.kind for cell in without.competitors[0].cells] == [Kind.PLAYED, Kind.PLAYED, Kind.FREE]
    assert value(without, "PTS", 1) == "2"


def test_an_empty_field_has_an_empty_table():
    assert as_json(standings(table("Z", expelled=(1,)))) == {"standings": []}


def test_as_text_lines_up():
    text = as_text(standings(table(*FOUR), "BH", "DE,AOB"), lambda number: f"Name {number}")

    assert text.splitlines() == [
        "Rank  No.  Name    PTS  BH  DE  AOB",
        "   1    1  Name 1    2   2   0    2",
        "   2    2  Name 2    1   2   0    2",
        "   2    3  Name 3    1   2   0    2",
        "   4    4  Name 4    0   2   0    2",
    ]


@pytest.mark.parametrize(
    ("lines", "how", "code"),
    [
        pytest.param(["2w1", "1w0"], {}, "sides_disagree", id="one seat for both"),
        pytest.param(["2w1", "1b1"], {}, "sides_disagree", id="both won"),
        pytest.param(["2w1", "Z"], {}, "sides_disagree", id="the other was not there"),
        pytest.param(["2w1", "1b-"], {}, "sides_disagree", id="played and forfeit"),
        pytest.param(["2w+", "1b+"], {}, "sides_disagree", id="both won by forfeit"),
        pytest.param(["3w1", "Z"], {}, "sides_disagree", id="nobody has this number"),
        pytest.param(["2w1 Z", "1b0"], {}, "bad_rounds", id="a round is missing"),
        pytest.param(["2w1", "1b0"], {"rounds": 3, "after": 2}, "bad_rounds", id="fewer rounds than counted"),
        pytest.param(["2w1", "1b0"], {"rounds": 1, "after": 2}, "bad_round", id="more rounds than declared"),
        pytest.param(["2w1", "1b0"], {"after": -1}, "bad_round", id="a round below nothing"),
    ],
)
def test_refuses_a_table_that_does_not_hold_together(lines, how, code):
    with pytest.raises(StandingsError) as refused:
        standings(table(*lines, **how))

    assert refused.value.code == code
    assert refused.value.text.de != refused.value.text.en


@pytest.mark.parametrize(
    ("text", "system", "code"),
    [
        ("XX", "swiss", "unknown_tie_break"),
        ("BH/C0", "swiss", "bad_modifier"),
        ("BH/C10", "swiss", "bad_modifier"),
        ("BH/C", "swiss", "bad_modifier"),
        ("BH/C1/C2", "swiss", "bad_modifier"),
        ("BH/C1/M1", "swiss", "bad_modifier"),
        ("BH/", "swiss", "bad_modifier"),
        ("BH/U1000", "swiss", "bad_modifier"),
        ("BH/P1", "swiss", "bad_modifier"),
        ("ARO/U0", "swiss", "bad_modifier"),
        ("DE/C1", "rr", "bad_modifier"),
        ("BH", "rr", "not_in_this_system"),
        ("FB", "drr", "not_in_this_system"),
        ("KS", "swiss", "not_in_this_system"),
        ("BH,bh", "swiss", "tie_break_twice"),
    ],
)
def test_refuses_a_list_that_it_does_not_understand(text, system, code):
    with pytest.raises(StandingsError) as refused:
        parsed(text, system)

    assert refused.value.code == code


def test_modifiers_combine():
    found = chosen("bh/c1/p", "swiss").modifiers

    assert (found.cut_low, found.cut_high, found.forfeits) == (1, 0, True)
    assert chosen("KS/L60", "rr").modifiers.limit == 60


@pytest.mark.parametrize("system", ["swiss", "rr", "drr"])
def test_the_usual_lists_fit_their_tournaments(system):
    assert parsed(default_order(system), system)


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_every_tie_break_has_its_words(code):
    entry = TIE_BREAKS[code]

    assert entry.name.en
    assert entry.name.de
    assert f"| `{code}` | {entry.article or 'ours'} |" in PAGE
    assert len(entry.heading.en) <= 5
    assert len(entry.heading.de) <= 5


def test_every_fault_has_a_sentence_in_both_languages():
    assert all("{detail}" in sentence.en and "{detail}" in sentence.de for sentence in SENTENCES.values())
