"""Contents, catalogues and decks by the API."""

import pytest

from gameengine.core.abilities import HasDecks
from gameengine.games.registry import GAMES
from matches import content_text, store
from matches.models import ContentFile, Deck
from tests.api.asking import Asker, by_link, code_of, logged_in, organizer, stranger, with_token
from tests.builders import a_user, begin, entered, entry_called, match_of, started
from tournaments.models import DeckChoice

pytestmark = pytest.mark.django_db
KEY = next(key for key, game in GAMES.items() if isinstance(game, HasDecks))
GAME = GAMES[KEY]
NAME, CONTENT = next(iter(GAME.contents.items()))
HERO, CARDS = next(iter(GAME.catalogue({"content": NAME}).presets.items()))
DECK = {"hero": HERO, "cards": dict(CARDS)}
OTHER = list(GAME.catalogue({"content": NAME}).presets)[1]


def kept(asker, deck=None, name="Quick"):
    answer = asker.post("decks/", {"game": KEY, "name": name, "deck": deck or DECK})
    assert answer.status_code == 201, answer.content
    return answer.json()


# contents and catalogues


def test_contents_can_be_listed_and_read():
    listed = stranger().get(f"games/{KEY}/contents").json()["results"]
    assert {"ref": NAME, "name": NAME, "built_in": True} in listed

    assert stranger().get(f"games/{KEY}/contents/{NAME}").json()["data"] == content_text.plain(CONTENT)
    assert code_of(stranger().get(f"games/{KEY}/contents/nothing")) == "no_such_content"


def test_the_catalogue_says_what_decks_are_built_of():
    found = stranger().get(f"games/{KEY}/catalogue").json()

    assert HERO in {hero["id"] for hero in found["heroes"]}
    assert found["presets"][HERO] == DECK["cards"]
    assert set(found["cards"][0]) == {"id", "name", "detail", "kind", "hero", "most", "cost"}


def test_games_without_decks_say_so():
    key = next(key for key, game in GAMES.items() if not isinstance(game, HasDecks))

    assert code_of(stranger().get(f"games/{key}/catalogue")) == "no_decks"
    assert code_of(with_token(a_user()).get("decks", game=key)) == "no_decks"


# decks of one's own


def test_a_deck_is_kept_changed_and_deleted():
    asker = with_token(a_user())
    made = kept(asker)
    assert made["problems"] == []

    seen = asker.get(f"decks/{made['id']}")
    changed = asker.patch(
        f"decks/{made['id']}", {"name": "Slow", "deck": {"hero": OTHER, "cards": DECK["cards"]}}, If_Match=seen["ETag"]
    )
    assert changed.json()["name"] == "Slow"
    assert {problem["code"] for problem in changed.json()["problems"]} == {"DECK_CLASS"}
    assert code_of(asker.patch(f"decks/{made['id']}", {"name": "x"}, If_Match=seen["ETag"])) == "version_changed"

    assert asker.delete(f"decks/{made['id']}").status_code == 204
    assert asker.get("decks", game=KEY).json()["results"] == []


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_the_deck_of_another_is_not_there(method):
    made = kept(with_token(a_user()))
    other = with_token(a_user())

    answer = getattr(other, method)(f"decks/{made['id']}", **({"If_Match": "*"} if method == "patch" else {}))

    assert (answer.status_code, code_of(answer)) == (404, "no_such_deck")
    assert Deck.objects.exists()


def test_a_stranger_keeps_none():
    answer = stranger().post("decks/", {"game": KEY, "name": "x", "deck": DECK})

    assert (answer.status_code, code_of(answer)) == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": KEY, "name": "x", "deck": {"hero": HERO}}, "deck_unreadable"),
        ({"game": KEY, "name": "x", "deck": []}, "invalid"),
        ({"game": "nothing", "name": "x", "deck": DECK}, "invalid"),
        ({"game": KEY, "name": " ", "deck": DECK}, "invalid"),
        ({"game": KEY, "name": "x", "deck": DECK, "more": 1}, "unknown_field"),
    ],
)
def test_what_is_no_deck_is_refused(body, code):
    answer = with_token(a_user()).post("decks/", body)

    assert (answer.status_code, code_of(answer)) == (400, code)


def test_pages_and_the_api_show_the_same_decks():
    user = a_user()
    made = kept(with_token(user))

    assert made["name"] in logged_in(user).client.get(f"/decks/{KEY}/").content.decode()


# the deck of an entry, and of a seat


