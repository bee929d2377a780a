"""Heroes and decks in a tournament, secret until a match begins; and the content that it is played on."""

import io
import json
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client

from gameengine.games.registry import GAMES
from matches import content_text, store
from matches import services as match_services
from matches.choosing import brought, prepare_text
from matches.models import ContentFile, Deck, Match
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    an_entry,
    begin,
    drafted,
    entered,
    entry_called,
    match_of,
    published,
    round_of,
    staffed,
    started,
    the_stage,
)
from tests.cardtoy import BAD_DECK, FIRST, GOOD_DECK, SECOND, hosted
from tests.matches.pages import words_of
from tests.tournaments.pages import logged_in, player, said, staff, text, url
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.exchange import archive
from tournaments.models import AuditLine, DeckChoice, PairingMatch, Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db
OWL = {"hero": "owl"}
OWN = {**FIRST, "size": [1, 6]}


@pytest.fixture(autouse=True)
def _game():
    with hosted() as game:
        yield game


def toy(count=2, make=entered, **fields):
    return make(count, game="cardtoy", **fields)


def choose(tournament, name, deck=OWL):
    entry = entry_called(tournament, name)
    return services.deck_choose(entry_id=entry.pk, by=actor(entry=entry), deck=deck)


def hero_of(match, seat):
    """Return the hero of a seat, as the table has it while it waits."""
    table = store.load(match.pk).table
    return (table.opening.secrets[seat] or {}).get("hero")


# choosing


def test_a_choice_in_the_lobby_holds_for_the_matches_to_come():
    tournament = toy(make=published)
    client = player(entry_called(tournament, "1"))
    assert "You have not chosen a hero" in words_of(text(client.get(url("lobby", tournament))))

    answer = client.post(url("lobby-deck", tournament), {"deck": "ready:owl"}, follow=True)

    assert said(answer) == ["Your deck is chosen."]
    assert "You play Owl" in words_of(text(answer))
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    match = match_of(tournament, "R1-1")
    assert (hero_of(match, 0), hero_of(match, 1)) == ("owl", None)


def test_a_match_that_waits_takes_the_new_deck_until_its_seat_is_ready():
    tournament = toy(make=started)
    match = match_of(tournament, "R1-1")

    choose(tournament, "2", GOOD_DECK)
    assert store.load(match.pk).table.opening.secrets[1] == GOOD_DECK

    match_services.match_act(match_id=match.pk, seat=1, text="ready", cmd="r")
    client = player(entry_called(tournament, "2"))
    answer = client.post(url("lobby-deck", tournament), {"deck": "ready:owl"})
    assert answer.status_code == 409
    assert "cannot be changed any more" in text(answer)
    assert hero_of(match, 1) == "fox"
    assert DeckChoice.objects.get(entry__name="2").deck["hero"] == "owl"


def test_an_own_deck_can_be_taken_if_it_fits_the_cards_of_the_tournament():
    tournament = toy()
    client = player(entry_called(tournament, "1"))
    for name, deck in (("Good", GOOD_DECK), ("Bad", BAD_DECK)):
        client.post("/decks/cardtoy/new/", {"name": name, "act": "save", "hero": deck["hero"], **_counts(deck)})

    page = words_of(text(client.get(url("lobby-deck", tournament))))
    assert "too often: Jump" in page
    assert client.post(url("lobby-deck", tournament), {"deck": _deck_id("Bad")}).status_code == 409
    assert client.post(url("lobby-deck", tournament), {"deck": _deck_id("Good")}).status_code == 302
    assert DeckChoice.objects.get().deck == GOOD_DECK


def _counts(deck):
    return {f"count-{card}": count for card, count in deck["cards"].items()}


def _deck_id(name):
    return Deck.objects.get(name=name).pk


@pytest.mark.parametrize(
    ("policy", "deck", "code"),
    [
        ("fixed", OWL, "deck_by_organizer"),
        ("ready", GOOD_DECK, "deck_ready_only"),
        ("built", BAD_DECK, "deck_refused"),
        ("built", {"hero": "bear"}, "deck_refused"),
    ],
)
def test_what_the_organizer_does_not_allow_is_refused(policy, deck, code):
    tournament = toy(options={"deck_choice": policy})

    with pytest.raises(Exception, match=code):
        choose(tournament, "1", deck)
    assert not DeckChoice.objects.exists()


