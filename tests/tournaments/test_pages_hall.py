"""The screen in the hall: read by its link alone, and never more than the public may know."""

import pytest
from django.test import Client

from tests.builders import ORGANIZER, a_tournament, advanced, begin, match_of, published, started, win
from tests.tournaments.pages import text
from tests.tournaments.stages import finish_round, next_round, swiss
from tournaments import services
from tournaments.services.screens import PARTS

pytestmark = pytest.mark.django_db


def a_screen(tournament, *playlist, message=""):
    """Return the address of a new screen."""
    made = services.screen_create(tournament_id=tournament.pk, by=ORGANIZER, name="Hall", playlist=playlist or PARTS)
    if message:
        services.screen_update(screen_id=made.screen.pk, by=ORGANIZER, message=message)
    return f"/screen/{made.link}/"


def test_a_screen_needs_no_log_in_and_no_script():
    tournament = started(4)
    begin(match_of(tournament, "R1-1"))

    page = text(Client().get(a_screen(tournament)))

    assert "data-screen" in page
    assert 'http-equiv="refresh"' in page
    assert "tile__time" in page


@pytest.mark.parametrize("part", [part for part in PARTS if part != "standings"])
def test_every_part_can_stand_alone(part):
    tournament = started(4)
    win(tournament, "R1-1", 0)
    advanced(tournament)

    page = text(Client().get(a_screen(tournament, part, message="Lunch at one")))

    assert f'data-part="{part}"' in page


def test_the_standings_stand_on_the_screen_once_a_round_counts():
    tournament = swiss(5)
    address = a_screen(tournament, "standings")
    next_round(tournament)

    before = text(Client().get(address))
    finish_round(tournament, 1)
    after = text(Client().get(address))

    assert 'data-part="standings"' not in before
    assert "after round 1 of 3" in after
    assert after.count('id="rank-') == 5
    assert "/entries/" not in after


def test_boards_that_are_over_keep_their_place_with_the_result():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    advanced(tournament)

    page = text(Client().get(a_screen(tournament, "boards")))

    assert page.count("tile-slot") == 2
    assert "tile__score" in page


def test_a_screen_with_nothing_to_show_says_what_is_to_come():
    page = text(Client().get(a_screen(a_tournament(), "boards", "bracket")))

    assert 'data-part="wait"' in page
    assert "Open for entries" in page


def test_a_screen_of_a_tournament_in_preparation_shows_its_message_alone():
    tournament = a_tournament(open_=False)

    page = text(Client().get(a_screen(tournament, message="Welcome")))

    assert "Welcome" in page
    assert page.count("data-part=") == 1


def test_without_a_script_the_parts_follow_each_other():
    address = a_screen(published(4), "pairings", "bracket")

    first, second = text(Client().get(address)), text(Client().get(address, {"show": "1"}))

    assert "url=?show=1" in first
    assert "url=?show=0" in second
    assert first.index('data-part="pairings"') < first.index("hidden")


@pytest.mark.parametrize("show", ["x", "-1", "999", "²"])
def test_any_question_for_a_part_is_answered(show):
    assert Client().get(a_screen(published(2), "pairings"), {"show": show}).status_code == 200


def test_an_ended_screen_opens_nothing():
    tournament = published(2)
    address = a_screen(tournament)
    services.screen_revoke(screen_id=tournament.screens.get().pk, by=ORGANIZER)

    answer = Client().get(address)

    assert answer.status_code == 404
    assert "link_unknown" in text(answer)


def test_the_address_of_a_screen_reaches_no_other_site():
    assert Client().get(a_screen(published(2))).headers["Referrer-Policy"] == "no-referrer"
