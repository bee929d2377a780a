"""What an arbiter does at a table."""

import pytest

from gameengine.core.types import ARBITER
from gameengine.table import dump, load, next_deadline, view
from tests.gameengine.tables import START_MS, Play, junqi_play
from tests.gameengine.toy import departing_toy, pairs_toy, team_toy


def test_a_pause_stops_the_clock_and_every_action_but_giving_up():
    match = Play(control="1+5")

    match.act(ARBITER, "pause fire alarm", 10)

    assert match.table.status == "paused"
    assert next_deadline(match.table) is None
    assert [match.act(0, text, 20) for text in ("step", "resume", "dance")] == ["PAUSED"] * 3
    assert match.act(ARBITER, "pause again", 20) == "PAUSED"
    assert match.left_s(30) == [50, 60]
    assert match.lines[-1].used_ms == 10_000


def test_after_a_pause_the_rest_of_the_time_runs():
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)

    match.act(ARBITER, "unpause", 1_000)

    assert next_deadline(match.table) == START_MS + 1_050_000
    assert match.act(ARBITER, "unpause", 1_001) == "NOT_PAUSED"


def test_a_paused_match_can_be_given_up():
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)

    match.act(0, "resign", 20)

    assert match.ended == ("RESIGN", 1)


def test_time_passes_over_a_pause_without_effect():
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)

    assert match.wait(10_000).table.status == "paused"


def test_a_ruling_at_the_instant_of_the_flag_comes_too_late():
    match = Play(control="1+5")

    assert match.act(ARBITER, "pause", 60) == "GAME_OVER"
    assert match.ended == ("TIME", 1)


def test_extra_time():
    match = Play(control="1+5")

    assert match.act(ARBITER, "add-time 0 30000", 10) is None

    assert match.left_s(10) == [80, 60]
    assert match.lines[-1].events[0].full() == {"type": "time_added", "seat": 0, "ms": 30_000}


def test_extra_time_needs_a_clock():
    assert Play().act(ARBITER, "add-time 0 30000") == "NO_CLOCK"


@pytest.mark.parametrize(
    ("text", "limit"), [("quiet off", None), ("quiet 7", 7), ("quiet on", 60)], ids=["off", "a number", "on"]
)
def test_the_quiet_limit_can_be_switched(text, limit):
    match = Play()

    match.act(ARBITER, text)

    assert match.table.quiet_limit == limit


def test_switched_on_again_it_is_the_limit_of_the_match():
    match = junqi_play("none", options={"quiet_limit": 80})

    match.act(ARBITER, "quiet off")
    match.act(ARBITER, "quiet on")

    assert match.table.quiet_limit == 80


def test_without_limit_a_quiet_match_goes_on():
    match = junqi_play("none", position="4f/5/5/5/4t/5/5/2D2/5/5/5/F4 0 r -- 59 120")
    match.act(ARBITER, "quiet off")

    match.act(0, "c5-b5")

    assert match.table.status == "live"


@pytest.mark.parametrize(
    ("text", "ended", "scores"),
    [
        ("result 1 agreed", ("ADJUDICATED", 1), [0, 1]),
        ("result draw power cut", ("ADJUDICATED", None), [0.5, 0.5]),
        ("forfeit 0 phone", ("FORFEIT", 1), [0, 1]),
        ("forfeit both", ("DOUBLE_FORFEIT", None), [0, 0]),
    ],
)
def test_decides_the_match(text, ended, scores):
    match = Play(control="1+5")

    match.act(ARBITER, text, 5)

    assert match.ended == ended
    assert list(match.table.outcome.scores) == scores
    assert match.lines[-1].text == text
    assert match.events == ["game_over"]
    assert match.table.clock.running is None


def test_where_seats_may_go_a_forfeit_of_one_lets_the_others_play_on():
    match = Play(departing_toy, seats=3)

    match.act(ARBITER, "forfeit 1 phone")

    assert match.table.status == "live"
    assert match.table.state.scores == (0, -1, 0)
    assert match.act(1, "step") == "NOT_YOUR_TURN"
    assert view(match.table, None)["gone"] == (1,)
    assert load(dump(match.table)) == match.table

    match.act(ARBITER, "forfeit 0 phone")

    assert match.ended == ("FORFEIT", 2)


def test_teams_share_a_draw():
    match = Play(pairs_toy, seats=4)

    match.act(ARBITER, "result draw power cut")

    assert list(match.table.outcome.scores) == [0.5] * 4


def test_decides_for_a_team():
    match = Play(team_toy, seats=3)

    match.act(ARBITER, "result 2 agreed")

    assert [int(score) for score in match.table.outcome.scores] == [1, 0, 1]


@pytest.mark.parametrize(
    "text",
    [
        "", "dance", "pause\nnow", "pause " + "x" * 700, "unpaused", "add-time 0", "add-time 2 1000",
        "add-time 0 -5", "add-time 0 0", "add-time 0 999999999", "quiet", "quiet 0", "quiet -1", "quiet 9999999",
        "result", "result 2 x", "result both", "forfeit 5", "forfeit", "resign", "step", "pause \ud800",
    ],
)  # fmt: skip
def test_other_texts_are_refused_and_change_nothing(text):
    match = Play(control="1+5")
    before = match.table

    assert match.act(ARBITER, text, 1) == "BAD_SYNTAX"
    assert match.table == before


def test_an_outage_is_nobodys_time():
    match = Play(control="1+5")
    match.act(0, "step", 10)

    match.act(ARBITER, "outage 40000", 10)

    assert next_deadline(match.table) == START_MS + 100_000
    assert match.left_s(60) == [40, 60]
