"""Moving about in a board that grows: by mouse, wheel, touch, keyboard and buttons, and what stays in sight."""

from __future__ import annotations

import pytest

from gameengine.board.svg import render
from tests.scripts.stage import Stage
from tests.scripts.tiles import news, table, tile, ways

pytestmark = pytest.mark.browser

FREE = ((0, -1), (1, 0), (2, 2), (-2, -2))
SMALL = table(tile(0, 0), free=FREE)
LARGE = table(tile(0, 0), tile(9, 0, marks=("last-to",)), free=(*FREE, (-9, -9)), reach=9)
RULE = 4
"""How far the line around a place may reach beyond it, in pixels."""
LEGAL = ways({0: FREE, 90: ((1, 0),)})


@pytest.fixture
def stage(new_page):
    return Stage(new_page(), view=SMALL, legal=LEGAL).open()


def box(stage):
    """Return left, top, width and height of what is seen, in units of the board."""
    return [float(value) for value in stage.page.locator("svg.board").get_attribute("viewBox").split()]


def width(stage):
    return box(stage)[2]


def sees(stage, *names):
    """Tell whether elements lie wholly within the picture on the page."""
    frame = stage.page.locator("svg.board").bounding_box()
    found = [stage.page.locator(f"[data-el='{name}']").bounding_box() for name in names]
    return all(_within(one, frame) for one in found)


def _within(inner, outer):
    return all(
        outer[at] - RULE <= inner[at] and inner[at] + inner[size] <= outer[at] + outer[size] + RULE
        for at, size in (("x", "width"), ("y", "height"))
    )


def tool(stage, name):
    return stage.page.get_by_role("button", name=name)


def middle(stage, x=0.5, y=0.5):
    frame = stage.page.locator("svg.board").bounding_box()
    return frame["x"] + x * frame["width"], frame["y"] + y * frame["height"]


def test_the_whole_board_is_seen_at_first_and_no_button_covers_it(stage):
    corner = stage.page.locator("[data-el='cell-2,2']").bounding_box()
    tools = stage.page.locator(".roam").bounding_box()

    assert sees(stage, "cell-2,2", "cell--2,-2", "tile-0,0")
    assert corner["x"] + corner["width"] <= tools["x"] or corner["y"] + corner["height"] <= tools["y"]


def test_buttons_zoom_and_show_the_whole_again(stage):
    whole = width(stage)

    tool(stage, "Zoom in").click()
    near = width(stage)
    tool(stage, "Zoom out").click()

    assert near < whole
    assert width(stage) == pytest.approx(whole)
    assert tool(stage, "Zoom out").get_attribute("aria-disabled") == "true"
    tool(stage, "Zoom in").click()
    tool(stage, "Whole board").click()
    assert width(stage) == pytest.approx(whole)
    assert tool(stage, "Whole board").get_attribute("aria-pressed") == "true"


def test_keys_zoom_while_the_board_has_the_focus(stage):
    whole = width(stage)
    stage.page.locator("[data-el='cell-1,0']").focus()

    stage.page.keyboard.press("+")
    near = width(stage)
    stage.page.keyboard.press("-")
    stage.page.keyboard.press("+")
    stage.page.keyboard.press("0")

    assert near < whole
    assert width(stage) == pytest.approx(whole)


def test_the_view_goes_with_the_focus(stage):
    stage.page.locator("[data-el='cell-1,0']").focus()
    for _ in range(6):
        stage.page.keyboard.press("+")
    assert not sees(stage, "cell-2,2")

    stage.page.keyboard.press("ArrowDown")

    assert stage.page.evaluate("document.activeElement.dataset.el") == "cell-2,2"
    assert sees(stage, "cell-2,2")


def test_a_drag_moves_the_view_and_picks_nothing(stage):
    for _ in range(2):
        tool(stage, "Zoom in").click()
    before = box(stage)
    place = stage.page.locator("[data-el='cell-1,0']").bounding_box()
    x, y = place["x"] + 5, place["y"] + 5

    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x - 60, y - 30, steps=4)
    stage.page.mouse.up()

    after = stage.page.locator("[data-el='cell-1,0']").bounding_box()
    assert (after["x"] - place["x"], after["y"] - place["y"]) == pytest.approx((-60, -30), abs=1)
    assert box(stage)[2:] == before[2:]
    assert stage.page.locator(".is-picked").count() == 0


