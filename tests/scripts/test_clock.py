"""What the script draws of a clock is what the server says: at every instant, for every kind."""

from __future__ import annotations

import random

import pytest

from gameengine.clock import Clock, control_from_notation
from matches.clocks.dial import beside, shown_ms
from matches.words import clock_text
from tests.matches.test_clock_dial import EVERY
from tests.scripts.stage import Stage

pytestmark = pytest.mark.browser

DRAW = """async (cases) => {
  const { shownOf, format } = await import("/static/js/clock.js");
  return cases.map(([left, detail, then]) => {
    const { shown, beside } = shownOf(left, detail, then);
    return [format(shown), beside];
  });
}"""


def readings(text):
    """Pairs of what the script knows and what the server shows, over a turn up to the flag."""
    clock = Clock.fresh(control_from_notation(text), 2).press(0, completed=None, running=0)
    frame, due = clock.public_json(0), clock.deadline_ms
    draw = random.Random(text)
    for at in sorted({*(draw.randrange(due) for _ in range(40)), 0, 999, 1_000, 1_001, 2_999, 3_000, 3_001, due - 1}):
        left, reading = clock.left_ms(0, at), clock.reading(0, at)
        yield [left, frame.get("detail", [{}])[0], due], [clock_text(shown_ms(left, reading)), beside(left, reading)]


def test_the_script_and_the_server_show_the_same(new_page):
    stage = Stage(new_page()).open()
    pairs = [pair for text in EVERY if text != "none" for pair in readings(text)]

    drawn = stage.page.evaluate(DRAW, [known for known, _shown in pairs])

    assert [(known, got, shown) for (known, shown), got in zip(pairs, drawn, strict=True) if got != shown] == []


def test_what_one_side_of_an_hourglass_uses_the_other_gets_on_the_screen(new_page):
    stage = Stage(new_page())
    now = stage.page.evaluate("Date.now()")
    clk = {"running": 0, "deadline_ms": now + 60_500, "left_ms": [120_500, 120_500], "server_ms": now, "paused": False}
    stage.data |= {"clk": {**clk, "pours": True}, "server_ms": now}
    stage.open()

    first, second = (stage.page.locator(f"#clock-{seat} [data-clock-time]") for seat in (0, 1))
    stage.until(lambda: first.inner_text() <= "1:01" and second.inner_text() >= "3:00")
