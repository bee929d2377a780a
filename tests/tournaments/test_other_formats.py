"""Round robin and double elimination from the draw to the last place, with boards and results in the database."""

import pytest

from tests.builders import ORGANIZER, advanced, draw, entered, pairing_of, round_of, the_stage, win
from tournaments import services
from tournaments.formats.registry import format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.selectors.ranking import ranking_of

pytestmark = pytest.mark.django_db


def begun(count, format_key, **settings):
    """Return a tournament of another format whose first round has started."""
    tournament = entered(count)
    stage = the_stage(tournament)
    stage.format = format_key
    stage.settings = complete_stage_settings(format_of(format_key), settings)
    stage.save()
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    first = round_of(tournament, 1)
    services.round_publish(round_id=first.pk, by=ORGANIZER)
    services.round_start(round_id=first.pk, by=ORGANIZER)
    return tournament


def played(tournament, drawn=()):
    """Play every board as soon as it runs: the first side wins, or nobody where `drawn` says so. Return the keys."""
    keys = []
    while running := [pairing.key for pairing in the_stage(tournament).pairings.filter(state="running")]:
        for key in running:
            if key in drawn:
                draw(tournament, key)
            else:
                win(tournament, key, 0)
            keys.append(key)
        advanced(tournament)
    return keys


def places(tournament):
    return [(place.rank, place.to_rank, place.seed) for place in ranking_of(the_stage(tournament))]


def test_a_round_robin_is_played_to_the_end_and_a_board_may_end_drawn():
    tournament = begun(5, "round_robin")

    keys = played(tournament, drawn=["R2-1"])

    assert len(keys) == 10
    result = pairing_of(tournament, "R2-1").result
    assert (result.winner, result.half_points_0, result.half_points_1) == (None, 1, 1)
    assert pairing_of(tournament, "R1-3").result.kind == "bye"
    # By the table: 3 wins two and draws one, the others follow from first seats; 1, 2 and 4 by Sonneborn-Berger.
    assert places(tournament) == [(1, 1, 3), (2, 2, 1), (3, 3, 4), (4, 4, 2), (5, 5, 5)]
    assert the_stage(tournament).state == "finished"


def test_who_leaves_a_round_robin_loses_the_rest_by_forfeit():
    tournament = begun(4, "round_robin")
    first = pairing_of(tournament, "R1-1")
    leaver = first.entry_1
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)

    services.entry_withdraw(entry_id=leaver.pk, by=ORGANIZER, reason="ill")
    advanced(tournament)
    played(tournament)

    kinds = [
        pairing.result.kind
        for pairing in the_stage(tournament).pairings.select_related("result")
        if leaver.pk in (pairing.entry_0_id, pairing.entry_1_id)
    ]
    assert kinds.count("forfeit") >= 1
    # One game of three is less than half: all of theirs are cancelled.
    assert sorted(seed for *_, seed in places(tournament)) == [1, 2, 3]


def test_a_double_elimination_is_played_to_the_end():
    tournament = begun(5, "double_elimination")

    keys = played(tournament)

    assert len(keys) == 2 * 5 - 2
    assert pairing_of(tournament, "GF2").result.kind == "empty"
    assert places(tournament) == [(1, 1, 1), (2, 2, 5), (3, 3, 2), (4, 4, 4), (5, 5, 3)]
    assert the_stage(tournament).state == "finished"