def test_a_click_still_picks(stage):
    stage.page.locator("[data-el='cell-2,2']").click()

    assert stage.page.locator("[data-el='cell-2,2'].is-picked").count() == 1


def test_the_wheel_zooms_with_ctrl_about_the_pointer(stage):
    place = stage.page.locator("[data-el='cell-2,2']").bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    stage.page.mouse.move(x, y)
    stage.page.keyboard.down("Control")

    stage.page.mouse.wheel(0, -400)

    after = stage.page.locator("[data-el='cell-2,2']").bounding_box()
    assert after["width"] > 1.5 * place["width"]
    assert after["x"] <= x <= after["x"] + after["width"]
    assert after["y"] <= y <= after["y"] + after["height"]


def test_the_wheel_alone_scrolls_a_page_that_is_longer_than_the_window(stage):
    stage.page.evaluate("document.body.style.minHeight = '3000px'")
    whole = width(stage)
    stage.page.mouse.move(*middle(stage))

    stage.page.mouse.wheel(0, 120)

    stage.until(lambda: stage.page.evaluate("scrollY") > 0)
    assert width(stage) == pytest.approx(whole)


def test_two_fingers_spread_the_view_and_one_moves_it(new_page):
    stage = Stage(new_page(has_touch=True), view=SMALL, legal=LEGAL).open()
    fingers = stage.page.context.new_cdp_session(stage.page)
    x, y = middle(stage)

    def touch(kind, *points):
        told = [{"x": x + dx, "y": y + dy, "id": number} for number, (dx, dy) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    whole = width(stage)
    touch("touchStart", (-20, 0), (20, 0))
    touch("touchMove", (-40, 0), (40, 0))
    touch("touchMove", (-60, 0), (60, 0))
    touch("touchEnd")
    spread = box(stage)
    touch("touchStart", (0, 0))
    touch("touchMove", (20, 0))
    touch("touchMove", (40, 0))
    touch("touchEnd")

    assert spread[2] < 0.6 * whole
    assert box(stage)[0] < spread[0]
    assert box(stage)[2] == spread[2]
    assert stage.page.locator(".is-picked").count() == 0


def test_a_board_that_grows_is_still_seen_whole(stage):
    stage.event(5, **news(SMALL, LARGE))

    stage.page.wait_for_selector("[data-el='tile-9,0']")
    assert sees(stage, "tile-9,0", "tile-0,0")


def test_a_view_that_somebody_has_chosen_stays_where_it_is(stage):
    for _ in range(2):
        tool(stage, "Zoom in").click()
    before, place = box(stage), stage.page.locator("[data-el='tile-0,0']").bounding_box()

    stage.event(5, **news(SMALL, LARGE))
    stage.page.wait_for_selector("[data-el='tile-9,0']", state="attached")

    assert box(stage) == before
    assert stage.page.locator("[data-el='tile-0,0']").bounding_box() == place
    tool(stage, "Follow the play").click()
    assert sees(stage, "tile-9,0")


def test_what_is_new_stays_in_sight_where_the_whole_would_be_too_small(new_page):
    stage = Stage(new_page(width=390, height=700), view=SMALL, legal=None).open()

    stage.event(5, **news(SMALL, LARGE), legal=None)

    stage.page.wait_for_selector("[data-el='tile-9,0']")
    assert sees(stage, "tile-9,0")
    assert not sees(stage, "cell--9,-9")


def test_a_snapshot_keeps_the_view_too(stage):
    tool(stage, "Zoom in").click()
    near = width(stage)

    stage.event(6, **news(SMALL, LARGE))
    stage.send({"t": "snap", "seq": 7, "ply": 1, "svg": render(SMALL, "en", interactive=True)})
    stage.page.wait_for_selector("[data-el='tile-9,0']", state="detached")

    assert width(stage) == pytest.approx(near)


def test_the_board_keeps_its_place_in_the_window(stage):
    before = stage.page.locator("svg.board").bounding_box()

    stage.event(5, **news(SMALL, LARGE))
    stage.page.wait_for_selector("[data-el='tile-9,0']")

    assert stage.page.locator("svg.board").bounding_box() == before


def test_a_board_without_places_is_seen_whole(new_page):
    stage = Stage(new_page(), view=table(tile(0, 0, marks=("last-to",)), tile(1, -1)), legal=None).open()

    assert sees(stage, "tile-0,0", "tile-1,-1")
