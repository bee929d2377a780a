"""The desk of a match in a browser: steps by keys, and what is typed stays."""

from __future__ import annotations

import pytest

from tests.e2e.people import Person, confirm_ruling

pytestmark = pytest.mark.browser

HOUR = {"kind": "absolute", "base_ms": 3_600_000}


@pytest.fixture
def desk(new_page, embedded):
    """Return the desk at action 8 of a match, opened by an arbiter. No script of it may fail."""
    service, stage = embedded
    made = stage.knockout(players=["Dora", "Dino"], control=HOUR)
    (match_id,) = made["matches"].values()
    stage.begin(match_id=match_id)
    stage.play(match_id=match_id, plies=12)
    session = stage.person(name=f"arbiter-{match_id}", slug=made["slug"], role="arbiter")
    arbiter = Person(new_page, service.url, session=session)
    yield arbiter.open(f"/m/{match_id}/desk/?ply=8")
    assert arbiter.errors == []


def ply(page, number):
    page.wait_for_selector(f"#scene[data-ply='{number}']")
    return page.locator("#timeline [aria-current] .timeline__number").inner_text()


def test_arrow_keys_step_and_the_place_on_the_page_stays(desk):
    page = desk
    page.set_viewport_size({"width": 1280, "height": 500})
    page.evaluate("scrollTo(0, 300)")

    page.keyboard.press("ArrowLeft")
    assert ply(page, 7) == "7"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#scene[data-ply='8']")
    page.keyboard.press("ArrowRight")
    assert ply(page, 9) == "9"

    assert page.evaluate("scrollY") == 300
    assert page.url.endswith("?ply=9")


def test_what_is_typed_at_a_ruling_stays_and_aims_at_the_action_that_is_shown(desk):
    page = desk
    form = page.locator("#rule-void")
    form.locator("summary").click()
    form.locator("[name=reason]").fill("The card was not in hand.")
    form.locator("[name=reason]").press("ArrowLeft")
    page.wait_for_selector("#scene[data-ply='8']")

    page.locator("#step-back").click()
    ply(page, 7)

    assert form.locator("[name=reason]").input_value() == "The card was not in hand."
    assert form.locator("[name=ply]").input_value() == "7"
    form.get_by_role("button", name="See the effect").click()
    page.locator(".case__effect").wait_for()
    confirm_ruling(page)
    page.wait_for_selector("#scene")
    assert page.url.endswith("?ply=7")
    assert page.locator(".timeline__mark--move.is-void").count() == 6
