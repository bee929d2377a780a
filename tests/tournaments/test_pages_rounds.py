"""The pairings of a Swiss round: points before it, why each board came about, who has no opponent."""

import pytest
from django.test import Client

from tests.builders import ORGANIZER, entry_called, pairing_of, round_of, the_stage
from tests.tournaments.pages import player, staff, text, url
from tests.tournaments.stages import begun, next_round, play, swiss
from tournaments import services
from tournaments.models import Bye
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def test_every_board_and_the_bye_say_why():
    tournament = swiss(5)
    play(tournament, 1)
    next_round(tournament)

    page = text(Client().get(url("tournament-round", tournament, 2)))

    assert page.count('class="reasons ') == 3
    assert "in the group with" in page or "floats down" in page
    assert "the number of players is odd" in page.lower()


def test_the_reasons_are_in_the_language_of_whoever_reads():
    tournament = swiss(5)
    next_round(tournament)

    page = text(Client(headers={"accept-language": "de"}).get(url("tournament-round", tournament, 1)))

    assert "die zahl der spieler ist ungerade" in page.lower()


def test_points_before_the_round_stand_behind_the_names():
    tournament = swiss(4)
    play(tournament, 1)
    next_round(tournament)

    first, second = (text(Client().get(url("tournament-round", tournament, number))) for number in (1, 2))

    assert "points before the round" not in first
    assert "points before the round" in second
    assert second.count(" · 1<") == 2
    assert second.count(" · 0<") == 2


@pytest.mark.parametrize("who", ["visitor", "player", "arbiter", "organizer"])
def test_the_whole_way_is_for_arbiters_and_organizers(who):
    tournament = swiss(4)
    next_round(tournament)
    browser = {
        "visitor": Client,
        "player": lambda: player(entry_called(tournament, "1")),
        "arbiter": lambda: staff(tournament, Role.ARBITER),
        "organizer": lambda: staff(tournament, Role.ORGANIZER),
    }[who]()

    page = text(browser.get(url("tournament-round-why", tournament, 1)))

    assert "Why these pairings" in page
    assert ("Bracket of 0 points" in page) is (who in ("arbiter", "organizer"))


def test_the_reasons_of_a_draft_are_for_the_staff_alone():
    tournament = swiss(4)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    address = url("tournament-round-why", tournament, 1)

    assert Client().get(address).status_code == 404
    assert player(entry_called(tournament, "1")).get(address).status_code == 404
    assert staff(tournament, Role.ARBITER).get(address).status_code == 200


def test_who_is_absent_or_has_a_bye_is_named_with_what_it_brings():
    tournament = swiss(6)
    stage = the_stage(tournament)
    for name, kind in (("5", Bye.Kind.HALF), ("6", Bye.Kind.ZERO)):
        Bye.objects.create(
            stage=stage, entry=entry_called(tournament, name), round_number=1, kind=kind, state="granted", asked_at_ms=1
        )
    next_round(tournament)

    page = text(Client().get(url("tournament-round", tournament, 1)))

    assert "half-point bye: ½ point" in page
    assert "absent: no points" in page


def test_who_has_left_is_not_named_in_every_round_to_come():
    tournament = swiss(5)
    play(tournament, 1)
    gone = pairing_of(tournament, "R1-1").entry_1
    services.entry_withdraw(entry_id=gone.pk, by=ORGANIZER, running=None, reason="ill")
    next_round(tournament)

    page = text(Client().get(url("tournament-round", tournament, 2)))

    assert "Without an opponent" not in page
    assert f">{gone.name} <" not in page


def test_a_round_robin_names_who_rests_and_gives_no_reasons():
    tournament = begun(5, "round_robin")

    page = text(Client().get(url("tournament-round", tournament, 1)))
    why = text(Client().get(url("tournament-round-why", tournament, 1)))

    assert "rests in this round" in page
    assert 'class="reasons ' not in page
    assert "was not paired by points" in why


def test_a_list_names_the_number_under_which_it_was_published():
    tournament = swiss(4)
    play(tournament, 1)
    next_round(tournament)
    number = the_stage(tournament).snapshots.get(kind="pairings", round_number=2).number

    page = text(Client().get(url("tournament-round", tournament, 2)))
    printed = text(Client().get(url("tournament-round-print", tournament, 2)))

    assert number > round_of(tournament, 2).snapshot
    assert f"Publication {number}" in page
    assert f"Publication {number}" in printed
