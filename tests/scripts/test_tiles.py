"""A tile in hand: choosing how it is turned and where it lies, in any order, and seeing it there first."""

from __future__ import annotations

import pytest

from tests.scripts.stage import Stage
from tests.scripts.tiles import news, table, tile, ways

pytestmark = pytest.mark.browser

FREE = ((0, -1), (1, 0), (0, 1))
VIEW = table(tile(0, 0), free=FREE)
LEGAL = ways({0: ((0, -1),), 90: ((0, -1), (1, 0)), 270: ((1, 0), (0, 1))})


@pytest.fixture
def stage(new_page):
    return Stage(new_page(), view=VIEW, legal=LEGAL).open()


def spot(stage, name):
    return stage.page.locator(f"[data-el='{name}']")


def ghost(stage):
    """Return where a tile is shown pale, and how it is turned; None if there is none."""
    return stage.page.evaluate(
        """() => { const ghost = document.querySelector(".ghost");
        return ghost && [ghost.getAttribute("transform"), ghost.querySelector(".turns").getAttribute("transform")]; }"""
    )


def picked(stage):
    return stage.page.evaluate("[...document.querySelectorAll('.is-picked')].map((one) => one.dataset.el)")


def targets(stage):
    return set(stage.page.evaluate("[...document.querySelectorAll('.is-target')].map((one) => one.dataset.el)"))


def test_a_rotation_lights_up_its_places_and_is_seen_pale_under_the_pointer(stage):
    spot(stage, "hand-90").click()
    assert targets(stage) == {"cell-0,-1", "cell-1,0"}
    assert ghost(stage) is None

    spot(stage, "cell-1,0").hover()
    assert ghost(stage) == ["translate(10 0)", "rotate(90)"]
    spot(stage, "cell-0,1").hover(force=True)
    assert ghost(stage) is None

    spot(stage, "cell-1,0").click()
    assert stage.wait_for("cmd")["a"] == "@1,0/90"
    assert ghost(stage) is None


def test_a_place_chosen_first_shows_each_rotation_that_is_looked_at(stage):
    spot(stage, "cell-1,0").click()
    assert targets(stage) == {"hand-90", "hand-270"}

    spot(stage, "hand-270").hover()
    assert ghost(stage) == ["translate(10 0)", "rotate(270)"]

    spot(stage, "hand-270").click()
    assert stage.wait_for("cmd")["a"] == "@1,0/270"


def test_r_turns_to_the_next_rotation_that_fits(stage):
    spot(stage, "hand-0").focus()
    found = []
    for _ in range(4):
        stage.page.keyboard.press("r")
        found.append(picked(stage))

    assert found == [["hand-0"], ["hand-90"], ["hand-270"], ["hand-0"]]
    assert stage.page.evaluate("document.activeElement.dataset.el") == "hand-0"


def test_r_keeps_to_what_fits_the_place_one_looks_at(stage):
    spot(stage, "hand-90").click()
    spot(stage, "cell-1,0").hover()

    stage.page.keyboard.press("r")
    assert (picked(stage), ghost(stage)) == (["hand-270"], ["translate(10 0)", "rotate(270)"])
    stage.page.keyboard.press("r")
    assert picked(stage) == ["hand-90"]


def test_the_keyboard_goes_from_the_tile_to_its_places_and_sees_it_there(stage):
    spot(stage, "hand-0").focus()
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press("Enter")

    assert stage.page.evaluate("document.activeElement.dataset.el") == "cell-0,-1"
    assert ghost(stage) == ["translate(0 -10)", "rotate(90)"]
    stage.page.keyboard.press("r")
    assert ghost(stage) == ["translate(0 -10)", None]
    stage.page.keyboard.press("Enter")
    assert stage.wait_for("cmd")["a"] == "@0,-1/0"


def test_a_tile_may_be_drawn_onto_its_place_with_the_mouse(stage):
    spot(stage, "hand-270").drag_to(spot(stage, "cell-0,1"))

    assert stage.wait_for("cmd")["a"] == "@0,1/270"


def test_a_finger_chooses_rotation_and_place(new_page):
    stage = Stage(new_page(has_touch=True, width=390), view=VIEW, legal=LEGAL).open()

    spot(stage, "hand-90").tap()
    spot(stage, "cell-1,0").tap()

    assert stage.wait_for("cmd")["a"] == "@1,0/90"


def test_what_is_looked_at_survives_news_of_other_things(stage):
    spot(stage, "hand-90").click()
    spot(stage, "cell-1,0").hover()

    stage.event(5, ply=0, **news(VIEW, table(tile(0, 0, marks=("muted",)), free=FREE)), legal=LEGAL, say="done")
    stage.says("done")

    assert (picked(stage), ghost(stage)) == (["hand-90"], ["translate(10 0)", "rotate(90)"])
