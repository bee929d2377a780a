"""A place that was left free: shown to whoever could take it, taken once, played from then on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import ORGANIZER, an_entry, entered, entry_called, match_of, round_of, the_stage
from tests.tournaments.pages import player, staff, text, url
from tournaments import services
from tournaments.models import Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

BUTTON = "Take the free place"


@pytest.fixture
def tournament():
    """Return a running tournament of two; one of them is a free place."""
    made = entered(1, self_registration=False)
    an_entry(made, "Free place", seed=2, free=True)
    services.stage_draw(stage_id=the_stage(made).pk, by=ORGANIZER)
    services.round_draft(stage_id=the_stage(made).pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(made, 1).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(made, 1).pk, by=ORGANIZER)
    return made


def test_the_page_of_the_tournament_leads_to_the_free_place(tournament):
    page = text(Client().get(url("tournament", tournament)))

    assert BUTTON in page
    head = f'<a class="masthead__name" href="{url("tournament", tournament)}">{tournament.name}</a>'
    assert head in text(Client().get(url("tournament-place", tournament)))
    assert f'href="{url("tournament-place", tournament)}"' in page
    assert BUTTON in text(staff(tournament, Role.ORGANIZER).get(url("tournament", tournament)))
    assert BUTTON not in text(player(entry_called(tournament, "1")).get(url("tournament", tournament)))


def test_whoever_comes_first_sits_down_at_the_board(tournament):
    client = Client()

    page = text(client.post(url("tournament-place", tournament), {"name": "Zoe"}))

    secret = re.search(r"/p/([\w-]+)/", page)[1]
    assert services.player_open(secret=secret).name == "Zoe"
    assert [seat.name for seat in match_of(tournament, "R1-1").seats.all()] == ["1", "Zoe"]
    assert "I am here" in text(client.get(url("lobby", tournament)))
    assert client.post(reverse("match-ready", args=[match_of(tournament, "R1-1").pk])).status_code == 302
    assert BUTTON not in text(Client().get(url("tournament", tournament)))


def test_who_comes_too_late_is_told(tournament):
    services.entry_take_over(entry_id=entry_called(tournament, "Free place").pk, name="Zoe")
    late = Client()

    answer = late.post(url("tournament-place", tournament), {"name": "Yan"})

    assert answer.status_code == 409
    assert "not free any more" in text(answer)
    assert "No place is free now." in text(late.get(url("tournament-place", tournament)))
    assert entry_called(tournament, "Zoe")


def test_a_name_that_somebody_has_is_told_at_its_field(tournament):
    answer = Client().post(url("tournament-place", tournament), {"name": "1"})

    assert answer.status_code == 409
    assert "an entry of this name already" in text(answer)
    assert entry_called(tournament, "Free place").free


def test_who_plays_already_is_led_to_their_own_place(tournament):
    answer = player(entry_called(tournament, "1")).post(url("tournament-place", tournament), {"name": "Two"})

    assert answer.headers["Location"] == url("lobby", tournament)
    assert entry_called(tournament, "Free place").free


def test_nothing_is_offered_once_the_tournament_is_over(tournament):
    Tournament.objects.update(state=Tournament.State.FINISHED)

    assert BUTTON not in text(Client().get(url("tournament", tournament)))
    assert Client().post(url("tournament-place", tournament), {"name": "Zoe"}).status_code == 409
