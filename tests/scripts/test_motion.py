"""What moves: only what has happened, live and a step forward in a replay, and nothing for those who want stillness."""

from __future__ import annotations

import json

import pytest

from gameengine.board.marks import marked
from gameengine.board.svg import render
from gameengine.board.trays import trays_markup
from gameengine.board.view import Element
from gameengine.core.types import Text
from tests.scripts.stage import ORIGIN, START, Stage, board, coin
from tests.scripts.tiles import news, table, tile

pytestmark = pytest.mark.browser

WATCH = """
const animate = Element.prototype.animate;
window.moved = [];
Element.prototype.animate = function (frames, timing) {
  window.moved.push({ what: this.dataset.el ?? this.getAttribute("class"), frames: JSON.stringify(frames), timing });
  return animate.call(this, frames, timing);
};
"""
CARDS = table(tile(0, 0), tile(1, 0))
FLIGHT = Element("flight-0", "flight", "line", 0, 0, 20, -20, marks=("flight",), order=5, title=Text("flight", ""))


@pytest.fixture
def stage(new_page):
    return opened(new_page(reduced_motion="no-preference"))


def opened(page, view=CARDS):
    page.add_init_script(WATCH)
    return Stage(page, view=view, legal=None).open()


def moved(stage, old, new):
    """Return what moves when one board becomes another: what, and through which frames."""
    stage.event(5, **news(old, new), say="done")
    stage.says("done")
    return {one["what"]: one["frames"] for one in stage.page.evaluate("moved")}


def test_nothing_moves_at_first(new_page):
    stage = opened(new_page(reduced_motion="no-preference"), table(tile(0, 0, marks=("flip-n", "came-tile-1,0"))))

    assert stage.page.evaluate("moved") == []


@pytest.mark.parametrize(
    ("mark", "edge"),
    [
        ("flip-n", "translate(0px, -5px) scale(1, 0)"),
        ("flip-e", "translate(5px, 0px) scale(0, 1)"),
        ("flip-s", "translate(0px, 5px) scale(1, 0)"),
        ("flip-w", "translate(-5px, 0px) scale(0, 1)"),
    ],
)
def test_a_card_tips_over_in_the_direction_of_its_mark(stage, mark, edge):
    found = moved(stage, CARDS, table(tile(0, 0, 180, marks=(mark,)), tile(1, 0)))

    assert list(found) == ["tile-0,0", "el el--rect role-tile"]
    assert all(edge in frames for frames in found.values())
    stage.until(lambda: stage.page.locator("#board .role-tile").count() == 2)


def test_what_is_turned_turns_the_shorter_way_and_half_a_turn_clockwise(stage):
    quarter = moved(stage, CARDS, table(tile(0, 0, 270), tile(1, 0, 180, marks=("turned",))))

    assert stage.page.evaluate("moved.map((one) => one.frames)") == [
        json.dumps({"rotate": ["90deg", "0deg"]}, separators=(",", ":")),
        json.dumps({"rotate": ["-180deg", "0deg"]}, separators=(",", ":")),
    ]
    assert list(quarter) == ["turns"]


def test_two_that_trade_places_come_from_each_other(stage):
    found = moved(stage, CARDS, table(tile(0, 0, marks=("came-tile-1,0",)), tile(1, 0, marks=("came-tile-0,0",))))

    assert found["tile-0,0"].index("translate(5px, -5px)") < found["tile-0,0"].index("translate(-5px, -5px)")
    assert found["tile-1,0"].index("translate(-5px, -5px)") < found["tile-1,0"].index("translate(5px, -5px)")


def test_an_arrow_reaches_out_from_where_it_begins(stage):
    found = moved(stage, CARDS, table(tile(0, 0), tile(1, 0), FLIGHT))

    assert "scale(0, 0)" in found["flight-0"]


def test_what_is_new_appears(stage):
    found = moved(stage, CARDS, table(tile(0, 0), tile(1, 0), tile(0, 1, marks=("last-to",))))

    assert '"opacity":0' in found["tile-0,1"]


def test_a_move_slides_as_before(new_page):
    stage = opened(new_page(reduced_motion="no-preference"), START)
    after = marked(board(coin("c3", 1), coin("b2", 0)), [("cell-a1", "last-from"), ("piece-b2", "last-to")])

    found = moved(stage, START, after)

    assert found["piece-b2"].index("translate(0px, 20px)") < found["piece-b2"].index("translate(15px, 15px)")


def test_marks_that_stay_move_nothing_again(stage):
    flipped = table(tile(0, 0, marks=("flip-n",)), tile(1, 0))
    moved(stage, CARDS, flipped)
    stage.page.evaluate("moved.length = 0")

    stage.event(6, **news(flipped, table(tile(0, 0, marks=("flip-n", "muted")), tile(1, 0))), say="again")
    stage.says("again")

    assert stage.page.evaluate("moved") == []


def test_nothing_moves_for_those_who_want_stillness(new_page):
    stage = opened(new_page())

    assert moved(stage, CARDS, table(tile(0, 0, 180, marks=("flip-n",)), tile(1, 0, 90), FLIGHT)) == {}


REPLAY = """<!doctype html><html lang="en"><head><title>Replay</title>
<link rel="stylesheet" href="/static/css/flagfall.css"><script type="module" src="/static/js/page.js"></script></head>
<body><main class="game" data-replay data-ply="0" data-last="2" data-frame-url="frames/PLY/"><div class="game__table">
<div class="game__board" id="board">{svg}</div><p id="say-line"></p></div><div id="cards"><div id="trays"></div></div>
<button data-step="back">Back</button><button data-step="forward">On</button></main></body></html>"""
PLIES = (CARDS, table(tile(0, 0, marks=("flip-n",)), tile(1, 0)), table(tile(0, 0), tile(1, 0), tile(2, 0), reach=3))


@pytest.fixture
def replay(new_page):
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(WATCH)
    stage = Stage(page, view=CARDS)
    page.route(f"{ORIGIN}/replay/", lambda route: route.fulfill(body=_replay(), content_type="text/html"))
    page.route(f"{ORIGIN}/replay/frames/*/", lambda route: route.fulfill(json=_frame(int(route.request.url[-2]))))
    page.goto(f"{ORIGIN}/replay/")
    page.wait_for_selector("[data-step=back]:disabled")
    return stage


def _replay():
    return REPLAY.format(svg=render(CARDS, "en"))


def _frame(ply):
    view = PLIES[ply]
    trays = f'<div id="trays">{trays_markup(view.trays, "en")}</div>'
    return {"ply": ply, "svg": render(view, "en"), "parts": {"trays": trays}, "say": f"ply {ply}", "clk": None}


def step(stage, name, ply):
    """Step through the replay; return what has moved."""
    stage.page.get_by_role("button", name=name).click()
    stage.says(f"ply {ply}")
    found = stage.page.evaluate("moved.map((one) => one.what)")
    stage.page.evaluate("moved.length = 0")
    return found


def test_a_replay_shows_what_a_step_forward_does_and_grows_with_it(replay):
    assert step(replay, "On", 1) == ["tile-0,0", "el el--rect role-tile"]
    assert step(replay, "On", 2) == []
    assert replay.page.locator("[data-el='tile-2,0']").count() == 1

    assert step(replay, "Back", 1) == []
    assert replay.page.locator("[data-el='tile-2,0']").count() == 0
    assert replay.page.locator("[data-el='tile-0,0'].mark-flip-n").count() == 1
