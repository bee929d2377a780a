"""Pages of free tables: the list, opening, joining by list and link, playing on, and what is told on the way."""

import pytest
from django.test import Client
from django.urls import reverse

from gameengine.clock import control_from_json
from matches import services as match_services
from matches.models import Match
from matches.tables import services
from matches.tables.models import FreeTable
from matches.tables.selectors import current_match
from matches.tables.services import OWN
from tests.builders import a_user
from tests.cardtoy import SECOND, CardToy, hosted
from tests.matches.pages import page, visitor, words_of
from tests.matches.tabling import ANA, BEN, CY, DORA, Pairs, Trio, a_table, browser, finish, fresh, join, over, playing

pytestmark = pytest.mark.django_db
NEW = {"clock": "5+5", "listed": "yes", "seats": "2", "place-0": OWN, "place-1": "anybody"}


def post(client, address, table, /, **fields):
    return client.post(reverse(address, args=[table.pk]), fields)


def opened(client, game="junqi", **fields):
    answer = client.post(reverse("table-new-game", args=[game]), {**NEW, **fields})
    assert answer.status_code == 302, words_of(answer.content.decode())
    return FreeTable.objects.get()


def all_ready(match):
    for seat in (0, 1):
        match_services.match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"ready{seat}")


def errors_of(answer):
    assert answer.status_code in (400, 409), answer.status_code
    return words_of(answer.content.decode())


# the list


def test_an_empty_list_says_what_to_do():
    text = words_of(page(visitor(), "tables"))

    assert "No table is open at the moment." in text
    assert "Open a table" in text


def test_the_list_has_what_one_wants_to_know():
    a_table()
    finish(playing(CY, by=DORA))

    text = words_of(page(visitor(), "tables"))

    assert "Junqi" in text
    assert "5 minutes for the whole game opened just now" in text
    assert "Ana free" in text
    assert "Dora" not in text


def test_own_tables_come_first_and_games_can_be_watched():
    playing(CY, by=DORA)
    match = Match.objects.get()
    all_ready(match)
    a_table(by=BEN)
    table = a_table()

    text = page(browser(ANA), "tables")

    assert text.index("Your tables") < text.index(f"table-{table.pk}") < text.index("Open tables")
    assert "Dora : Cy" in words_of(text)
    assert reverse("match", args=[match.pk]) in text


def test_the_list_is_filtered_by_game():
    a_table()

    assert "Ana" in words_of(page(visitor(), "tables", game="junqi"))
    text = page(visitor(), "tables", game="queens_race")
    assert "Ana" not in words_of(text)
    assert reverse("table-new-game", args=["queens_race"]) in text
    assert reverse("tables") + "?game=queens_race" in page(visitor(), "game", "queens_race")


def test_a_match_by_link_is_watched_by_nobody_from_a_list():
    table = playing(listed=False)
    match = current_match(table)
    all_ready(match)

    assert match.pk not in page(visitor(), "tables")
    assert match.pk not in page(visitor(), "game", "junqi")
    assert f'data-match="{match.pk}"' in page(visitor(), "match", match.pk)


# opening


def test_a_guest_gives_a_name_once_and_opens_a_table():
    client = visitor()
    table = opened(client, name="Ana", by_lot="on", **{"option-quiet_limit": "40"})

    assert (table.by_lot, table.listed, table.options["quiet_limit"]) == (True, True, 40)
    assert table.sitters.get().name == "Ana"
    assert table.sitters.get().player_ref.startswith("guest/")
    assert 'name="name"' not in page(client, "table-new-game", "junqi")
    shown = page(client, "table", table.pk)
    assert f"/tables/join/{table.key}/" in shown
    assert "<svg" in shown
    assert "Other than usual" in words_of(shown)


def test_a_user_plays_under_the_own_account():
    user = a_user("Ursula")
    client = Client()
    client.force_login(user)

    assert opened(client).sitters.get().user == user


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Your name"),
        ({"place-1": OWN}, "one seat only"),
        ({"place-0": "anybody"}, "Choose a seat for yourself"),
        ({"place-1": "godlike"}, "Seat 2"),
        ({"clock": "none"}, "nobody shall wait for a stranger"),
        ({"clock": "sometimes"}, "“sometimes” is no clock"),
        ({"option-quiet_limit": "3"}, "Quiet moves until a draw"),
    ],
)
def test_what_cannot_be_opened_is_told(fields, said):
    answer = visitor().post(reverse("table-new-game", args=["junqi"]), {**NEW, "name": "Ana", **fields})

    assert said in errors_of(answer)
    assert not FreeTable.objects.exists()


