"""Deadlines: flag falls, autopilot and coming back (Junqi's rule page 10), the quiet limit where nobody acts."""

import pytest

from gameengine.core.types import ARBITER
from gameengine.table import RunawayError, next_deadline
from gameengine.table.deadlines import MOST_AT_ONCE
from tests.gameengine.tables import START_MS, Play, junqi_play
from tests.gameengine.toy import departing_toy, team_toy

FLIPS = {"autopilot": ["flip c2", "flip b2"]}


def at(match, seconds):
    return START_MS + round(seconds * 1000)


def test_no_deadline_no_line():
    match = junqi_play()
    before = match.table

    match.wait(29.999)

    assert match.table is before
    assert next_deadline(match.table) == at(match, 30)


@pytest.mark.parametrize(
    ("seconds", "automatic"), [pytest.param(29.999, False, id="in time"), pytest.param(30, True, id="late")]
)
def test_the_instant_of_arrival_decides(seconds, automatic):
    match = junqi_play(chance=FLIPS)

    code = match.act(0, "c5-b5", seconds)

    assert ("auto" in match.events) == automatic
    assert code == ("NOT_YOUR_TURN" if automatic else None)


@pytest.mark.parametrize("control", ["30s/move", "30s+0", "30s+5", "30s+5 max 1"])
@pytest.mark.parametrize("late_ms", [-1, 0, 1])
def test_around_the_flag_either_the_action_counts_or_its_author_loses(control, late_ms):
    match = Play(control=control)

    code = match.act(0, "end", (30_000 + late_ms) / 1000)

    if late_ms < 0:
        assert (code, match.ended, match.table.clock.running) == (None, None, 1)
    else:
        assert (code, match.ended) == ("GAME_OVER", ("TIME", 1))


@pytest.mark.parametrize("control", ["30s/move", "30s+0", "30s+5"])
def test_pauses_in_one_turn_cost_nothing_and_give_nothing(control):
    match = Play(control=control)
    for hour in range(3):
        match.act(ARBITER, "pause", 36_000 * hour + 5 * (hour + 1))
        match.act(ARBITER, "unpause", 36_000 * (hour + 1) + 5 * (hour + 1))

    assert match.left_s(3 * 36_000 + 15) == [15, 30]


def test_the_automatic_move_is_dated_at_the_deadline_and_starts_the_other_clock_there():
    match = junqi_play(chance=FLIPS)

    match.wait(45)

    assert [line.kind for line in match.lines[2:]] == ["timeout", "chance", "auto"]
    assert {line.at_ms for line in match.lines[2:]} == {at(match, 30)}
    assert match.events == ["timeout", "autopilot_on", "auto", "revealed"]
    assert next_deadline(match.table) == at(match, 60)


def test_a_late_action_is_refused_but_what_fell_before_it_stays():
    match = junqi_play(chance=FLIPS)

    assert match.act(0, "c5-b5", 31) == "NOT_YOUR_TURN"

    assert match.table.ply == 1
    assert match.table.autopilot[0].active


def test_the_autopilot_moves_after_its_delay_and_before_anything_that_arrives_then():
    match = junqi_play(chance=FLIPS)
    match.wait(30)
    match.act(1, "e8-e9", 32)
    assert next_deadline(match.table) == at(match, 33)

    assert match.act(0, "c5-b5", 33) == "NOT_YOUR_TURN"

    assert match.lines[-1].at_ms == at(match, 33)
    assert match.lines[-1].events[0].full() == {"type": "auto", "seat": 0, "cause": "autopilot", "action": "flip b2"}


def test_an_own_action_switches_the_autopilot_off_after_its_events():
    match = junqi_play(chance=FLIPS)
    match.wait(30)
    match.act(1, "e8-e9", 32)

    match.act(0, "c5-b5", 32.5)

    assert match.events[-2:] == ["moved", "autopilot_off"]
    pilot = match.table.autopilot[0]
    assert (pilot.active, pilot.streak, pilot.total) == (False, 0, 1)


def test_resume_gives_back_what_is_left_since_the_turn_began():
    match = junqi_play(chance=FLIPS)
    match.wait(30)
    match.act(1, "e8-e9", 32)

    assert match.act(0, "resume", 32.4) is None

    assert next_deadline(match.table) == at(match, 62)
    assert match.act(0, "resume", 33) == "AUTOPILOT_OFF"


def test_resume_works_out_of_turn():
    match = junqi_play(chance=FLIPS)
    match.wait(30)

    match.act(0, "resume", 31)

    assert match.table.clock.running == 1
    assert not match.table.autopilot[0].active


def test_too_many_automatic_moves_in_a_row_lose():
    match = junqi_play(options={"autopilot_forfeit_after": 2}, chance=FLIPS)
    match.wait(30)
    match.act(1, "e8-e9", 30)

    match.wait(31)

    assert match.ended == ("AUTOPILOT", 1)
    assert match.events[-3:] == ["auto", "revealed", "game_over"]
    assert match.lines[-1].kind == "end"


def test_coming_back_starts_the_count_again():
    match = junqi_play(options={"autopilot_forfeit_after": 2}, chance={"autopilot": ["flip c2", "flip b2"]})
    match.wait(30)
    match.act(0, "resume", 31)
    match.act(1, "e8-e9", 32)

    match.wait(62)

    assert match.table.status == "live"
    assert (match.table.autopilot[0].streak, match.table.autopilot[0].total) == (1, 2)


