"""Cards beside the board: picked, walked and replaced like what lies on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.scripts.stage import MOVE, START, Stage, hand, states, tray

pytestmark = pytest.mark.browser

RUN = {"a": "card run", "p": [["hand-run"], ["choice", "play", "Play Run"]]}
AIM = {"a": "card aim b2 cost dig", "p": [["hand-aim"], ["cell-b2"], ["hand-dig"]]}
SHIFT = {
    "a": "card dig",
    "p": [["hand-dig"]],
    "x": [
        [{"a": f" {to}", "p": [[f"cell-{to}"]]} for to in ("a2", "c2")],
        [{"a": f" cost {card}", "p": [[f"hand-{card}"]]} for card in ("aim", "run")],
    ],
}
GIVE = [
    {"a": f"give {one} {other}", "p": [["choice", "give", "Give"], [f"hand-{one}"], [f"hand-{other}"]], "l": [1, 3]}
    for one, other in (("aim", "dig"), ("aim", "run"), ("dig", "run"))
]


@pytest.fixture
def stage(new_page):
    view = replace(START, trays=(hand("aim", "dig", "run"),))
    return Stage(new_page(), legal=[MOVE, RUN, AIM, *GIVE], view=view).open()


def focused(stage):
    return stage.page.evaluate("document.activeElement.dataset.el ?? document.activeElement.textContent")


def test_a_card_then_a_place_then_a_card_are_one_action(stage):
    assert [states(stage.card(name)) for name in ("aim", "dig", "run")] == [{"is-pick"}, set(), {"is-pick"}]

    stage.card("aim").click()
    assert states(stage.card("aim")) == {"is-picked"}
    assert stage.page.locator("#hint").inner_text() == "Choose a place on the board."
    assert stage.classes("b2") == {"is-pick", "is-target"}
    stage.spot("b2").click()
    assert states(stage.card("dig")) == {"is-pick", "is-target"}
    assert stage.page.locator("#hint").inner_text() == "Choose a card."
    stage.card("dig").click()

    assert stage.wait_for("cmd")["a"] == AIM["a"]
    assert states(stage.card("aim")) == states(stage.card("dig")) == {"is-pending"}


def test_an_offer_is_put_together_part_by_part(new_page):
    view = replace(START, trays=(hand("aim", "dig", "run"),))
    stage = Stage(new_page(), legal=[MOVE, SHIFT], view=view).open()
    assert stage.card("dig").get_attribute("aria-description") == "then 2 choices"

    stage.card("dig").click()
    assert stage.classes("a2") == stage.classes("c2") == {"is-pick", "is-target"}
    stage.spot("c2").click()
    stage.page.keyboard.press("Escape")
    stage.spot("a2").click()
    assert [states(stage.card(name)) for name in ("aim", "run")] == [{"is-pick", "is-target"}] * 2
    stage.card("run").click()

    assert stage.wait_for("cmd")["a"] == "card dig a2 cost run"
    assert states(stage.card("dig")) == states(stage.card("run")) == {"is-pending"}


def test_a_second_touch_takes_a_card_back(stage):
    stage.card("aim").click()
    stage.card("aim").click()

    assert states(stage.card("aim")) == {"is-pick"}


def test_loose_picks_may_be_made_in_any_order(stage):
    stage.page.get_by_role("button", name="Give").click()
    stage.card("run").click()
    assert states(stage.card("aim")) == {"is-pick", "is-target"}
    stage.card("aim").click()

    assert stage.wait_for("cmd")["a"] == "give aim run"


def test_the_keyboard_walks_a_hand_and_is_led_to_where_the_next_pick_is(stage):
    assert stage.page.locator(".tray .spot[tabindex='0']").count() == 1
    assert stage.page.locator(".board .spot[tabindex='0']").count() == 1

    stage.card("aim").focus()
    stage.page.keyboard.press("Enter")
    assert focused(stage) == "cell-b2"
    stage.page.keyboard.press("Enter")
    assert focused(stage) == "hand-dig"
    stage.page.keyboard.press("Escape")
    stage.page.keyboard.press("Escape")
    stage.page.keyboard.press("ArrowRight")
    assert focused(stage) == "hand-run"
    stage.page.keyboard.press("Enter")
    assert focused(stage) == "Play Run"
    stage.page.keyboard.press("Enter")

    assert stage.wait_for("cmd")["a"] == RUN["a"]
    # The choice has gone, the keyboard goes on from the cards.
    assert focused(stage) == "hand-run"


def test_a_new_hand_comes_with_an_event_and_keeps_the_focus_in_it(stage):
    stage.card("run").focus()

    stage.event(5, parts=tray("aim", "dig"), legal=[AIM])

    stage.until(lambda: stage.card("run").count() == 0)
    assert states(stage.card("aim")) == {"is-pick"}
    assert focused(stage) == "hand-aim"
