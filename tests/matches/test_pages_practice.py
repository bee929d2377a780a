"""Practice: begin without account, play again, drop."""

import pytest
from django.test import Client
from django.urls import reverse

from gameengine.games.registry import GAMES, HOSTED
from matches import services
from matches.choosing import brought
from matches.models import Deck, Match
from matches.store import load
from tests.cardtoy import GOOD_DECK, SECOND, hosted
from tests.matches.building import live_match
from tests.matches.pages import live_data, page, player, visitor, words_of

pytestmark = pytest.mark.django_db
FIELDS = {"hero": GOOD_DECK["hero"], **{f"count-{card}": count for card, count in GOOD_DECK["cards"].items()}}


def begin(client, **fields):
    answer = client.post(reverse("practice", args=["junqi"]), {"level": "beginner", **fields})
    assert answer.status_code == 302, answer.content
    return Match.objects.get(pk=answer.url.strip("/").split("/")[-1])


def own_seat(match):
    return next(seat for seat in match.seats.all() if not seat.bot_level)


@pytest.mark.parametrize("key", list(HOSTED))
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


# games with decks


@pytest.fixture
def _cardtoy():
    with hosted() as game:
        yield game


def begin_with_decks(client, **fields):
    answer = client.post(reverse("practice", args=["cardtoy"]), {"level": "normal", **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(pk=answer.url.strip("/").split("/")[-1])


def decks_in(match):
    own = own_seat(match).seat
    return brought(match, own), brought(match, 1 - own)


@pytest.mark.usefixtures("_cardtoy")
def test_a_ready_deck_is_chosen_and_the_computer_takes_one():
    match = begin_with_decks(visitor(), deck="ready:owl", against="fox")

    own, other = decks_in(match)
    assert (own["hero"], other["hero"]) == ("owl", "fox")


@pytest.mark.usefixtures("_cardtoy")
def test_an_own_deck_is_chosen_and_played_again_in_the_next_match():
    client = visitor()
    client.post(reverse("deck-new", args=["cardtoy"]), {**FIELDS, "name": "Quick", "act": "save"})
    deck = Deck.objects.get()
    assert "Quick" in page(client, "practice", "cardtoy")

    match = begin_with_decks(client, deck=deck.pk)
    assert decks_in(match)[0] == GOOD_DECK

    services.match_act(match_id=match.pk, seat=own_seat(match).seat, text="resign", cmd="end")
    answer = client.post(reverse("match-rematch", args=[match.pk]))
    again = Match.objects.get(pk=answer.url.strip("/").split("/")[-1])
    assert decks_in(again)[0] == GOOD_DECK


@pytest.mark.usefixtures("_cardtoy")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"deck": "nothing"}, "There is no such deck"),
        ({"option-content": "cardtoy-2"}, "right number of cards"),
        ({"option-deck_choice": "ready"}, "There is no such deck"),
    ],
    ids=["of nobody", "for other cards", "where only ready ones are played"],
)
def test_a_deck_that_cannot_be_played_is_told(fields, said):
    client = visitor()
    short = {"hero": "fox", "count-jump": 3, "count-trick": 1}
    client.post(reverse("deck-new", args=["cardtoy"]), {**short, "name": "Short", "act": "save"})

    sent = {"level": "normal", "deck": Deck.objects.get().pk, **fields}
    answer = client.post(reverse("practice", args=["cardtoy"]), sent)

    assert answer.status_code == 400
    assert said in words_of(answer.content.decode())
    assert not Match.objects.exists()


@pytest.mark.usefixtures("_cardtoy")
def test_the_deck_of_nobody_else_can_be_chosen():
    visitor().post(reverse("deck-new", args=["cardtoy"]), {**FIELDS, "name": "Quick", "act": "save"})

    answer = visitor().post(reverse("practice", args=["cardtoy"]), {"level": "normal", "deck": Deck.objects.get().pk})

    assert answer.status_code == 400


@pytest.mark.usefixtures("_cardtoy")
def test_lists_are_entered_in_words_and_checked_by_the_game():
    match = begin_with_decks(visitor(), **{"option-terrain": "A1, B2"})
    assert match.options["terrain"] == ["A1", "B2"]

    answer = visitor().post(reverse("practice", args=["cardtoy"]), {"level": "normal", "option-terrain": "A1 Z9"})
    assert answer.status_code == 400
    assert "This is not possible: terrain:" in words_of(answer.content.decode())


@pytest.mark.usefixtures("_cardtoy")
def test_one_can_practise_on_the_cards_of_an_event():
    stored = services.content_add(game="cardtoy", name="Cup", data={**SECOND, "size": [5, 6]}, by_user=None)
    client = visitor()
    address = reverse("practice", args=["cardtoy"]) + f"?content={stored.hash}"
    assert "Cup" in words_of(client.get(address).content.decode())

    answer = client.post(address, {"level": "normal", "option-content": stored.hash, "deck": "ready:fox"})

    match = Match.objects.get(pk=answer.url.strip("/").split("/")[-1])
    assert match.options["content"]["size"] == [5, 6]
