"""Every error has a code, a status and a sentence, as a page and as a document."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import path
from rest_framework import exceptions, serializers

from flagfall import errors
from flagfall.api.errors import handle_api_error
from matches.errors import SENTENCES as MATCH_SENTENCES
from matches.errors import MatchError
from tournaments.errors import SENTENCES as TOURNAMENT_SENTENCES
from tournaments.errors import NotAllowedError, TournamentError

CODES = sorted({*MATCH_SENTENCES, *TOURNAMENT_SENTENCES})


def refuse(request):
    raise TournamentError("boards_open", "2, 5")


def forbid(request):
    raise NotAllowedError


def fail(request):
    raise RuntimeError("secret detail")


def form(request):
    return HttpResponse("taken")


urlpatterns = [
    path("refuse/", refuse),
    path("forbid/", forbid),
    path("fail/", fail),
    path("form/", form),
    path("", form, name="home"),
    path("log-in/", form, name="login"),
]
handler404 = "flagfall.faults.not_found"
handler500 = "flagfall.faults.server_error"


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sensible_status(code):
    assert errors.status_of(code) in {400, 403, 404, 409, 410, 413, 429, 500, 503}
    assert errors.title_of(errors.status_of(code))


def test_every_listed_code_exists():
    listed = {code for codes in errors.STATUSES.values() for code in codes}
    game_codes = {code for code in listed if code.isupper()}

    assert listed - game_codes <= set(CODES)
    assert all(errors.problem_of(MatchError(code)).detail != code for code in game_codes)


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/refuse/", 409, "2, 5"),
        ("/forbid/", 403, "role"),
        ("/nowhere/", 404, "not public"),
        ("/fail/", 500, "It has been noted"),
    ],
)
def test_a_person_gets_a_page(client, db, address, status, words):
    client.raise_request_exception = False
    answer = client.get(address, headers={"accept": "text/html"})

    assert answer.status_code == status
    assert words in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "code"), [("/refuse/", "boards_open"), ("/nowhere/", "not_found"), ("/fail/", "server_fault")]
)
def test_a_program_gets_a_document(client, db, address, code):
    client.raise_request_exception = False
    answer = client.get(address, headers={"accept": "application/json"})

    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["type"] == f"urn:flagfall:error:{code}"


@pytest.mark.urls(__name__)
def test_a_form_without_its_token_is_refused_in_words(db):
    from django.test import Client

    answer = Client(enforce_csrf_checks=True).post("/form/", headers={"accept": "text/html"})

    assert answer.status_code == 403
    assert b"Load the page again" in answer.content


def test_the_frameworks_own_errors_become_documents():
    context = {"request": RequestFactory().get("/api/v1/")}
    limited = handle_api_error(exceptions.Throttled(wait=7), context)
    absent = handle_api_error(exceptions.NotFound(), context)

    assert (limited.status_code, limited.data["code"], limited.headers["Retry-After"]) == (429, "throttled", "7")
    assert (absent.status_code, absent.data["code"]) == (404, "not_found")
    assert limited.content_type == "application/problem+json"


def test_wrong_fields_are_named_one_by_one():
    class Player(serializers.Serializer):
        name = serializers.CharField(max_length=3)

    class Entry(serializers.Serializer):
        players = Player(many=True)
        seed = serializers.IntegerField()

    entry = Entry(data={"players": [{"name": "Ada"}, {"name": "Grace"}]})
    with pytest.raises(exceptions.ValidationError) as caught:
        entry.is_valid(raise_exception=True)
    document = handle_api_error(caught.value, {}).data

    assert document["code"] == "invalid"
    assert {(line["field"], line["code"]) for line in document["errors"]} == {
        ("players.1.name", "max_length"),
        ("seed", "required"),
    }


def test_a_fault_of_ours_is_left_to_the_log():
    assert errors.problem_of(RuntimeError()) is None
    assert handle_api_error(RuntimeError(), {}) is None
