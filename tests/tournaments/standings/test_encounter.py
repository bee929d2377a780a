"""Direct encounter, article 6."""

import pytest

from tests.tournaments.standings.tables import table, trail, value
from tournaments.standings.crosstable import Cell, Competitor, CrossTable, Kind
from tournaments.standings.order import standings


def places(cross_table, key="DE"):
    """Return the place of everybody, applied right after the points."""
    return {row.number: row.further[0].value for row in standings(cross_table, "", key).rows}


def group(size, results, system="swiss"):
    """Return a table in which all are tied on points: those listed met, `results` are (first, second, "1=0").

    Everybody gets what is missing to a common score as byes.
    """
    cells = {number: [] for number in range(1, size + 1)}
    for first, second, result in results:
        made = {"1": (2, 0), "=": (1, 1), "0": (0, 2)}[result]
        for number, rounds in cells.items():
            if number in (first, second):
                own = made[number == second]
                other = second if number == first else first
                rounds.append(Cell(Kind.PLAYED, 5 * own, other, int(number == second), own))
            else:
                rounds.append(Cell(Kind.ZERO_BYE))
    most = max(sum(cell.points for cell in own) for own in cells.values())
    for own in cells.values():
        own.append(Cell(Kind.FULL_BYE, most - sum(cell.points for cell in own)))
    competitors = tuple(Competitor(number, tuple(own)) for number, own in cells.items())
    return CrossTable(system, len(results) + 1, len(results) + 1, competitors)


@pytest.mark.parametrize(
    ("size", "results", "expected"),
    [
        pytest.param(2, [(1, 2, "0")], {1: 2, 2: 1}, id="two who met"),
        pytest.param(2, [(1, 2, "=")], {1: 0, 2: 0}, id="two who drew"),
        pytest.param(2, [], {1: 0, 2: 0}, id="two who never met"),
        pytest.param(3, [(1, 2, "1"), (2, 3, "1"), (3, 1, "1")], {1: 0, 2: 0, 3: 0}, id="a circle cannot be split"),
        pytest.param(3, [(1, 2, "="), (2, 3, "1"), (3, 1, "=")], {2: 1, 1: 2, 3: 3}, id="three points in order"),
        pytest.param(
            3,
            [(1, 2, "1"), (2, 3, "="), (3, 1, "0")],
            {1: 1, 2: 2, 3: 2},
            id="behind the first two stay equal",
        ),
        pytest.param(
            4,
            [(1, 2, "1"), (1, 3, "1"), (4, 1, "1"), (2, 3, "1"), (2, 4, "1"), (3, 4, "1")],
            {1: 1, 2: 2, 3: 3, 4: 4},
            id="it starts again among those who stay equal",
        ),
    ],
)
def test_places_when_all_have_met(size, results, expected):
    assert places(group(size, results)) == expected


@pytest.mark.parametrize(
    ("size", "results", "expected"),
    [
        pytest.param(3, [(1, 2, "1"), (1, 3, "1")], {1: 1, 2: 2, 3: 2}, id="the first is out of reach"),
        pytest.param(3, [(1, 2, "1")], {1: 0, 2: 0, 3: 0}, id="one who met nobody could reach the first"),
        pytest.param(
            4,
            [(1, 2, "1"), (1, 3, "1"), (1, 4, "1"), (2, 3, "1")],
            {1: 1, 2: 2, 3: 2, 4: 2},
            id="the second is not safe, so the others stay equal",
        ),
        pytest.param(
            4,
            [(1, 2, "1"), (1, 3, "1"), (1, 4, "1"), (2, 3, "1"), (2, 4, "1")],
            {1: 1, 2: 2, 3: 3, 4: 3},
            id="the second is safe as well",
        ),
        pytest.param(
            4,
            [(1, 2, "1"), (1, 3, "1"), (2, 3, "0"), (3, 4, "0"), (2, 4, "=")],
            {1: 0, 2: 0, 3: 0, 4: 0},
            id="a missing game of the leader counts as lost",
        ),
        pytest.param(
            4,
            [(1, 2, "1"), (1, 3, "1"), (1, 4, "1"), (2, 3, "0"), (3, 4, "0"), (4, 2, "0")],
            {1: 1, 2: 2, 3: 2, 4: 2},
            id="a circle behind the first",
        ),
    ],
)
def test_places_when_not_all_have_met(size, results, expected):
    assert places(group(size, results)) == expected


def test_games_of_a_pair_count_with_their_mean():
    # As sums 2 and 3 would be equal, and have drawn with each other.
    results = [(1, 2, "="), (1, 2, "="), (1, 3, "0"), (2, 3, "=")]

    assert places(group(3, results, system="drr")) == {3: 1, 2: 2, 1: 3}


def test_forfeits_are_games_in_a_round_robin():
    robin = table("2w+ 3w0 _", "1b- _ 3w1", "_ 1b1 2b0", system="rr")

    assert value(robin, "PTS", 1) == value(robin, "PTS", 2) == "1"
    assert places(robin) == {1: 0, 2: 0, 3: 0}
    assert [addend.kind for addend in trail(robin, "DE", 1).addends] == [Kind.FORFEIT_WIN, Kind.PLAYED]


def test_inside_the_order_only_those_still_tied_are_looked_at():
    # On points 1, 2, 3 are a circle; wins leave 1 and 2, and 1 has beaten 2.
    circle = table("2w1 3b0 4w1", "1b0 4w1 3w1", "4b1 1w1 2b0", "3w0 2b0 1b0", system="rr")
    found = standings(circle, "DE,WIN,SB,DE/P")

    assert [row.number for row in found.rows if row.rank == 4] == [4]
    assert {row.number: row.order[1].value for row in found.rows} == {1: 0, 2: 0, 3: 0, 4: 0}


def test_a_trail_tells_points_and_reach():
    found = trail(group(3, [(1, 2, "1"), (1, 3, "1")]), "DE", 2)

    assert dict(found.facts) == {"tied": 3, "points": 0, "reach": 10}
