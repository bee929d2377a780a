"""What holds for every table."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.tables import random_swiss
from tournaments.standings.crosstable import VOLUNTARY, Kind
from tournaments.standings.order import standings
from tournaments.standings.registry import TIE_BREAKS
from tournaments.standings.score import CLASSIC, THREE_ONE, PointSystem

KEYS = ["DE", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "STD", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "FB"]
KEYS += ["AOB", "SB", "SB/C1", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG"]

seeds = st.integers(0, 10**9)
tables = st.builds(
    random_swiss,
    seeds,
    st.integers(2, 14),
    st.integers(1, 9),
    absences=st.sampled_from([0, 0.1, 0.4]),
    forfeits=st.sampled_from([0, 0.1, 0.4]),
    points=st.sampled_from([CLASSIC, THREE_ONE, PointSystem(bye=5)]),
)
few = settings(max_examples=60, deadline=None)


def values(table, keys=KEYS, order=None):
    """Return the values of everybody by number."""
    found = standings(table, order, ",".join(keys))
    return {row.number: [trail.value for trail in row.further] for row in found.rows}


@few
@given(tables, seeds)
def test_numbers_are_only_names(table, seed):
    numbers = {each.number: 500 - each.number * 7 % 501 + seed % 3 for each in table.competitors}
    renamed = replace(
        table,
        competitors=tuple(
            replace(
                each,
                number=numbers[each.number],
                cells=tuple(cell._replace(opponent=numbers.get(cell.opponent)) for cell in each.cells),
            )
            for each in reversed(table.competitors)
        ),
    )

    assert values(renamed) == {numbers[number]: found for number, found in values(table).items()}


@few
@given(tables)
def test_ranks_follow_the_values(table):
    rows = standings(table).rows

    assert sorted(row.number for row in rows) == [each.number for each in table.competitors]
    for one, other in pairwise(rows):
        same = [trail.value for trail in one.order] == [trail.value for trail in other.order]
        assert (one.rank == other.rank) is same
        assert one.points >= other.points
    for rank, sharing in groupby(enumerate(rows, start=1), key=lambda pair: pair[1].rank):
        assert rank == next(sharing)[0]


@few
@given(tables)
def test_doubling_all_points_changes_no_rank(table):
    doubled = replace(
        table,
        points=PointSystem(*(2 * getattr(table.points, name) for name in ("win", "draw", "loss", "absence", "bye"))),
        competitors=tuple(
            replace(each, cells=tuple(cell._replace(points=2 * cell.points) for cell in each.cells))
            for each in table.competitors
        ),
    )

    ranks = [[(row.rank, row.number) for row in standings(each).rows] for each in (table, doubled)]
    assert ranks[0] == ranks[1]
    assert {number: [2 * bh, 4 * sb] for number, (bh, sb) in values(table, ["BH", "SB"]).items()} == values(
        doubled, ["BH", "SB"]
    )


@few
@given(tables)
def test_cuts_only_take_away(table):
    for all_, one, two, middle in values(table, ["BH", "BH/C1", "BH/C2", "BH/M1"]).values():
        assert all_ >= one >= two
        assert one >= middle


@few
@given(tables)
def test_direct_encounter_gives_places_from_one_or_nothing(table):
    points = {row.number: row.points for row in standings(table, "").rows}
    found = values(table, ["DE"])
    for score in set(points.values()):
        places = sorted(found[number][0] for number in points if points[number] == score)
        assert set(places) == {0} or (places[0] == 1 and len(set(places)) > 1)


@few
@given(tables)
def test_buchholz_and_sonneborn_berger_are_what_the_text_says(table):
    """Written once more from the text of article 16, round by round and in fractions."""
    for number, (buchholz, berger) in values(table, ["BH", "SB"]).items():
        assert (Fraction(buchholz), Fraction(berger)) == plainly(table, number)


def plainly(table, number):
    cells = {each.number: each.cells for each in table.competitors}
    own = sum(Fraction(cell.points) for cell in cells[number])
    buchholz = berger = Fraction(0)
    for cell in cells[number]:
        if cell.kind is Kind.PLAYED:
            score = worth(table, cells[cell.opponent])
        elif cell.opponent is not None:
            score = min(own, worth(table, cells[cell.opponent]))
        else:
            score = min(own, Fraction(table.points.draw * table.after))
        buchholz += score
        berger += score * cell.points
    return buchholz, berger


def worth(table, cells):
    score = Fraction(0)
    for place, cell in enumerate(cells):
        asked_for = cell.kind in (Kind.HALF_BYE, Kind.ZERO_BYE)
        alone = all(later.kind in VOLUNTARY for later in cells[place + 1 :])
        score += table.points.draw if asked_for and alone else cell.points
    return score


@few
@given(tables, seeds)
def test_asking_for_more_changes_nothing(table, seed):
    keys = KEYS[seed % len(KEYS) :] + KEYS[: seed % len(KEYS)]

    one_by_one = {key: values(table, [key], "") for key in keys}
    together = values(table, keys, "")

    for place, key in enumerate(keys):
        assert {number: found[place] for number, found in together.items()} == {
            number: found[0] for number, found in one_by_one[key].items()
        }


def test_every_tie_break_for_swisses_takes_part():
    swiss = {code for code, entry in TIE_BREAKS.items() if "swiss" in entry.systems}

    assert swiss - {key.partition("/")[0] for key in KEYS} == {"PTS", "TPN", "GPT", "MAR"}
