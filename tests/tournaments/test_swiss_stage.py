"""A Swiss stage in the database: rounds are paired one by one, and only the last one ends it."""

import pytest

from tests.builders import ORGANIZER, advanced, draw, entered, pairing_of, round_of, the_stage, win
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.formats.registry import format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.selectors.ranking import ranking_of
from tournaments.services.record import record_of

pytestmark = pytest.mark.django_db


def drawn(count, **settings):
    """Return a tournament with a Swiss stage whose seeds are fixed."""
    tournament = entered(count)
    stage = the_stage(tournament)
    stage.format = "swiss"
    stage.settings = complete_stage_settings(format_of("swiss"), {"rounds": 3, **settings})
    stage.save()
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    return tournament


def paired(tournament):
    """Draft, publish and start the next round; return it."""
    number = services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER).number
    services.round_publish(round_id=round_of(tournament, number).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, number).pk, by=ORGANIZER)
    return round_of(tournament, number)


def played(tournament, round_, drawn=()):
    """Let the first side win everywhere, or nobody where `drawn` says so."""
    for pairing in round_.pairings.filter(state="running"):
        if pairing.board in drawn:
            draw(tournament, pairing.key)
        else:
            win(tournament, pairing.key, 0)
    advanced(tournament)


def met(tournament):
    found = the_stage(tournament).pairings.exclude(entry_1=None)
    return [frozenset(names) for names in found.values_list("entry_0__name", "entry_1__name")]


def test_runs_from_the_draw_to_the_final_order():
    tournament = drawn(7)

    for number in (1, 2, 3):
        round_ = paired(tournament)
        assert round_.number == number
        assert the_stage(tournament).state == "running"
        played(tournament, round_, drawn=[2])

    assert the_stage(tournament).state == "finished"
    assert len(met(tournament)) == len(set(met(tournament))) == 9
    assert sorted(place.seed for place in ranking_of(the_stage(tournament))) == [1, 2, 3, 4, 5, 6, 7]


def test_the_bye_is_decided_when_the_round_starts():
    tournament = drawn(5)

    round_ = paired(tournament)

    bye = pairing_of(tournament, "R1-3")
    assert (bye.entry_0.name, bye.entry_1, bye.result.kind) == ("5", None, "bye")
    assert round_.pairings.filter(state="running").count() == 2


def test_a_round_that_is_open_is_not_followed_by_another():
    tournament = drawn(6)
    first = paired(tournament)

    again = services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert again.pk == first.pk
    assert the_stage(tournament).rounds.count() == 1


def test_what_was_paired_stays_as_it_was():
    tournament = drawn(6)
    played(tournament, paired(tournament))
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    before = list(the_stage(tournament).pairings.values_list("key", "entry_0", "entry_1"))

    services.result_correct(
        pairing_id=pairing_of(tournament, "R1-1").pk, by=ORGANIZER, kind="adjudicated", winner=1, reason="score sheet"
    )

    assert list(the_stage(tournament).pairings.values_list("key", "entry_0", "entry_1")) == before
    assert record_of(the_stage(tournament)).decisions["R1-1"].advances == 1


def test_a_round_without_pairing_is_refused_with_the_reason_and_changes_nothing():
    """P5: four players have met everybody after three rounds."""
    tournament = drawn(4, rounds=4)
    for _ in range(3):
        played(tournament, paired(tournament))

    with pytest.raises(TournamentError) as caught:
        services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert caught.value.code == "no_pairing"
    assert "1, 2, 3, 4" in caught.value.message
    assert the_stage(tournament).rounds.count() == 3
    assert the_stage(tournament).state == "running"
