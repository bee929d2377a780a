"""Free tables by the API: the same use cases, rights and codes as the pages."""

import pytest

from flagfall.accounts.models import Scope
from matches.tables.models import FreeTable
from tests.api.asking import by_ref, code_of, stranger, with_token
from tests.builders import a_user
from tests.matches.tabling import finish

pytestmark = pytest.mark.django_db
TWO = {"game": "junqi", "places": ["own", ""], "by_lot": False}


@pytest.fixture
def ana():
    return with_token(a_user("Ana"))


@pytest.fixture
def ben():
    return with_token(a_user("Ben"))


def opened(asker, **about):
    answer = asker.post("tables/", {**TWO, **about})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_table_is_opened_listed_joined_and_played_at(ana, ben):
    table = opened(ana, clock="5+3")
    assert table["clock"]["en"] == "5 minutes plus 3 seconds per turn"
    assert [(seat["name"], seat["host"]) for seat in table["seats"]] == [("Ana", True), ("", False)]
    assert [one["id"] for one in stranger().get("tables/", game="junqi").json()["results"]] == [table["id"]]
    assert stranger().get("tables/", game="flagged").json()["results"] == []

    joined = ben.post(f"tables/{table['id']}/seats/", {})

    assert joined.status_code == 201
    assert (joined.json()["state"], joined.json()["you"]) == ("playing", 1)
    assert ben.get(f"matches/{joined.json()['match']}/").json()["you"] == 1

    finish(FreeTable.objects.get())
    assert ana.put(f"tables/{table['id']}/again/", {"answer": "yes"}).json()["state"] == "over"
    again = ben.put(f"tables/{table['id']}/again/", {"answer": "yes"}).json()
    assert (again["state"], again["you"]) == ("playing", 0)
    assert again["scores"] == [{"name": "Ben", "points": "1"}, {"name": "Ana", "points": "0"}]
    assert [game["names"] for game in again["games"]] == [["Ana", "Ben"], ["Ben", "Ana"]]


def test_the_key_is_for_those_who_sit_there_and_opens_what_is_not_listed(ana, ben):
    table = opened(ana, listed=False)
    assert stranger().get("tables/").json()["results"] == []
    assert code_of(ben.get(f"tables/{table['id']}/")) == "table_by_link"
    assert code_of(ben.post(f"tables/{table['id']}/seats/", {})) == "table_by_link"

    assert ben.get(f"tables/{table['id']}/", key=table["key"]).json()["key"] is None
    assert ben.post(f"tables/{table['id']}/seats/", {"key": table["key"]}).status_code == 201


def test_seats_are_moved_to_given_and_freed(ana, ben):
    table = opened(ana)
    seats = f"tables/{table['id']}/seats"

    assert ana.put(f"{seats}/1/", {}).json()["you"] == 1
    assert code_of(ben.put(f"{seats}/0/", {"bot_level": "normal"})) == "not_host"
    assert code_of(ben.delete(f"{seats}/1/")) == "not_host"
    assert code_of(ana.delete(f"{seats}/0/")) == "no_such_seat"
    assert ana.put(f"{seats}/0/", {"bot_level": "normal"}).json()["state"] == "playing"
    assert code_of(ana.delete(f"{seats}/1/")) == "table_playing"


def test_a_table_is_closed_and_left(ana, ben):
    table = opened(ana)
    assert code_of(ben.delete(f"tables/{table['id']}/")) == "not_host"
    assert ana.delete(f"tables/{table['id']}/").status_code == 204
    assert code_of(ben.post(f"tables/{table['id']}/seats/", {})) == "table_gone"

    other = opened(ana)
    assert ana.delete(f"tables/{other['id']}/seats/0/").status_code == 204
    assert stranger().get(f"tables/{other['id']}/").json()["closed_because"] == "empty"


@pytest.mark.parametrize(
    ("about", "status", "code"),
    [
        ({"places": ["own"]}, 400, "bad_seats"),
        ({"places": ["own", "own"]}, 400, "own_seat_twice"),
        ({"places": ["own", "godlike"]}, 400, "no_such_level"),
        ({"clock": "none"}, 400, "untimed_listed"),
        ({"clock": "soon"}, 400, "BAD_CONTROL"),
        ({"options": {"quiet_limit": 3}}, 400, "BAD_OPTION"),
        ({"colour": "red"}, 400, "unknown_field"),
    ],
)
def test_what_no_table_may_be_has_a_code(ana, about, status, code):
    answer = ana.post("tables/", {**TWO, **about})

    assert (answer.status_code, code_of(answer)) == (status, code)


def test_refusals_of_the_state_have_a_code(ana, ben):
    table = opened(ana)
    at = f"tables/{table['id']}"

    assert code_of(ana.post(f"{at}/seats/", {})) == "joined_twice"
    assert code_of(ana.post(f"{at}/start/", {})) == "too_few_players"
    assert code_of(ana.put(f"{at}/again/", {"answer": "yes"})) == "no_game_over"
    assert code_of(ana.post(f"{at}/reopening/", {})) == "no_game_over"
    assert code_of(ben.put(f"{at}/seats/1/", {})) == "not_at_table"
    assert code_of(stranger().get("tables/nothing00000/")) == "no_such_table"


def test_who_may_not_play_sits_nowhere(ana):
    table = opened(ana)
    reader = with_token(a_user(), Scope.READ)

    assert stranger().post("tables/", TWO).status_code == 401
    assert stranger().post(f"tables/{table['id']}/seats/", {"name": "Eve"}).status_code == 401
    assert reader.post(f"tables/{table['id']}/seats/", {}).status_code == 403
    assert reader.get(f"tables/{table['id']}/").status_code == 200


def test_a_guest_of_a_session_gives_a_name(ana):
    table = opened(ana)
    guest = by_ref("guest/ben")

    assert code_of(guest.post(f"tables/{table['id']}/seats/", {})) == "guest_name_missing"
    assert guest.post(f"tables/{table['id']}/seats/", {"name": "Ben"}).json()["seats"][1]["name"] == "Ben"


def test_a_repeated_request_opens_one_table(ana):
    for _ in range(2):
        assert ana.post("tables/", TWO, Idempotency_Key="once").status_code == 201

    assert FreeTable.objects.count() == 1
