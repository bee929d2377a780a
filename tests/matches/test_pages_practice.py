"""Practice: begin without account, play again, drop."""

import pytest
from django.test import Client
from django.urls import reverse

from gameengine.games.registry import GAMES
from matches import services
from matches.models import Match
from matches.store import load
from tests.matches.building import live_match
from tests.matches.pages import live_data, page, player, visitor, words_of

pytestmark = pytest.mark.django_db


def begin(client, **fields):
    answer = client.post(reverse("practice", args=["junqi"]), {"level": "beginner", **fields})
    assert answer.status_code == 302, answer.content
    return Match.objects.get(pk=answer.url.strip("/").split("/")[-1])


def own_seat(match):
    return next(seat for seat in match.seats.all() if not seat.bot_level)


@pytest.mark.parametrize("key", list(GAMES))
def test_three_strengths_are_offered(key):
    text = page(visitor(), "practice", key)

    assert text.count('name="level"') == len(GAMES[key].bots) == 3


def test_a_visitor_begins_at_once_without_clock():
    client = visitor()
    match = begin(client)

    assert (match.practice, match.status, match.control) == (True, "live", {"kind": "none"})
    seat = own_seat(match)
    assert [one.bot_level for one in match.seats.all() if one.seat != seat.seat] == ["beginner"]
    assert live_data(page(client, "match", match.pk))["match"] == match.pk
    assert f'data-seat="{seat.seat}"' in page(client, "match", match.pk)
    assert 'data-seat=""' in page(visitor(), "match", match.pk)


def test_a_user_plays_under_the_own_account(django_user_model):
    user = django_user_model.objects.create(username="ada", display_name="Ada")
    client = Client()
    client.force_login(user)

    assert own_seat(begin(client)).user == user


def test_chosen_options_are_kept():
    match = begin(visitor(), **{"option-engineer_turns": "false", "option-quiet_limit": "40"})

    assert match.options["engineer_turns"] is False
    assert match.options["quiet_limit"] == 40
    assert match.options["flag_rule"] == "mines_and_all_revealed"


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"level": "godlike"}, id="an unknown strength"),
        pytest.param({"level": "normal", "option-quiet_limit": "3"}, id="a limit that is too low"),
        pytest.param({"level": "normal", "option-color_rule": "any"}, id="an unknown choice"),
        pytest.param({}, id="nothing"),
    ],
)
def test_what_cannot_be_chosen_is_told(fields):
    answer = visitor().post(reverse("practice", args=["junqi"]), fields)

    assert answer.status_code == 400
    assert 'class="errors"' in answer.content.decode()
    assert not Match.objects.exists()


def test_the_three_steps_are_shown_before_the_first_match_only():
    client = visitor()
    assert 'id="how"' in page(client, "practice", "junqi")

    begin(client)

    text = page(client, "practice", "junqi")
    assert 'id="how"' not in text
    assert "unfinished match" in words_of(text)


def test_the_oldest_unfinished_matches_make_room():
    client = visitor()
    begun = [begin(client).pk for _ in range(7)]

    assert {match.pk for match in Match.objects.all()} == set(begun[2:])


def test_a_dropped_match_leaves_no_result():
    client = visitor()
    match = begin(client)
    url = reverse("match-drop", args=[match.pk])
    assert "without a result" in page(client, "match-drop", match.pk)

    assert client.post(url).status_code == 302

    assert not Match.objects.filter(pk=match.pk).exists()
    assert client.post(url).status_code == 404


def test_one_can_play_again():
    client = visitor()
    match = begin(client, **{"option-quiet_limit": "40"})
    seat = own_seat(match).seat
    services.match_act(match_id=match.pk, seat=seat, text="resign", cmd="end")
    assert "Play again" in words_of(page(client, "match", match.pk))

    answer = client.post(reverse("match-rematch", args=[match.pk]))

    again = Match.objects.get(pk=answer.url.strip("/").split("/")[-1])
    assert again.pk != match.pk
    assert again.options == match.options
    assert {one.bot_level for one in again.seats.all()} == {"", "beginner"}


def test_a_tournament_match_is_no_practice():
    match = live_match()

    for name in ("match-rematch", "match-drop"):
        answer = player(0).post(reverse(name, args=[match.pk]))
        assert answer.status_code == 409
        assert "not_practice" in answer.content.decode()
    assert load(match.pk).status == "live"


def test_strangers_drop_nothing():
    match = begin(visitor())

    assert visitor().post(reverse("match-drop", args=[match.pk])).status_code == 403
    assert Match.objects.filter(pk=match.pk).exists()