def test_if_both_are_absent_both_autopilots_play_and_the_first_at_the_limit_loses():
    position = "~s~C~p~D~M/~B~T~r~S~c/~X1~R1~C/~p~c1~P~K/~x1~e1~B/~r~E~M~c~m/~X~F~M~C~P/~b1~t1~P/~E~d1~b~m/~x1~e1~R/"
    position += "~D~k~t~m~T/~f~p~e~d~E 1 - -- 0 0"
    match = junqi_play(
        position=position,
        options={"autopilot_forfeit_after": 3},
        chance={"autopilot": ["flip a1", "flip e12", "flip b1", "flip d12", "flip c1"]},
    )

    match.wait(1_000)

    assert match.ended == ("AUTOPILOT", 0)
    assert match.table.ended_at_ms == at(match, 63)
    assert [pilot.streak for pilot in match.table.autopilot] == [2, 3]


def test_on_timeout_lose_ends_the_match_at_the_deadline():
    match = junqi_play(options={"on_timeout": "lose"})

    match.wait(500)

    assert match.ended == ("TIME", 1)
    assert match.events == ["timeout", "game_over"]
    assert match.table.ended_at_ms == at(match, 30)


@pytest.mark.parametrize("seconds", [60, 61, 5_000])
def test_a_bank_that_is_empty_loses_at_its_own_instant(seconds):
    match = Play(control="1+5")

    match.wait(seconds)

    assert match.ended == ("TIME", 1)
    assert match.table.ended_at_ms == at(match, 60)
    assert match.left_s(seconds) == [0, 60]


def test_the_flag_of_a_seat_falls_also_while_it_reacts_in_the_other_turn():
    match = Play(control="1+5")
    match.act(0, "play 1", 10)

    match.wait(70)

    assert match.ended == ("TIME", 0)


def test_a_game_may_call_its_autopilot_for_periods_and_lose_on_an_empty_bank():
    options = {"on_timeout": "autopilot", "on_empty_bank": "lose"}

    assert Play(control="1+0", options=options).wait(60).ended == ("TIME", 1)
    assert Play(control="30s/move", options=options, chance={"autopilot": ["end"]}).wait(30).ended is None


def test_with_an_empty_bank_the_autopilot_still_takes_its_delay():
    options = {"on_timeout": "autopilot"}
    match = Play(control="1+0", options=options, chance={"autopilot": ["end", "end"]})
    match.wait(60)
    match.act(1, "end", 70)

    assert next_deadline(match.table) == at(match, 71)
    match.act(0, "resume", 70.5)
    match.wait(70.5)

    assert match.lines[-3].kind == "timeout"
    assert match.lines[-1].at_ms == at(match, 70.5)


def test_an_autopilot_may_do_all_that_is_owed_and_not_stay():
    options = {"on_timeout": "autopilot", "whole_turn": True, "stays": False}
    match = Play(control="30s/move", options=options, chance={"autopilot": ["step"]})

    match.wait(30)

    assert match.events == ["timeout", "auto", "stepped", "auto", "turn_ended", "drawn"]
    pilot = match.table.autopilot[0]
    assert (pilot.active, pilot.streak, pilot.total) == (False, 1, 1)
    assert match.table.clock.running == 1


def test_an_autopilot_that_does_not_stay_counts_turns_in_a_row():
    options = {"on_timeout": "autopilot", "whole_turn": True, "stays": False, "forfeit_after": 2}
    match = Play(control="30s/move", options=options, chance={"autopilot": ["end", "end", "end"]})
    match.wait(30)
    match.act(1, "end", 40)

    match.wait(70)

    assert match.ended == ("AUTOPILOT", 1)


def test_a_game_with_more_seats_goes_on_without_the_one_whose_flag_fell():
    match = Play(departing_toy, "1+0", seats=3)

    match.wait(60)

    assert match.table.status == "live"
    assert match.table.clock.running == 1
    assert next_deadline(match.table) == at(match, 120)


def test_an_event_without_a_name_is_not_told():
    match = Play(team_toy, "1+0", seats=2)

    match.wait(60)

    assert match.events == ["END"]


def test_without_a_clock_nothing_ever_happens():
    match = Play()

    assert next_deadline(match.wait(10**6).table) is None


def test_a_quiet_limit_switched_on_over_its_count_ends_the_match_at_the_next_look():
    match = junqi_play("none", position="4f/5/5/5/4t/5/5/2D2/5/5/5/F4 0 r -- 59 120", options={"quiet_limit": 100})
    match.act(0, "c5-b5", 1)

    assert match.act(ARBITER, "quiet 60", 5) is None
    assert match.table.status == "live"
    assert next_deadline(match.table) == at(match, 5)
    match.wait(9)

    assert match.ended == ("QUIET_LIMIT", None)
    assert match.table.ended_at_ms == at(match, 5)
    assert match.lines[-1].kind == "end"


def test_an_action_after_such_a_switch_comes_too_late():
    match = junqi_play("none", position="4f/5/5/5/4t/5/5/2D2/5/5/5/F4 0 r -- 58 120", options={"quiet_limit": 100})
    match.act(0, "c5-b5", 1)
    match.act(ARBITER, "quiet 20", 2)

    assert match.act(1, "e8-e9", 2) == "GAME_OVER"


def test_deadlines_without_end_are_a_fault_and_no_endless_loop():
    options = {"on_timeout": "autopilot", "delay_ms": 0, "quiet_limit": 0}
    match = Play(control="1ms/move", options=options, chance={"autopilot": ["end"] * (MOST_AT_ONCE + 10)})

    with pytest.raises(RunawayError):
        match.wait(10**6)
