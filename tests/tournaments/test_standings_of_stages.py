"""The standings of a stage in the database: what counts, what is public, and what they are as JSON."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import ORGANIZER, advanced, entry_called, pairing_of, the_stage
from tests.tournaments.stages import begun, finish_round, next_round, play, result, swiss
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Penalty
from tournaments.selectors.standings import standings_of
from tournaments.services.standings import closed_rounds

pytestmark = pytest.mark.django_db


def table(tournament, **about):
    found = standings_of(the_stage(tournament), **about)
    return [(line.rank, line.name, line.points) for line in found.lines]


def test_before_a_round_is_closed_everybody_is_equal():
    tournament = swiss(4)
    next_round(tournament)
    result(pairing_of(tournament, "R1-1"), 0)

    found = standings_of(the_stage(tournament))

    assert (found.after, found.closed, found.rounds, found.final) == (0, 0, 3, False)
    assert [(line.rank, line.to_rank, line.points) for line in found.lines] == [(1, 4, "0")] * 4


def test_a_round_counts_once_it_is_closed():
    tournament = swiss(4)
    play(tournament, 1)
    next_round(tournament)
    result(pairing_of(tournament, "R2-1"), 0)

    found = standings_of(the_stage(tournament))

    assert found.after == 1
    assert [line.points for line in found.lines] == ["1", "1", "0", "0"]


def test_earlier_rounds_can_be_asked_for_and_later_ones_are_refused():
    tournament = swiss(4)
    play(tournament, 2)

    assert [points for _, _, points in table(tournament, after=1)] == ["1", "1", "0", "0"]
    assert table(tournament, after=2)[0][2] == "2"
    for after in (3, -1):
        with pytest.raises(TournamentError, match="no_such_round"):
            standings_of(the_stage(tournament), after=after)


def test_columns_name_the_declared_tie_breaks_in_both_languages():
    tournament = swiss(4, tie_breaks="BH/C1,SB")
    play(tournament, 1)

    found = standings_of(the_stage(tournament))

    assert [(column.code, column.name.en, column.name.de) for column in found.columns] == [
        ("BH/C1", "Buchholz, without the lowest value", "Buchholz, ohne den niedrigsten Wert"),
        ("SB", "Sonneborn-Berger", "Sonneborn-Berger"),
    ]
    assert all(len(line.values) == 2 for line in found.lines)


def test_a_draft_of_the_last_round_tells_nothing():
    """Fore Buchholz has a value once the last round is drawn up, and may have none before that is public."""
    tournament = swiss(6, rounds=2, tie_breaks="FB")
    play(tournament, 1)
    drafted = services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    before = standings_of(the_stage(tournament))
    services.round_publish(round_id=drafted.pk, by=ORGANIZER)
    after = standings_of(the_stage(tournament))

    assert {line.values for line in before.lines} == {(None,)}
    assert None not in {line.values[0] for line in after.lines}


def test_who_was_expelled_has_no_rank_and_stays_an_opponent():
    tournament = swiss(4)
    play(tournament, 1)
    loser = pairing_of(tournament, "R1-1").entry_1
    services.entry_disqualify(entry_id=loser.pk, by=ORGANIZER, reason="cheated")

    lines = standings_of(the_stage(tournament)).lines

    assert [(line.rank, line.name, line.status) for line in lines][-1] == (None, loser.name, "disqualified")
    assert [line.rank for line in lines[:-1]] == [1, 1, 3]


def test_who_has_withdrawn_keeps_the_rank():
    tournament = swiss(4)
    play(tournament, 1)
    winner = pairing_of(tournament, "R1-1").entry_0
    services.entry_withdraw(entry_id=winner.pk, by=ORGANIZER, running=None, reason="ill")

    line = standings_of(the_stage(tournament)).line_of[winner.pk]

    assert (line.rank, line.status) == (1, "withdrawn")


def test_a_correction_for_the_record_changes_the_standings():
    tournament = swiss(4)
    play(tournament, 1)
    pairing = pairing_of(tournament, "R1-1")
    result = pairing.result
    result.winner, result.half_points_0, result.half_points_1 = 1, 0, 2
    result.save()

    points = {line.name: line.points for line in standings_of(the_stage(tournament)).lines}

    assert points[pairing.entry_1.name] == "1"
    assert points[pairing.entry_0.name] == "0"


def test_a_round_robin_counts_its_leading_closed_rounds():
    tournament = begun(4, "round_robin")
    finish_round(tournament, 1)
    advanced(tournament)

    found = standings_of(the_stage(tournament))

    assert (found.after, found.rounds) == (1, 3)
    assert sorted(line.points for line in found.lines) == ["0", "0", "1", "1"]


def test_who_leaves_a_round_robin_early_has_no_rank():
    tournament = begun(5, "round_robin")
    finish_round(tournament, 1)
    services.entry_withdraw(entry_id=entry_called(tournament, "3").pk, by=ORGANIZER, running="forfeit", reason="ill")
    advanced(tournament)

    lines = standings_of(the_stage(tournament)).lines

    assert [(line.rank, line.name) for line in lines if line.rank is None] == [(None, "3")]


def test_a_tree_has_places_without_points():
    tournament = begun(4, "knockout")
    finish_round(tournament, 1)
    finish_round(tournament, 2)

    found = standings_of(the_stage(tournament))

    assert found.worked is None
    assert [(line.rank, line.name, line.points) for line in found.lines][:2] == [(1, "1", ""), (2, "2", "")]


def test_as_json_names_places_points_and_values():
    tournament = swiss(5, tie_breaks="BH,WIN")
    play(tournament, 2)

    made = standings_of(the_stage(tournament)).as_json()

    assert (made["after"], made["rounds"]) == (2, 3)
    assert [each["code"] for each in made["tie_breaks"]] == ["BH", "WIN"]
    first = made["rows"][0]
    assert (first["rank"], first["points"], first["status"]) == (1, "2", "confirmed")
    assert first["values"]["WIN"] == 2
    assert isinstance(first["values"]["BH"], str)


def test_a_stage_without_field_has_no_lines():
    tournament = begun(4, "knockout")
    stage = the_stage(tournament)
    stage.pk, stage.number = "another", 2
    stage.save()

    assert standings_of(stage).lines == ()


@pytest.mark.parametrize(
    ("states", "closed"),
    [
        pytest.param({}, 0, id="no round"),
        pytest.param({1: "closed", 2: "running"}, 1, id="one running"),
        pytest.param({1: "running", 2: "closed"}, 0, id="a later one first"),
        pytest.param({2: "closed", 1: "closed"}, 2, id="in any order"),
    ],
)
def test_closed_rounds_are_those_without_a_gap(states, closed):
    assert closed_rounds(states) == closed


def test_asks_as_often_for_many_as_for_few():
    asked = []
    for count in (4, 12):
        tournament = swiss(count)
        play(tournament, 1)
        with CaptureQueriesContext(connection) as queries:
            standings_of(the_stage(tournament))
        asked.append(len(queries))

    assert asked[0] == asked[1] <= 12


def test_penalties_count_from_their_round_on():
    tournament = swiss(4)
    play(tournament, 2)
    leader = standings_of(the_stage(tournament)).lines[0]
    Penalty.objects.create(
        stage=the_stage(tournament), entry_id=leader.entry_id, round_number=2, tenths=15, reason="late", at_ms=1
    )

    found = standings_of(the_stage(tournament))

    assert found.line_of[leader.entry_id].points == "0.5"
    assert standings_of(the_stage(tournament), after=1).line_of[leader.entry_id].points == "1"