def test_any_clock_can_be_written_in_the_short_form():
    table = opened(visitor(), name="Ana", clock="7+2")

    assert control_from_json(table.control).notation() == "7+2"


def test_limits_beside_the_clock_are_those_of_the_rules():
    table = opened(visitor(), game="flagged", name="Ana", clock="5+5")

    assert table.control["kind"] == "fischer"
    assert {"reaction", "untimed_ms"} <= set(table.control)


def test_the_seats_follow_from_options_and_number():
    with hosted(Trio()):
        text = page(visitor(), "table-new-game", "trio", part="places", seats="3")
        assert text.count('<select name="place-') == 3
    with hosted(Pairs()):
        text = page(visitor(), "table-new-game", "pairs", **{"part": "places", "option-four": "on"})
        assert text.count('<select name="place-') == 4
        assert "Seat 1 · Team A" in words_of(text)


def test_a_game_with_decks_asks_for_none_and_each_player_chooses_one():
    with hosted(CardToy()):
        client = browser(ANA)
        table = opened(client, game="cardtoy", **{"place-1": "normal"})
        match = current_match(table)

        assert "option-heroes-0" not in page(client, "table-new-game", "cardtoy")
        assert client.get(reverse("match-deck", args=[match.pk])).status_code == 200


def test_one_can_play_with_the_cards_of_an_event():
    with hosted(CardToy()):
        stored = match_services.content_add(game="cardtoy", name="Cup", data={**SECOND, "size": [5, 6]}, by_user=None)
        address = reverse("table-new-game", args=["cardtoy"]) + f"?content={stored.hash}"
        client = browser(ANA)

        answer = client.post(address, {**NEW, "option-content": stored.hash})

        table = FreeTable.objects.get()
        assert answer.url == reverse("table", args=[table.pk])
        assert table.options["content"]["size"] == [5, 6]
        assert "Cup" in words_of(page(client, "table", table.pk))


# joining


def test_a_stranger_joins_by_the_list_and_is_led_to_the_board():
    table = a_table()
    client = visitor()
    assert reverse("table", args=[table.pk]) + "#join" in page(client, "tables")
    assert 'name="name"' in page(client, "table", table.pk)

    assert "Tell the others your name." in errors_of(post(client, "table-join", table))
    answer = post(client, "table-join", table, name="Ben")

    match = current_match(fresh(table))
    assert answer.url == reverse("match", args=[match.pk])
    assert 'data-seat="1"' in page(client, "match", match.pk)


def test_the_link_opens_a_table_that_is_in_no_list():
    table = a_table(listed=False)
    client = browser(BEN)
    assert client.get(reverse("table", args=[table.pk])).status_code == 403
    assert table.pk not in page(client, "tables")

    answer = client.get(reverse("table-link", args=[table.key]))

    assert answer.url == reverse("table", args=[table.pk])
    assert "Sit down" in words_of(page(client, "table", table.pk))
    assert post(client, "table-join", table).status_code == 302
    assert fresh(table).state == "playing"


