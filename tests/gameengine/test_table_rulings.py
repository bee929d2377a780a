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
    assert match.lines[-1].events[0].full() == {
        "type": "time_added",
        "seat": 0,
        "ms": 30_000,
        "before_ms": [50_000, 60_000],
        "after_ms": [80_000, 60_000],
    }


def test_extra_time_for_everybody_is_one_line():
    match = Play(control="1+5", seats=3)

    assert match.act(ARBITER, "add-time all 30000 fire alarm", 10) is None

    assert match.left_s(10) == [80, 90, 90]
    assert match.kinds == ["add_time"]
    assert match.lines[-1].events[0].full()["after_ms"] == [80_000, 90_000, 90_000]


@pytest.mark.parametrize("control", ["1+5", "1+0", "30s/move", "5+3 max 6"])
@pytest.mark.parametrize(("seat", "ms"), [(0, 12_345), (0, 400_000), (1, 1), (1, 2_345_678)])
def test_a_clock_is_set_to_the_millisecond(control, seat, ms):
    match = Play(control=control)
    others = match.left_s(7)[1 - seat]

    assert match.act(ARBITER, f"set-clock {seat} {ms} wrong start", 7) is None

    assert match.left_s(7)[seat] * 1000 == ms
    assert match.left_s(7)[1 - seat] == others
    told = match.lines[-1].events[0].full()
    assert (told["type"], told["seat"], told["after_ms"][seat]) == ("clock_set", seat, ms)
    assert told["before_ms"][1 - seat] == told["after_ms"][1 - seat]
    if seat == 0:
        assert next_deadline(match.table) == START_MS + 7_000 + ms


def test_a_paused_clock_can_be_set():
    match = Play(control="1+0")
    match.act(ARBITER, "pause", 10)

    match.act(ARBITER, "set-clock 0 20000", 500)
    match.act(ARBITER, "unpause", 1_000)

    assert next_deadline(match.table) == START_MS + 1_020_000


def test_only_a_clock_that_ends_can_be_set():
    assert Play().act(ARBITER, "set-clock 0 1000") == "NO_CLOCK"


def test_a_pause_may_end_by_itself_at_an_announced_instant():
    match = Play(control="1+5")
    match.act(ARBITER, "pause fire alarm", 10)

    assert match.act(ARBITER, f"unpause-at {START_MS + 600_000} all are back", 300) is None

    assert next_deadline(match.table) is None
    assert view(match.table, None)["resumes_at_ms"] == START_MS + 600_000
    assert load(dump(match.table)) == match.table
    assert match.act(0, "step", 599) == "PAUSED"
    assert match.act(0, "step", 610) is None
    assert match.left_s(610) == [40, 60]
    assert match.kinds == ["pause", "unpause_at", "play_on", "action"]
    assert match.lines[-2].at_ms == START_MS + 600_000
    assert match.table.resumes_at_ms is None


def test_what_was_announced_can_be_moved_and_overtaken():
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)
    match.act(ARBITER, f"unpause-at {START_MS + 600_000}", 20)
    match.act(ARBITER, f"unpause-at {START_MS + 900_000}", 30)

    assert match.wait(899).table.status == "paused"

    match.act(ARBITER, "unpause", 899)

    assert match.wait(920).table.status == "live"
    assert match.kinds == ["pause", "unpause_at", "unpause_at", "unpause"]


@pytest.mark.parametrize("after_s", [-1, 20, 31 * 24 * 3600])
def test_an_announced_instant_lies_ahead_and_not_too_far(after_s):
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)

    assert match.act(ARBITER, f"unpause-at {START_MS + after_s * 1000}", 20) == "BAD_INSTANT"


def test_only_a_paused_match_is_announced_to_go_on():
    assert Play(control="1+5").act(ARBITER, f"unpause-at {START_MS + 60_000}", 5) == "NOT_PAUSED"


def test_an_outage_puts_off_what_was_announced_for_meanwhile():
    match = Play(control="1+5")
    match.act(ARBITER, "pause", 10)
    match.act(ARBITER, f"unpause-at {START_MS + 100_000}", 20)

    match.act(ARBITER, "outage 90000", 50)

    assert match.table.resumes_at_ms == START_MS + 140_000
    assert match.wait(150).left_s(150) == [40, 60]


@pytest.mark.parametrize(
    ("text", "ended", "scores"),
    [("absent 0 win 1 125000", ("ABSENT", 1), [0, 1]), ("absent 0 draw 1 125000", ("ABSENT", None), [0.5, 0.5])],
)
def test_who_is_away_may_lose_by_a_claim(text, ended, scores):
    match = Play(control="5+5")

    match.act(ARBITER, text, 130)

    assert match.ended == ended
    assert list(match.table.outcome.scores) == scores
    assert match.lines[-1].events[0].full() == {
        "type": "absence_claimed",
        "seat": 0,
        "by": 1,
        "away_ms": 125_000,
        "result": text.split()[2],
    }


def test_nobody_is_absent_while_others_are_to_act():
    match = Play(control="5+5")

    assert match.act(ARBITER, "absent 1 win 0 125000", 130) == "NOT_YOUR_TURN"
    match.act(ARBITER, "pause", 140)
    assert match.act(ARBITER, "absent 0 win 1 125000", 150) == "PAUSED"


def test_where_seats_may_go_the_others_play_on_without_who_is_away():
    match = Play(departing_toy, "5+5", seats=3)

    match.act(ARBITER, "absent 0 win 2 125000", 130)

    assert match.table.status == "live"
    assert match.table.gone == (0,)


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
        "add-time 0 -5", "add-time 0 0", "add-time 0 999999999", "add-time both 1", "set-clock 0", "set-clock all 1000",
        "set-clock 2 1000", "set-clock 0 0", "set-clock 0 99999999999", "absent 0", "absent 0 loss 1 1",
        "absent 0 win 5 1", "quiet", "quiet 0", "quiet -1", "quiet 9999999",
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
