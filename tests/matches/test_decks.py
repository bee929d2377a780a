"""Decks: built, checked, kept, sent around; by accounts, guests and people with a private link."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from gameengine.core.abilities import HasDecks
from gameengine.games.registry import GAMES
from matches import content_text, now, services
from matches.access import SESSION_PLAYERS, Principal
from matches.deck_text import DeckTextError, read, write
from matches.decks import Owner, decks_of
from matches.errors import MatchError
from matches.models import ContentFile, Deck
from matches.services.decks import MOST_DECKS
from matches.services.housekeeping import KEEP_GUEST_DECKS_MS, forget_guest_decks
from tests.builders import ORGANIZER, a_user, an_entry, entered, entry_called
from tests.cardtoy import BAD_DECK, GOOD_DECK, SECOND, CardToy, hosted
from tests.matches.pages import page, words_of
from tests.tournaments.pages import logged_in, player
from tournaments.services import player_link_rotate

pytestmark = pytest.mark.django_db
KEY = "cardtoy"
OPTIONS = {"content": "cardtoy-1"}
ADDRESSES = ("deck", "deck-copy", "deck-delete", "deck-file")


@pytest.fixture(autouse=True)
def _game():
    with hosted() as game:
        yield game


def url(name, *args, **query):
    found = reverse(name, args=[KEY, *args])
    return f"{found}?{'&'.join(f'{key}={value}' for key, value in query.items())}" if query else found


def fields(deck, **more):
    return {"hero": deck["hero"], **{f"count-{card}": count for card, count in deck["cards"].items()}, **more}


def built(client, deck=GOOD_DECK, name="Quick"):
    """Save a deck as somebody does on the bench."""
    answer = client.post(url("deck-new"), fields(deck, name=name, act="save"))
    assert answer.status_code == 302, answer.content.decode()
    return Deck.objects.first()


@pytest.mark.parametrize("who", ["visitor", "user", "player"])
def test_everybody_can_keep_decks(who):
    client = {"visitor": Client, "user": lambda: logged_in(a_user()), "player": lambda: player(_an_entry())}[who]()

    made = built(client)

    assert made.deck == GOOD_DECK
    assert "Quick" in page(client, "decks", KEY)
    assert "Quick" not in page(Client(), "decks", KEY)
    assert bool(made.user_id) == (who == "user")


def _an_entry():
    return entry_called(entered(1), "1")


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_reaches_the_deck_of_another(name, method):
    made = built(logged_in(a_user()))

    for other in (Client(), logged_in(a_user())):
        answer = getattr(other, method)(url(name, made.pk))
        assert answer.status_code in {404, 405}
    assert Deck.objects.get().name == "Quick"


def test_a_new_link_leads_to_the_same_decks_and_an_old_one_to_none():
    tournament = entered(0)
    made = an_entry(tournament, "Ana")
    old = player(made.entry)
    built(old)
    player_link_rotate(player_id=made.players[0].pk, by=ORGANIZER)

    assert "Quick" in page(player(made.entry), "decks", KEY)
    assert "Quick" not in page(old, "decks", KEY)


def test_a_reference_that_is_no_player_proves_nothing_about_players():
    client = Client()
    session = client.session
    session[SESSION_PLAYERS] = ["unknown.1"]
    session.save()

    assert built(client).owner_ref.startswith("guest/")


def test_the_bench_begins_with_the_ready_deck_that_was_asked_for():
    text = page(Client(), "deck-new", KEY, hero="owl")

    assert 'value="owl" checked' in text
    assert 'name="count-jump"' in text
    assert "Ready to play" in words_of(text)


@pytest.mark.parametrize(
    ("button", "jumps"),
    [({"plus": "jump"}, 3), ({"minus": "jump"}, 1), ({"act": "check"}, 2), ({"plus": "nothing"}, 2)],
)
def test_without_script_every_button_answers_with_the_bench(button, jumps):
    answer = Client().post(url("deck-new"), fields({"hero": "fox", "cards": {"jump": 2}}, name="Mine", **button))

    text = answer.content.decode()
    assert answer.status_code == 200
    assert _value(text, "count-jump") == str(jumps)
    assert 'value="Mine"' in text
    assert not Deck.objects.exists()


def _value(text, name):
    field = text.split(f'name="{name}"')[1].split(">")[0]
    return field.split('value="')[1].split('"')[0]


def test_the_ready_deck_can_be_taken_on_the_bench():
    answer = Client().post(url("deck-new"), {"hero": "owl", "act": "ready", "count-dig": "2"})

    text = answer.content.decode()
    assert (_value(text, "count-jump"), _value(text, "count-dig")) == ("3", "0")


def test_the_check_says_everything_that_is_wrong_in_words():
    answer = Client().post(url("deck-check"), fields(BAD_DECK))

    text = words_of(answer.content.decode())
    assert "4 things to change" in text
    for said in ("right number of cards: 7", "too often: Jump", "too many ultimates: 2", "another hero: Stare"):
        assert said in text


def test_the_check_looks_at_the_fields_and_not_at_the_button_that_was_pressed_last():
    sent = fields({"hero": "fox", "cards": {"jump": 3, "trick": 1}})

    for button in ({"plus": "jump"}, {"act": "ready"}):
        text = words_of(Client().post(url("deck-check"), {**sent, **button}).content.decode())
        assert text.startswith("4 of 4 to 6 cards")
        assert "Ready to play" in text


def test_the_check_speaks_german():
    answer = Client(headers={"accept-language": "de"}).post(url("deck-check"), fields(BAD_DECK))

    assert "Eine Karte ist zu oft dabei: Sprung" in words_of(answer.content.decode())


@pytest.mark.parametrize("junk", ["-1", "1.5", "", "9999", "x", "١"])
def test_a_number_that_is_none_counts_as_nothing_or_as_the_most(junk):
    answer = Client().post(url("deck-check"), {"hero": "fox", "count-jump": junk})

    assert answer.status_code == 200


def test_an_unfinished_deck_is_kept_and_marked():
    client = Client()
    built(client, BAD_DECK, "Draft")

    assert "4 things to change" in words_of(page(client, "decks", KEY))


@pytest.mark.parametrize("name", ["", "   "])
def test_a_deck_needs_a_name(name):
    answer = Client().post(url("deck-new"), fields(GOOD_DECK, name=name, act="save"))

    assert answer.status_code == 400
    assert "Give the deck a name" in answer.content.decode()
    assert _value(answer.content.decode(), "count-jump") == "3"
    assert not Deck.objects.exists()


def test_a_deck_is_changed_renamed_copied_and_deleted():
    client = Client()
    made = built(client)
    other = {"hero": "owl", "cards": {"jump": 3, "stare": 2}}

    client.post(url("deck", made.pk), fields(other, name="Slow", act="save"))
    client.post(url("deck-copy", made.pk))
    assert {(deck.name, deck.deck["hero"]) for deck in Deck.objects.all()} == {("Slow", "owl"), ("Copy of Slow", "owl")}

    assert "Delete this deck?" in page(client, "deck-delete", KEY, made.pk)
    client.post(url("deck-delete", made.pk))
    assert [deck.name for deck in Deck.objects.all()] == ["Copy of Slow"]


def test_there_is_a_most_for_each_person_and_game():
    client = logged_in(user := a_user())
    for number in range(MOST_DECKS):
        services.deck_create(owner=Owner(user.pk), game=KEY, name=str(number), deck=GOOD_DECK)

    answer = client.post(url("deck-new"), fields(GOOD_DECK, name="More", act="save"))

    assert answer.status_code == 400
    assert "as many decks" in answer.content.decode()
    copied = client.post(url("deck-copy", Deck.objects.first().pk), follow=True)
    assert "as many decks" in copied.content.decode()
    assert built(logged_in(a_user())).name == "Quick"


@pytest.mark.parametrize(
    "deck",
    [
        None,
        [],
        {"hero": "fox"},
        {"hero": 1, "cards": {}},
        {"hero": "fox", "cards": {"jump": 0}},
        {"hero": "fox", "cards": {"jump": True}},
        {"hero": "fox", "cards": {"jump": 100}},
        {"hero": "fox", "cards": {"x" * 41: 1}},
        {"hero": "fox", "cards": {str(number): 1 for number in range(201)}},
        {"hero": "fox", "cards": {}, "more": 1},
    ],
)
def test_what_has_not_the_form_of_a_deck_is_not_kept(deck):
    with pytest.raises(MatchError, match="deck_unreadable"):
        services.deck_create(owner=Owner(ref="guest/x"), game=KEY, name="x", deck=deck)


def test_a_deck_of_a_principal_without_anything_is_none():
    services.deck_create(owner=Owner(ref="guest/x"), game=KEY, name="x", deck=GOOD_DECK)

    assert not decks_of(Principal(), KEY).exists()
    assert decks_of(Principal(players=frozenset({"guest/x"})), KEY).count() == 1
    assert not decks_of(Principal(players=frozenset({"guest/x"})), "other").exists()


# other cards


def test_a_deck_is_checked_against_the_cards_for_which_it_is_built():
    client = Client()
    four = built(client, {"hero": "owl", "cards": {"jump": 3, "stare": 1}})

    assert "Ready to play" in words_of(page(client, "deck", KEY, four.pk))
    assert "thing to change" in words_of(page(client, "deck", KEY, four.pk, content="cardtoy-2"))


def test_cards_of_another_content_stay_in_the_deck_and_are_named():
    client = Client()
    made = built(client, {"hero": "fox", "cards": {"jump": 3, "gone": 2}})

    text = page(client, "deck", KEY, made.pk)
    assert "no such card: gone" in words_of(text)
    assert _value(text, "count-gone") == "2"


def test_an_uploaded_content_has_a_bench_of_its_own():
    stored = services.content_add(game=KEY, name="Cup", data={**SECOND, "size": [1, 2]}, by_user=None)

    text = words_of(page(Client(), "deck-new", KEY, content=stored.hash))

    assert "on the cards of Cup" in text
    assert "of 1 to 2 cards" in text


@pytest.mark.parametrize("ref", ["nothing", "0" * 64])
def test_an_unknown_content_is_not_found(ref):
    assert Client().get(url("deck-new", content=ref)).status_code == 404


def test_games_without_decks_have_no_bench():
    key = next(key for key, game in GAMES.items() if not isinstance(game, HasDecks))

    assert Client().get(reverse("decks", args=[key])).status_code == 404


@pytest.mark.parametrize("next_", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_one_is_not_led_elsewhere(next_):
    answer = Client().post(url("deck-new", next=next_), fields(GOOD_DECK, name="Quick", act="save"))

    assert answer.headers["Location"].startswith(f"/decks/{KEY}/")


def test_one_comes_back_to_where_one_came_from():
    answer = Client().post(url("deck-new", next="/m/abc/deck/"), fields(GOOD_DECK, name="Quick", act="save"))

    assert answer.headers["Location"] == "/m/abc/deck/"


# as text


def test_a_deck_goes_to_another_person_as_text():
    giver, taker = Client(), Client()
    text = giver.get(url("deck-file", built(giver).pk)).content.decode()
    assert text.splitlines()[:2] == ["# Quick", "hero: fox"]

    answer = taker.post(url("deck-import"), {"text": text})

    assert answer.status_code == 302
    assert Deck.objects.count() == 2
    assert {(deck.name, str(deck.deck)) for deck in Deck.objects.all()} == {("Quick", str(Deck.objects.first().deck))}


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("hero: fox\n3 jump", {"hero": "fox", "cards": {"jump": 3}}),
        ("Held: Fuchs\n2x Sprung\n1 × graben # tief", {"hero": "fox", "cards": {"jump": 2, "dig": 1}}),
        ("hero: OWL\n1 jump\n\n1 Jump\n0 dig", {"hero": "owl", "cards": {"jump": 2}}),
        ("hero: bear\n1 honey", {"hero": "bear", "cards": {"honey": 1}}),
    ],
)
def test_text_is_read_in_either_language(text, deck):
    assert read(text, CardToy().catalogue(OPTIONS)) == ("", deck)


@pytest.mark.parametrize(
    ("text", "line"), [("", 0), ("3 jump", 0), ("hero: fox\njump", 2), ("hero: fox\n\n100 jump", 3)]
)
def test_text_that_is_no_deck_says_where(text, line):
    with pytest.raises(DeckTextError) as refused:
        read(text, CardToy().catalogue(OPTIONS))
    assert refused.value.line == line

    answer = Client().post(url("deck-import"), {"text": text})
    assert answer.status_code == 400
    assert (f"Line {line} " if line else "no line with the hero") in answer.content.decode()


def test_every_ready_deck_survives_its_text():
    catalogue = CardToy().catalogue(OPTIONS)
    for hero, cards in catalogue.presets.items():
        deck = {"hero": hero, "cards": dict(cards)}
        assert read(write("A name", deck, catalogue, "de"), catalogue) == ("A name", deck)


# contents


def test_the_cards_of_a_content_can_be_read_and_taken_as_a_file():
    text = words_of(page(Client(), "game-cards", KEY))
    assert "What jump does." in text
    assert "Only Fox" in text

    file = Client().get(reverse("content-file", args=[KEY, "cardtoy-1"]))
    assert content_text.read(file.content) == CardToy.contents["cardtoy-1"]
    assert file.headers["Content-Disposition"] == 'attachment; filename="cardtoy-1.yaml"'


def test_an_uploaded_content_comes_back_as_it_came():
    text = ("# Our own cards\n" + content_text.write({**SECOND, "size": [1, 2]})).encode()
    stored = services.content_upload(game=KEY, name="Cup", text=text, by_user=None)

    assert Client().get(reverse("content-file", args=[KEY, stored.hash])).content == text


def test_a_content_is_kept_once():
    first = services.content_add(game=KEY, name="One", data=SECOND, by_user=None)
    second = services.content_add(game=KEY, name="Two", data=dict(reversed(SECOND.items())), by_user=None)

    assert first == second
    assert ContentFile.objects.get().name == "One"


def test_one_person_uploads_so_many_contents_and_no_more(monkeypatch):
    monkeypatch.setattr("matches.services.contents.MOST_CONTENTS", 2)
    user = a_user()

    for size in (1, 2, 2, 1):
        services.content_add(game=KEY, name="x", data={**SECOND, "size": [size, 9]}, by_user=user)
    with pytest.raises(MatchError, match="too_many_contents"):
        services.content_add(game=KEY, name="x", data={**SECOND, "size": [3, 9]}, by_user=user)
    services.content_add(game=KEY, name="x", data={**SECOND, "size": [3, 9]}, by_user=a_user())


def test_the_database_refuses_to_change_a_content():
    user = a_user()
    stored = services.content_add(game=KEY, name="One", data=SECOND, by_user=user)

    for values in ({"data": {}}, {"hash": "0"}, {"name": "x"}, {"text": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ContentFile.objects.filter(pk=stored.pk).update(**values)
    user.delete()
    stored.refresh_from_db()
    assert stored.uploaded_by is None


def test_decks_of_guests_are_forgotten_after_half_a_year_and_others_are_not():
    for owner in (Owner(ref="guest/old"), Owner(ref="guest/new"), Owner(ref="player/x"), Owner(a_user().pk)):
        services.deck_create(owner=owner, game=KEY, name=owner.ref or "user", deck=GOOD_DECK)
    long_ago = now.now_ms() - KEEP_GUEST_DECKS_MS - 1
    Deck.objects.exclude(owner_ref="guest/new").update(changed_at_ms=long_ago)

    assert forget_guest_decks() == 1
    assert {deck.name for deck in Deck.objects.all()} == {"guest/new", "player/x", "user"}