@pytest.mark.parametrize(("policy", "code"), [("fixed", "DECKS_FIXED"), ("ready", "DECKS_READY")])
def test_the_table_itself_refuses_it_too(policy, code):
    match = match_of(toy(make=started, options={"deck_choice": policy}), "R1-1")

    answer = match_services.match_act(match_id=match.pk, seat=0, text=prepare_text(GOOD_DECK), cmd="p")

    assert (answer.ok, answer.code) == (False, code)


def test_where_the_organizer_chooses_the_page_says_so_and_matches_take_the_options():
    tournament = toy(make=started, options={"deck_choice": "fixed"})
    client = player(entry_called(tournament, "1"))

    assert "heroes and decks are given" in text(client.get(url("lobby-deck", tournament)))
    assert "Choose your deck" not in text(client.get(url("lobby", tournament)))
    assert store.load(match_of(tournament, "R1-1").pk).table.opening.secrets == ()


@pytest.mark.parametrize("who", ["visitor", "organizer", "other"])
def test_nobody_else_chooses_or_reads_a_deck(who):
    tournament = toy()
    choose(tournament, "1", GOOD_DECK)
    clients = {
        "visitor": Client,
        "organizer": lambda: staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER),
        "other": lambda: player(entry_called(tournament, "2")),
    }
    client = clients[who]()

    answer = client.get(url("lobby-deck", tournament))
    assert answer.status_code == (200 if who == "other" else 403)
    assert "checked" not in text(answer)
    entry = entry_called(tournament, "1")
    with pytest.raises(NotAllowedError):
        services.deck_choose(entry_id=entry.pk, by=ORGANIZER, deck=OWL)
    assert "fox" not in str([(line.before, line.after) for line in AuditLine.objects.all()])
    assert AuditLine.objects.filter(act="deck_choose").exists()


def test_a_deck_stays_hidden_and_the_match_page_offers_the_choice():
    tournament = toy(make=started)
    match = match_of(tournament, "R1-1")
    client = player(entry_called(tournament, "1"))
    address = f"/m/{match.pk}/deck/"

    assert f'href="{address}"' in text(client.get(f"/m/{match.pk}/"))
    client.post("/decks/cardtoy/new/", {"name": "Good", "act": "save", "hero": "fox", **_counts(GOOD_DECK)})
    assert client.post(address, {"deck": _deck_id("Good")}).status_code == 302
    assert f'value="{_deck_id("Good")}" checked' in " ".join(text(client.get(address)).split())
    for other in (Client(), player(entry_called(tournament, "2"))):
        for seen in (f"/m/{match.pk}/log.jsonl", f"/m/{match.pk}/snap/", f"/api/v1/matches/{match.pk}/"):
            assert "storm" not in text(other.get(seen))
    assert Client().get(address).status_code == 403
    begin(match)
    assert client.post(address, {"deck": "ready:fox"}).status_code == 409


def test_a_choice_that_the_cards_do_not_allow_any_more_is_none():
    tournament = toy(make=drafted)
    choose(tournament, "1", GOOD_DECK)
    services.tournament_content_add(
        tournament_id=tournament.pk, by=ORGANIZER, name="", data={**FIRST, "size": [6, 6], "presets": {}}
    )

    client = player(entry_called(tournament, "1"))
    assert "cannot be played with the cards" in words_of(text(client.get(url("lobby", tournament))))


def test_bots_take_a_ready_deck():
    tournament = toy(0)
    services.entry_register(
        tournament_id=tournament.pk, by=ORGANIZER, name="Bot", roster=[services.PlayerData("Bot", bot_level="normal")]
    )
    an_entry(tournament, "1")
    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    match = Match.objects.get()
    heroes = {seat.name: (brought(match, seat.seat) or {}).get("hero") for seat in match.seats.all()}
    assert heroes["Bot"] in {"fox", "owl"}
    assert heroes["1"] is None


# contents


def upload(client, tournament, content, name=""):
    file = io.BytesIO(content if isinstance(content, bytes) else content_text.write(content).encode())
    file.name = "own.yaml"
    return client.post(url("console-content", tournament), {"which": "upload", "file": file, "name": name}, follow=True)


