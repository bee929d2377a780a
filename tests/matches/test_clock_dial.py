"""What a clock shows: one time, and the words beside it."""

import pytest

from gameengine.clock import Clock, control_from_notation
from matches.clocks.dial import beside, shown_ms
from matches.words import clock_text

EVERY = [
    "75+0",
    "5+3 max 10 first",
    "5 d3",
    "5 b3 first",
    "30s/move",
    "5+3x30s",
    "15+20 in 5",
    "hourglass 2",
    "40/90+30, 30+30",
    "40/120, 20/60, 15+30 first",
    "3d/move",
    "14d+1d max 21d",
    "none",
]


@pytest.mark.parametrize(
    ("text", "used_s", "time", "words"),
    [
        ("75+0", 0, "1:15:00", ""),
        ("5 d3", 1, "5:00", "delay 0:02.0"),
        ("5 d3", 3, "5:00", ""),
        ("5 d3", 63, "4:00", ""),
        ("5+3x30s", 0, "5:00", "then 3 × 0:30"),
        ("5+3x30s", 299, "0:01.0", "then 3 × 0:30"),
        ("5+3x30s", 300, "0:30", "3 periods left"),
        ("5+3x30s", 305, "0:25", "3 periods left"),
        ("5+3x30s", 330, "0:30", "2 periods left"),
        ("5+3x30s", 385, "0:05.0", "last period"),
        ("5+3x30s", 390, "0:00.0", "0 periods left"),
        ("15+20 in 5", 0, "15:00", "then 5:00, 20 turns left"),
        ("15+20 in 5", 960, "4:00", "20 turns left"),
        ("40/90+30, 30+30", 0, "1:30:00", "stage 1 of 2 · 40 turns left"),
        ("1/90+30, 30+30", 0, "1:30:00", "stage 1 of 2 · 1 turn left"),
        ("hourglass 2", 60, "1:00", ""),
        ("3d/move", 3600, "2d 23:00", ""),
        ("none", 5, "", ""),
    ],
)
def test_a_clock_shows_what_runs_and_what_follows(text, used_s, time, words):
    clock = Clock.fresh(control_from_notation(text), 2).press(0, completed=None, running=0)
    left, reading = clock.left_ms(0, used_s * 1000), clock.reading(0, used_s * 1000)

    assert clock_text(shown_ms(left, reading)) == time
    if left != 0:
        assert beside(left, reading) == words