def test_an_entry_chooses_its_deck_and_nobody_else_reads_it():
    tournament = entered(2, game=KEY)
    entry = entry_called(tournament, "1")
    path = f"entries/{entry.pk}/deck"
    assert by_link(entry).get(path).json() == {"deck": None, "choice": "built"}

    chosen = by_link(entry).put(path, {"deck": {"hero": HERO}})

    assert chosen.json()["deck"] == DECK
    assert DeckChoice.objects.get().deck == DECK
    other = by_link(entry_called(tournament, "2"))
    for asker in (other, organizer(tournament), stranger()):
        assert asker.get(path).status_code in {401, 403}
        assert asker.put(path, {"deck": {"hero": OTHER}}).status_code in {401, 403}
    assert DeckChoice.objects.get().deck == DECK


def test_a_deck_that_cannot_be_played_is_refused_with_everything_that_is_wrong():
    entry = entry_called(entered(2, game=KEY), "1")

    answer = by_link(entry).put(f"entries/{entry.pk}/deck", {"deck": {"hero": HERO, "cards": {"nothing": 1}}})

    assert (answer.status_code, code_of(answer)) == (400, "deck_refused")
    assert {problem["code"] for problem in answer.json()["problems"]} == {"UNKNOWN_CARD", "DECK_SIZE"}


def test_a_seat_brings_its_deck_until_it_is_ready():
    tournament = started(2, game=KEY)
    match, asker = match_of(tournament, "R1-1"), by_link(entry_called(tournament, "1"))
    path = f"matches/{match.pk}/deck"

    assert asker.put(path, {"deck": {"hero": OTHER}}).json()["deck"]["hero"] == OTHER
    assert store.load(match.pk).table.opening.secrets[0]["hero"] == OTHER
    assert asker.get(path).json()["deck"]["hero"] == OTHER
    assert by_link(entry_called(tournament, "2")).get(path).json()["deck"]["hero"] != OTHER
    assert stranger().get(path).status_code in {401, 403}

    begin(match)
    answer = asker.put(path, {"deck": {"hero": HERO}})
    assert (answer.status_code, code_of(answer)) == (409, "deck_fixed")


# the content of a tournament


def test_an_organizer_brings_a_content_as_values_or_as_text():
    tournament = entered(2, game=KEY)
    asker, path = organizer(tournament), f"tournaments/{tournament.slug}/content"
    assert asker.get(path).json()["ref"] in GAME.contents

    data = {**content_text.plain(CONTENT), "content_version": 77}
    by_values = asker.put(path, {"data": data, "name": "Cup"})
    assert by_values.status_code == 200, by_values.content
    assert (by_values.json()["name"], by_values.json()["data"]["content_version"]) == ("Cup", 77)

    by_text = asker.put(path, {"yaml": content_text.write({**data, "content_version": 78})})
    assert by_text.json()["data"]["content_version"] == 78
    assert ContentFile.objects.count() == 2

    assert asker.put(path, {"ref": NAME}).json()["built_in"] is True
    assert stranger().get(path).json()["ref"] == NAME


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"ref": NAME, "yaml": "a: 1"}, "invalid"),
        ({"ref": "nothing"}, "no_such_content"),
        ({"data": {}}, "content_refused"),
        ({"yaml": "a: &x 1"}, "content_refused"),
    ],
)
def test_a_content_that_is_none_is_refused(body, code):
    tournament = entered(2, game=KEY)

    answer = organizer(tournament).put(f"tournaments/{tournament.slug}/content", body)

    assert code_of(answer) == code
    if code == "content_refused":
        assert all(set(one) == {"path", "code", "text"} for one in answer.json()["problems"])
    assert not ContentFile.objects.exists()


def test_only_organizers_change_it_and_only_before_the_first_match():
    tournament = entered(2, game=KEY)
    path = f"tournaments/{tournament.slug}/content"

    for asker in (stranger(), by_link(entry_called(tournament, "1")), with_token(a_user())):
        assert asker.put(path, {"ref": NAME}).status_code in {401, 403}
    running = started(2, game=KEY)
    answer = organizer(running).put(f"tournaments/{running.slug}/content", {"ref": NAME})
    assert (answer.status_code, code_of(answer)) == (409, "settings_locked")


def test_a_change_by_cookie_needs_the_token_of_the_sites_forms():
    asker = logged_in(a_user(), csrf=True)

    assert isinstance(asker, Asker)
    assert code_of(asker.post("decks/", {"game": KEY, "name": "x", "deck": DECK})) == "csrf_failed"