def test_an_organizer_brings_an_own_content():
    tournament = toy()
    client = staff(tournament, Role.ORGANIZER)

    answer = upload(client, tournament, OWN, "Cup cards")

    tournament.refresh_from_db()
    assert said(answer) == ["The tournament is played on “Cup cards” now."]
    assert tournament.options["content"] == OWN
    page = words_of(text(Client().get(url("tournament-cards", tournament))))
    assert "Cup cards" in page
    assert "1 to 6 cards" in page
    line = AuditLine.objects.filter(act="tournament_update").first()
    assert line.after["options"]["content"] == {"sha256": ContentFile.objects.get().hash}


def test_everything_that_is_wrong_is_listed_and_nothing_is_changed():
    tournament = toy()
    client = staff(tournament, Role.ORGANIZER)

    answer = upload(client, tournament, {"cards": {}, "bogus": 1})

    page = words_of(text(answer))
    assert answer.status_code == 400
    assert "5 things are wrong" in page
    assert "UNKNOWN_KEY" in page
    assert "heroes This is missing. MISSING" in page
    assert not ContentFile.objects.exists()
    tournament.refresh_from_db()
    assert tournament.options["content"] == "cardtoy-1"


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"cards: &a {}\nheroes: *a", "line 1, column 8"),
        (b"cards: [", "line 2, column 1"),
        (b"x" * 70_000, "larger than 64 KiB"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(content, where):
    tournament = toy()

    answer = upload(staff(tournament, Role.ORGANIZER), tournament, content)

    assert answer.status_code == 400
    assert where in words_of(text(answer))


def test_another_content_can_be_chosen_again():
    tournament = toy()
    client = staff(tournament, Role.ORGANIZER)
    upload(client, tournament, OWN)

    client.post(url("console-content", tournament), {"which": "choose", "ref": "cardtoy-2"})

    tournament.refresh_from_db()
    assert tournament.options["content"] == "cardtoy-2"
    assert ContentFile.objects.get().hash in text(client.get(url("console-content", tournament)))


def test_once_a_match_is_made_the_content_stays():
    tournament = toy(make=started)
    client = staff(tournament, Role.ORGANIZER)

    answer = upload(client, tournament, OWN)

    assert answer.status_code == 409
    assert "cannot be changed any more" in text(answer)
    assert not ContentFile.objects.exists()
    assert PairingMatch.objects.exists()


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ARBITER, Role.CHIEF_ARBITER, None])
def test_only_organizers_change_it(role):
    tournament = toy()
    client = staff(tournament, role) if role else Client()

    assert upload(client, tournament, OWN).status_code == 403
    assert not ContentFile.objects.exists()


def test_heroes_that_a_content_does_not_have_give_way_to_its_own():
    tournament = toy(options={"heroes": ["owl", "fox"]})
    bear = {**FIRST, "heroes": {"bear": {"en": "Bear", "de": "Bär"}, "owl": FIRST["heroes"]["owl"]}}
    bear["presets"] = {"bear": {"jump": 4}, "owl": {"jump": 4}}

    services.tournament_content_add(tournament_id=tournament.pk, by=ORGANIZER, name="", data=bear)

    tournament.refresh_from_db()
    assert tournament.options["heroes"] == ["owl", "owl"]
    with pytest.raises(TournamentError, match="heroes: fox"):
        services.tournament_update(
            tournament_id=tournament.pk, by=ORGANIZER, options={**tournament.options, "heroes": ["fox", "owl"]}
        )


def test_a_whole_content_among_the_options_is_kept_under_its_hash():
    tournament = a_tournament(game="cardtoy", options={"content": SECOND})

    assert ContentFile.objects.get().data == tournament.options["content"]
    with pytest.raises(Exception, match="content_refused"):
        a_tournament(game="cardtoy", options={"content": {}})


def test_games_without_content_have_no_such_page():
    key = next(key for key, game in GAMES.items() if not hasattr(game, "check_content"))
    tournament = a_tournament(game=key)

    assert Client().get(url("tournament-cards", tournament)).status_code == 404
    assert staff(tournament, Role.ORGANIZER).get(url("console-content", tournament)).status_code == 404
    assert url("console-content", tournament) not in text(
        staff(tournament, Role.ORGANIZER).get(url("console", tournament))
    )


