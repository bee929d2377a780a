"""Disputes by the API."""

import pytest

from tests.api.asking import by_link, code_of, organizer, staff, stranger
from tests.builders import pairing_of, started, under_way
from tournaments.models import Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return started(4)


@pytest.fixture
def match(tournament):
    return under_way(tournament, plies=1)


def side(tournament, number):
    return by_link(pairing_of(tournament, "R1-1").entries[number])


def opened(tournament, match, /, **given):
    body = {"about": "action", "match": match.pk, "ply": 1, "reason": "effect", "text": "It moved twice.", **given}
    return side(tournament, 0).post(f"tournaments/{tournament.slug}/disputes", body)


def test_from_the_dispute_to_the_end_of_the_appeal(tournament, match):
    made = opened(tournament, match)
    assert made.status_code == 201
    dispute, at = made.json(), f"disputes/{made.json()['id']}"
    assert (dispute["state"], dispute["ply"], dispute["seat"]) == ("open", 1, match.seats.get(seat=0).seat)
    listed = stranger().get(f"tournaments/{tournament.slug}/disputes", state="open").json()["results"]
    assert [(one["id"], one["text"], one["reason"]) for one in listed] == [(dispute["id"], None, None)]
    assert side(tournament, 1).get(at).json()["text"] == "It moved twice."

    arbiter, chief = organizer(tournament), organizer(tournament)
    taken = arbiter.post(f"{at}/taking", {"seen": dispute["step"]}).json()
    verdict = {"outcome": "granted", "decision": "It did.", "seen": dispute["step"]}
    assert code_of(arbiter.post(f"{at}/decision", verdict)) == "dispute_changed"
    decided = arbiter.post(f"{at}/decision", verdict | {"seen": taken["step"]}).json()
    assert (decided["state"], decided["outcome"]) == ("decided", "granted")
    assert decided["appeal_until"].endswith("Z")
    assert code_of(arbiter.post(f"{at}/decision", verdict | {"seen": ""})) == "dispute_decided"

    appealed = side(tournament, 1).post(f"{at}/appeal", {"text": "It did not."})
    assert (appealed.status_code, appealed.json()["appeal"]["text"]) == (201, "It did not.")
    assert stranger().get(at).json()["appeal"]["text"] is None
    upheld = {"outcome": "upheld", "decision": "It did."}
    assert code_of(arbiter.post(f"{at}/appeal/decision", upheld)) == "same_instance"
    closed = chief.post(f"{at}/appeal/decision", upheld).json()
    assert (closed["state"], closed["appeal"]["outcome"]) == ("closed", "upheld")
    assert code_of(chief.post(f"{at}/appeal/decision", upheld)) == "no_appeal"


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"ply": 2}, 400, "no_such_ply"),
        ({"ply": None}, 400, "no_such_ply"),
        ({"reason": "help"}, 400, "bad_reason"),
        ({"reason": "other", "text": ""}, 400, "text_missing"),
        ({"match": "nothing00000"}, 404, "no_such_pairing"),
        ({"about": "result", "reason": "score"}, 409, "no_result"),
        ({"about": "person"}, 400, "not_disputable"),
    ],
)
def test_what_is_wrong_has_a_code(tournament, match, given, status, code):
    answer = opened(tournament, match, **given)

    assert (answer.status_code, code_of(answer)) == (status, code)
    assert not tournament.disputes.exists()


def test_twice_is_refused_unless_it_is_the_same_request(tournament, match):
    browser, path = side(tournament, 0), f"tournaments/{tournament.slug}/disputes"
    body = {"about": "clock", "match": match.pk, "reason": "time"}

    first = browser.post(path, body, Idempotency_Key="one")
    again = browser.post(path, body, Idempotency_Key="one")

    assert first.json() == again.json()
    assert code_of(browser.post(path, body)) == "already_disputed"
    assert browser.post(f"disputes/{first.json()['id']}/withdrawal").json()["state"] == "closed"
    assert code_of(browser.post(f"disputes/{first.json()['id']}/withdrawal")) == "dispute_closed"


def test_those_about_a_person_exist_for_those_whom_they_concern(tournament, match):
    entry = pairing_of(tournament, "R1-1").entry_1
    made = opened(tournament, match, about="person", entry=entry.pk, ply=None, reason="help").json()

    for asker in (side(tournament, 0), side(tournament, 1), staff(tournament, Role.SCOREKEEPER)):
        assert asker.get(f"disputes/{made['id']}").status_code == 200
    outsider = by_link(pairing_of(tournament, "R1-2").entry_0)
    for asker in (stranger(), outsider):
        assert code_of(asker.get(f"disputes/{made['id']}")) == "no_such_dispute"
        assert asker.get(f"tournaments/{tournament.slug}/disputes").json()["results"] == []


def test_pairings_tell_which_results_may_still_change(tournament, match):
    pairing = pairing_of(tournament, "R1-1")
    assert stranger().get(f"pairings/{pairing.pk}").json()["provisional"] is None
    body = {"ruling": "result 0", "reason": "test"}
    organizer(tournament).post(f"matches/{match.pk}/rulings", body)

    listed = stranger().get(f"rounds/{pairing.round_id}/pairings").json()["results"]
    told = {one["id"]: one["provisional"] for one in listed}
    assert told[pairing.pk]["disputed"] is False
    assert told[pairing.pk]["until"].endswith("Z")
    opened(tournament, match, about="result", ply=None, reason="score")
    one = stranger().get(f"pairings/{pairing.pk}").json()["provisional"]
    assert one == {"disputed": True, "until": None}
    Tournament.objects.update(state="finished")
    assert stranger().get(f"pairings/{pairing.pk}").json()["provisional"] is None