def test_a_wrong_link_is_told():
    answer = visitor().get(reverse("table-link", args=["nothing"]), headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert "leads to no table" in words_of(answer.content.decode())


def test_who_comes_too_late_sees_the_table_and_why():
    table = playing()

    text = errors_of(post(browser(CY), "table-join", table))

    assert "Every seat at this table is taken." in text
    assert "Watch" in text


def test_players_are_led_to_the_board_when_the_game_begins():
    table = a_table()
    client = browser(ANA)
    address = reverse("table", args=[table.pk])
    assert "HX-Redirect" not in client.get(address, {"part": "table"})

    join(table, BEN)

    match = reverse("match", args=[current_match(fresh(table)).pk])
    assert client.get(address, {"part": "table"})["HX-Redirect"] == match
    assert "HX-Redirect" not in browser(CY).get(address, {"part": "table"})
    there = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{match}"}
    assert "HX-Redirect" not in client.get(f"{address}series/", headers=there)


# the host


def test_the_host_fills_removes_and_begins():
    with hosted(Trio()):
        table = a_table(OWN, "", "", game="trio")
        join(table, BEN)
        client = browser(ANA)
        assert "Begin with 2 players" in words_of(page(client, "table", table.pk))
        assert "Begin with" not in words_of(page(browser(BEN), "table", table.pk))

        post(client, "table-seat", table, act="remove", seat="1")
        post(client, "table-seat", table, act="bot", seat="2", level="normal")
        answer = post(client, "table-start", table)

        match = current_match(fresh(table))
        assert answer.url == reverse("match", args=[match.pk])
        assert [seat.bot_level for seat in match.seats.all()] == ["", "normal"]


def test_a_seat_is_chosen_and_nonsense_refused():
    with hosted(Trio()):
        table = a_table(OWN, "", "", game="trio")
        client = browser(BEN)

        assert "There is no such seat" in errors_of(post(client, "table-join", table, seat="x"))
        assert "taken" in errors_of(post(client, "table-join", table, seat="0"))
        assert post(client, "table-join", table, seat="2").status_code == 302
        assert post(client, "table-seat", table, act="move", seat="1").status_code == 302

        assert [sitter.seat for sitter in table.sitters.all()] == [0, 1]


def test_partners_are_shown():
    with hosted(Pairs()):
        table = a_table(OWN, "", "", "", game="pairs", options={"four": True})

        text = words_of(page(visitor(), "table", table.pk))

        assert text.count("Team A") == 2
        assert text.count("Team B") == 2


def test_leaving_and_closing_lead_to_the_list():
    table = a_table()
    assert post(browser(ANA), "table-close", table).url == reverse("tables")
    assert "The host has closed it." in words_of(page(visitor(), "table", table.pk))

    table = a_table()
    assert post(browser(ANA), "table-leave", table).url == reverse("tables")
    assert fresh(table).state == "closed"


# series


def test_the_match_leads_back_to_its_table():
    table = over()
    match = table.series.get().match

    text = page(browser(ANA), "match", match.pk)

    assert f'href="/tables/{table.pk}/"' in text
    assert "Back to the table" in words_of(text)
    assert f'hx-get="/tables/{table.pk}/series/"' in text
    assert "Call the arbiter" not in words_of(text)


def test_the_series_is_shown_with_its_score():
    table = over()

    text = words_of(page(visitor(), "table", table.pk))

    assert "Ben wins" in text
    assert "Series Ben 1 Ana 0" in text
    assert "Play again" not in text


def test_another_game_is_offered_declined_and_accepted():
    table = over()
    ana, ben = browser(ANA), browser(BEN)

    post(ana, "table-again", table, answer="yes")
    assert "Waiting for Ben." in words_of(page(ana, "table-series", table.pk))
    assert "Ana wants to play again." in words_of(page(ben, "table-series", table.pk))
    post(ben, "table-again", table, answer="no")
    assert "Ben does not want to play again now." in words_of(page(ana, "table", table.pk))

    post(ana, "table-again", table, answer="yes")
    headers = {"HX-Request": "true"}
    answer = ben.post(reverse("table-again", args=[table.pk]), {"answer": "yes"}, headers=headers)

    match = current_match(fresh(table))
    assert answer["HX-Redirect"] == reverse("match", args=[match.pk])
    assert ana.get(reverse("table-series", args=[table.pk]))["HX-Redirect"] == reverse("match", args=[match.pk])


def test_a_table_that_was_left_after_a_game_is_opened_again():
    table = over()
    services.table_leave(table_id=table.pk, by=BEN)
    client = browser(ANA)
    assert "Somebody has left" in words_of(page(client, "table-series", table.pk))
    assert "Wait for somebody else" in words_of(page(client, "table", table.pk))

    post(client, "table-reopen", table)

    assert fresh(table).state == "open"


def test_a_part_tells_a_refusal_instead_of_failing():
    table = playing()
    client = browser(ANA)

    answer = client.post(reverse("table-again", args=[table.pk]), {"answer": "yes"}, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "A game is being played at this table." in words_of(answer.content.decode())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("make", [a_table, playing, over], ids=["open", "playing", "over"])
def test_every_state_speaks_both_languages(make, language):
    table = make()

    answer = browser(ANA).get(reverse("table", args=[table.pk]), headers={"accept-language": language})

    assert answer.status_code == 200
    assert ("Freie Tische" in answer.content.decode()) == (language == "de")