# options in words


def test_options_are_entered_in_words():
    user = a_user()
    client = logged_in(user)
    page = text(client.get("/new/cardtoy/"))
    assert 'name="option-heroes-0"' in page
    assert "Heroes, seat 2" in page
    fields = _fields(page)

    answer = client.post(
        "/new/cardtoy/",
        {**fields, "name": "Cup", "option-heroes-1": "fox", "option-terrain": "A1; C3", "option-content": "cardtoy-2"},
    )

    assert answer.status_code == 302, words_of(text(answer))
    options = Tournament.objects.get().options
    assert (options["heroes"], options["terrain"], options["content"]) == (["fox", "fox"], ["A1", "C3"], "cardtoy-2")


def test_an_option_that_is_wrong_is_told_at_its_field():
    client = logged_in(a_user())
    fields = _fields(text(client.get("/new/cardtoy/")))

    answer = client.post("/new/cardtoy/", {**fields, "name": "Cup", "option-terrain": "A1, Z9"})

    assert answer.status_code == 400
    assert "Pillars : This is not possible: terrain: ['A1', 'Z9']" in words_of(text(answer))


def test_settings_of_other_options_leave_an_own_content_as_it_is():
    tournament = toy()
    services.tournament_content_add(tournament_id=tournament.pk, by=ORGANIZER, name="Cup cards", data=OWN)
    client = logged_in(staffed(tournament, Role.ORGANIZER))
    page = text(client.get(url("console-settings", tournament)))
    assert "Cup cards" in page

    fields = {name: value for name, value in _fields(page).items() if name.startswith("option-")}
    client.post(
        url("console-settings", tournament),
        {**fields, "which": "game", "control": "5+3", "venue": "here", "roster_size": 1, "option-terrain": "B2"},
    )

    tournament.refresh_from_db()
    assert (tournament.options["content"], tournament.options["terrain"]) == (OWN, ["B2"])


def _fields(page):
    """Return what a form would send as it stands."""

    class Fields(HTMLParser):
        select = ""

        def handle_starttag(self, tag, attrs):
            about = dict(attrs)
            name = about.get("name", "")
            if tag == "select":
                self.select = name
            elif tag == "option" and "selected" in about:
                self.found[self.select] = about["value"]
            elif tag == "textarea":
                self.found[name] = ""
            elif tag == "input" and name and about.get("type") not in ("checkbox", "radio", "submit"):
                self.found[name] = about.get("value", "")
            elif tag == "input" and name and "checked" in about:
                self.found[name] = about.get("value", "on")

    reader = Fields()
    reader.found = {}
    reader.feed(page)
    return {name: value for name, value in reader.found.items() if name != "csrfmiddlewaretoken"}


# the archive


def test_an_archive_takes_the_content_along_under_its_name():
    tournament = toy()
    services.tournament_content_add(tournament_id=tournament.pk, by=ORGANIZER, name="Cup cards", data=OWN)
    archived = services.tournament_archive(slug=tournament.slug, by=ORGANIZER)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM matches_contentfile")

    services.tournament_restore(data=_renamed(archived, tournament.pk), slug="restored")

    restored = Tournament.objects.get(slug="restored")
    assert restored.options["content"] == OWN
    assert ContentFile.objects.get().name == "Cup cards"


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"text": "a: 1"}, {"text": "a: ["}, {"game": "nothing"}])
def test_an_archive_with_a_content_that_is_another_is_refused(change):
    tournament = toy()
    services.tournament_content_add(tournament_id=tournament.pk, by=ORGANIZER, name="Cup cards", data=OWN)
    content = archive.read(services.tournament_archive(slug=tournament.slug, by=ORGANIZER))
    content["contents"][0] |= change

    with pytest.raises(TournamentError, match="archive_bad: contents"):
        services.tournament_restore(data=_renamed(archive.write(content), tournament.pk), slug="restored")


def _renamed(data, pk):
    """Return an archive whose rows have other ids, so that it can be restored beside its tournament."""
    content = archive.read(data)
    lines = json.dumps(content).replace(pk, "another00000")
    for kind in ("entries", "players", "stages"):
        for row in content[kind]:
            lines = lines.replace(row["id"], row["id"][::-1])
    return archive.write(json.loads(lines))
