"""Private links: looking changes nothing, the link alone is enough, and a link that does not count opens nothing."""

from __future__ import annotations

import pytest

from tests.e2e.people import until

pytestmark = pytest.mark.browser

FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}


@pytest.fixture
def made(stage):
    return stage.knockout(players=["Ana", "Ben"], control=FIVE_MINUTES)


def seat_of(person, match_id):
    """Return the seat that the page of a match gives to this window; empty for a spectator."""
    return person.open(f"/m/{match_id}/").locator("[data-match]").get_attribute("data-seat")


def test_a_look_at_a_link_asks_and_changes_nothing(people, made):
    person, match_id = people(), made["matches"]["R1-1"]

    page = person.open(f"/p/{made['links']['Ana']}/")

    assert page.get_by_role("heading", level=1).inner_text() == "Continue as Ana?"
    assert "sessionid" not in {cookie["name"] for cookie in page.context.cookies()}
    assert seat_of(person, match_id) == ""
    # Whoever follows a link from that page is not told the secret.
    answer = page.request.get(f"{person.url}/p/{made['links']['Ana']}/")
    assert answer.headers["referrer-policy"] == "strict-origin"
    assert "no-store" in answer.headers["cache-control"]


def test_the_link_alone_is_enough_to_play_and_leads_to_a_clean_address(people, made):
    person, match_id = people(), made["matches"]["R1-1"]

    person.come_in(made["links"]["Ana"])

    assert made["links"]["Ana"] not in person.page.url
    assert made["links"]["Ana"] not in person.page.content()
    assert seat_of(person, match_id) in ("0", "1")


def test_two_links_in_one_browser_are_two_players_and_neither_is_in_a_foreign_match(people, stage, made):
    other = stage.knockout(players=["Cem", "Dia"], control=FIVE_MINUTES)
    person = people(link=made["links"]["Ana"])

    assert seat_of(person, other["matches"]["R1-1"]) == ""
    answer = person.page.request.post(
        f"{person.url}/m/{other['matches']['R1-1']}/resign/", headers={"X-CSRFToken": csrf(person)}
    )
    assert answer.status == 403
    assert stage.truth(match_id=other["matches"]["R1-1"])["status"] == "waiting"

    person.come_in(other["links"]["Cem"])
    assert seat_of(person, other["matches"]["R1-1"]) in ("0", "1")
    assert seat_of(person, made["matches"]["R1-1"]) in ("0", "1")


def csrf(person):
    person.open("/accounts/log-in/")
    return next(cookie["value"] for cookie in person.page.context.cookies() if cookie["name"] == "csrftoken")


def test_a_revoked_link_opens_nothing_and_its_windows_are_out_at_once(people, stage, made):
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    person = people(link=made["links"]["Ana"])
    person.sit_down(match_id)

    stage.revoke_link(slug=made["slug"], name="Ana")

    person.page.wait_for_selector("[data-state=ended]", state="attached")
    assert until(lambda: seat_of(person, match_id) == "", "being a stranger")
    page = person.open(f"/p/{made['links']['Ana']}/")
    assert "This link opens nothing" in page.locator("h1").inner_text()
    answer = people().page.request.get(f"{person.url}/p/{made['links']['Ana']}/")
    assert answer.status == 404


@pytest.mark.parametrize("way", ["used", "expired", "revoked"])
def test_an_invitation_that_does_not_count_any_more_says_so(people, stage, made, way):
    secret = stage.invitation(slug=made["slug"], way=way)

    page = people().page
    answer = page.goto(f"{people.url}/i/{secret}/")

    assert answer.status == {"used": 410, "expired": 410, "revoked": 404}[way]
    assert page.locator("h1").inner_text() == "This link opens nothing"


def test_a_link_to_come_back_by_works_once(people, stage):
    path = stage.recovery_path(name="rita")
    page = people().open(path)
    page.get_by_role("button", name="Continue as rita").click()
    page.wait_for_url("**/")

    again = people().page.goto(f"{people.url}{path}")

    assert again.status == 404
