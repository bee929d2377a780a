"""Entering an action by mouse, drag, keyboard or choice: every step only narrows what the server calls legal."""

from __future__ import annotations

import pytest

from tests.scripts.stage import ATTACK, MOVE, Stage

pytestmark = pytest.mark.browser


@pytest.fixture
def stage(new_page):
    return Stage(new_page()).open()


def test_clicks_narrow_the_legal_actions_until_one_is_sent(stage):
    assert stage.classes("a1") == {"is-pick"}

    stage.spot("a1").click()
    assert stage.classes("a1") == {"is-picked"}
    assert stage.classes("b2") == {"is-pick", "is-target"}
    assert stage.classes("c3") == {"is-pick", "is-capture"}

    stage.spot("b2").click()
    assert stage.wait_for("cmd")["a"] == MOVE["a"]


def test_what_is_sent_is_shown_as_pending_and_not_as_played(stage):
    stage.spot("a1").click()
    stage.spot("b2").click()
    stage.wait_for("cmd")

    assert stage.classes("a1") == stage.classes("b2") == {"is-pending"}
    assert stage.page.locator("[data-el=piece-a1]").count() == 1
    stage.spot("a1").click()
    assert len(stage.heard("cmd")) == 1


def test_a_second_touch_an_empty_place_and_escape_take_the_pick_back(stage):
    for let_go in (
        lambda: stage.spot("a1").click(),
        lambda: stage.spot("c1").click(force=True),
        lambda: stage.page.keyboard.press("Escape"),
    ):
        stage.spot("a1").click()
        assert stage.classes("a1") == {"is-picked"}
        let_go()
        assert stage.classes("a1") == {"is-pick"}
    assert stage.heard("cmd") == []


def test_the_keyboard_walks_the_board_and_picks(stage):
    stage.spot("a1").focus()
    stage.page.keyboard.press("Enter")
    stage.page.keyboard.press("ArrowUp")
    stage.page.keyboard.press("ArrowRight")
    assert stage.page.evaluate("document.activeElement.dataset.el") == "cell-b2"
    assert stage.page.locator(".spot[tabindex='0']").count() == 1

    stage.page.keyboard.press("Enter")
    assert stage.wait_for("cmd")["a"] == MOVE["a"]


def test_arrows_follow_the_eye_when_the_board_is_turned(stage):
    stage.page.evaluate("document.getElementById('board').classList.add('is-flipped')")
    stage.spot("b2").focus()

    stage.page.keyboard.press("ArrowUp")

    assert stage.page.evaluate("document.activeElement.dataset.el") == "cell-b1"


def test_dragging_is_two_picks_in_one_stroke(stage):
    stage.spot("a1").drag_to(stage.spot("c3"))

    assert stage.wait_for("cmd")["a"] == ATTACK["a"]


def test_choices_are_buttons_where_no_element_fits(stage):
    assert stage.page.locator("#choices button").all_inner_texts() == ["Pass"]

    stage.spot("a1").click()
    stage.spot("a2").click()
    assert stage.page.locator("#choices button").all_inner_texts() == ["Queen", "Knight"]

    stage.page.get_by_role("button", name="Knight").click()
    assert stage.wait_for("cmd")["a"] == "a1-a2=N"


def test_places_have_spoken_names_and_say_what_can_be_done(stage):
    assert stage.spot("a1").get_attribute("aria-description") == "can move to 3 places"
    assert stage.spot("c1").get_attribute("aria-disabled") == "true"

    stage.spot("a1").focus()
    assert stage.page.locator("#hint").inner_text() == "a1; can move to 3 places"


def test_a_board_out_of_turn_can_be_walked_but_not_played(new_page):
    stage = Stage(new_page(), legal=None).open()

    stage.spot("a1").click(force=True)
    stage.page.keyboard.press("ArrowUp")
    stage.page.keyboard.press("Enter")

    assert stage.page.locator(".is-pick, .is-picked").count() == 0
    assert stage.heard("cmd") == []
