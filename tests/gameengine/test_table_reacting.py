"""Reaction windows with free time, automatic passing, decisions without a clock; and that nothing of it tells."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import control_from_notation
from gameengine.core.types import ARBITER
from gameengine.games.junqi import game as junqi
from gameengine.log import header, link_all, replay, verify, write_record
from gameengine.randomness import commit
from gameengine.table import Committed, act, advance, attempt, dump, load, next_deadline, start_now, state_json, view
from tests.gameengine.tables import START_MS, Play, junqi_play
from tests.gameengine.toy import departing_toy, toy

REACT = "1+0 react 2/15"


def open_window(control=REACT, **settings):
    """A match in which seat 0 has played card 1 after 10 s, and seat 1 may react."""
    match = Play(control=control, **settings)
    assert match.act(0, "play 1", 10) is None
    return match


def due_s(match):
    deadline = next_deadline(match.table)
    return None if deadline is None else (deadline - START_MS) / 1000


def told(match, viewer):
    """Everything that a viewer is told, and can read off the table, beside the log."""
    lines = [json.dumps(line.seen_by(viewer), default=list) for line in match.lines]
    shown = json.dumps(view(match.table, viewer), default=list)
    return lines, shown, match.table.ply, match.table.lines_count, match.table.at_ms


# free time and limit


def test_without_the_setting_the_reacting_clock_simply_runs():
    match = open_window("1+0")

    assert match.left_s(15) == [50, 55]
    assert match.act(1, "pass", 15) is None
    assert match.left_s(15) == [50, 55]
    match = open_window("1+0").wait(70)
    assert match.ended == ("TIME", 0)


def test_the_reacting_seat_is_not_charged_for_the_free_time():
    match = open_window()
    assert match.left_s(12) == [50, 60]
    assert match.left_s(15) == [50, 57]

    assert match.act(1, "pass", 15) is None

    assert match.events[-1] == "passed"
    assert match.left_s(15) == [50, 57]
    assert match.table.clock.running == 0


def test_at_the_limit_the_game_decides_and_nobody_loses():
    match = open_window()
    assert due_s(match) == 25

    match.wait(24.999)
    assert match.table.clock.running == 1
    match.wait(25)

    assert match.events[-2:] == ["auto", "passed"]
    assert match.lines[-1].events[0].public == {"seat": 1, "cause": "window", "action": "pass"}
    assert (match.ended, match.left_s(25)) == (None, [50, 47])
    assert match.table.autopilot[1].to_json() == {"active": False, "streak": 0, "total": 1}


@pytest.mark.parametrize("control", ["5s+0 react 2/15", "5s/move react 2/15"])
def test_an_empty_bank_in_a_window_costs_the_window_not_the_game(control):
    match = Play(control=control)
    match.act(0, "play 1", 1)

    assert due_s(match) == 8
    match.wait(8)

    assert (match.events[-1], match.ended) == ("passed", None)


def test_an_empty_bank_has_the_free_time_in_the_next_window_and_loses_in_its_own_turn():
    match = Play(control="5s+0 react 2/15")
    for number in (1, 2):
        match.act(0, f"play {number}")
        match.wait(8 if number == 1 else 10)

    assert match.events.count("passed") == 2
    assert match.left_s(10)[1] == 0
    match.act(0, "end", 11)
    match.wait(11)
    assert match.ended == ("TIME", 0)


def test_limits_hold_without_any_clock():
    match = open_window("none react 2/15")

    assert due_s(match) == 25
    assert match.act(1, "pass", 11) is None
    assert due_s(match) == 12
    assert match.wait(12).events[-1] == "passed"
    assert due_s(match) is None


# a pass within the free time


def test_an_early_pass_is_accepted_and_takes_effect_at_the_end_of_the_free_time():
    match = open_window()
    lines = len(match.lines)

    assert match.act(1, "pass", 10.4) is None
    assert (len(match.lines), match.table.clock.running) == (lines, 1)
    assert due_s(match) == 12
    match.wait(12)

    assert match.events[-1] == "passed"
    assert (match.lines[-1].kind, match.lines[-1].at_ms) == ("action", START_MS + 12_000)
    assert match.left_s(12) == [50, 60]


def test_passing_twice_is_no_mistake():
    match = open_window()

    assert (match.act(1, "pass", 10.4), match.act(1, "pass", 10.5)) == (None, None)
    assert match.wait(25).events.count("passed") == 1


def test_a_card_takes_effect_at_once_and_takes_an_early_pass_back():
    match = open_window()
    match.act(1, "pass", 10.4)

    assert match.act(1, "block", 11) is None

    assert match.events[-1] == "blocked"
    assert match.table.passing[1].open == ""
    assert match.wait(30).events[-1] == "blocked"


def test_an_early_pass_is_good_for_its_window_only():
    match = open_window()
    match.act(1, "pass", 10.4)
    match.act(0, "play 2", 13)

    assert match.wait(27.9).events.count("passed") == 1
    assert match.wait(28).events.count("passed") == 2


@pytest.mark.parametrize("text", ["block 1", "end", "nonsense"])
def test_refusals_are_the_same_before_and_after_an_early_pass(text):
    match, passed = open_window(), open_window()
    passed.act(1, "pass", 10.1)

    assert match.act(1, text, 10.5) == passed.act(1, text, 10.5) is not None
    assert match.act(0, "end", 10.5) == passed.act(0, "end", 10.5) == "NOT_YOUR_TURN"


def test_the_pass_falls_before_whatever_arrives_at_the_same_instant():
    match = open_window()
    match.act(1, "pass", 11)

    assert match.act(0, "end", 12) is None
    assert match.events[-3:] == ["passed", "turn_ended", "drawn"]


def test_a_seat_that_goes_leaves_the_others_in_their_window():
    match = Play(departing_toy, REACT, seats=3)
    match.act(0, "play 1", 10)
    match.act(1, "pass", 10.5)

    # The toy goes on with the first seat that is left: the window is gone, and with it the pass.
    assert match.act(2, "resign", 11) is None
    assert match.table.passing[1].open == ""
    assert due_s(match) == 61


# pauses, extra time, outages, autopilot


def test_a_pause_keeps_what_is_left_of_the_free_time_and_the_pass():
    match = open_window()
    match.act(1, "pass", 10.5)
    match.act(ARBITER, "pause tea", 11)
    assert due_s(match) is None
    assert match.act(1, "pass", 50) == "PAUSED"

    match.act(ARBITER, "unpause", 100)

    assert due_s(match) == 101
    assert match.wait(101).events[-1] == "passed"
    assert match.left_s(101) == [50, 60]


def test_a_pause_moves_the_limit():
    match = open_window()
    match.act(ARBITER, "pause tea", 20)
    match.act(ARBITER, "unpause", 100)

    assert match.left_s(100) == [50, 52]
    assert due_s(match) == 105


def test_an_outage_moves_free_time_pass_and_limit():
    match, passed = open_window(), open_window()
    passed.act(1, "pass", 10.5)
    for one in (match, passed):
        one.act(ARBITER, "outage 60000", 11)

    assert (due_s(match), due_s(passed)) == (85, 72)
    assert passed.wait(72).left_s(72) == [50, 60]


def test_extra_time_in_a_window():
    match = Play(control="5s+0 react 2/15")
    match.act(0, "play 1", 1)
    match.act(ARBITER, "add-time 1 30000", 2)

    assert due_s(match) == 16
    assert match.left_s(4) == [4, 34]


AUTOPILOT = {"on_timeout": "autopilot", "quiet_limit": 0}


def with_autopilot():
    """A match in which seat 1 is absent and the autopilot plays for it; seat 0 has just played card 4."""
    match = Play(control="5s/move react 2/15", options=AUTOPILOT, chance={"autopilot": ["end"]})
    match.act(0, "end", 1)
    match.wait(6)
    assert match.table.autopilot[1].active
    match.act(0, "play 1", 7)
    return match


def test_an_autopilot_waits_for_the_end_of_the_free_time():
    match = with_autopilot()
    assert due_s(match) == 10

    match.wait(10)

    assert (match.lines[-1].kind, match.events[-1]) == ("auto", "passed")


def test_an_early_pass_comes_before_the_autopilot_and_switches_it_off():
    match = with_autopilot()

    assert match.act(1, "pass", 8) is None
    assert match.table.autopilot[1].active
    match.wait(9)

    assert match.events[-2:] == ["passed", "autopilot_off"]


def test_a_list_does_not_act_for_an_absent_seat():
    match = with_autopilot()
    plain = with_autopilot()

    assert match.act(1, "autopass block", 8) is None
    match.wait(10)
    plain.wait(10)

    assert [line.public() for line in match.lines] == [line.public() for line in plain.lines]


def test_control_taken_back_after_the_free_time_does_not_wake_the_list():
    options = {**AUTOPILOT, "delay_ms": 4_000}
    match = Play(control="9s/move react 2/15", options=options, chance={"autopilot": ["end"]})
    match.act(1, "autopass block")
    match.act(0, "end", 1)
    match.wait(10)
    assert match.table.autopilot[1].active
    match.act(0, "play 1", 11)

    assert match.act(1, "resume", 14) is None

    assert due_s(match) == 22


def test_a_pass_of_the_list_is_no_sign_of_life():
    options = {"on_timeout": "autopilot", "stays": False}
    match = Play(control="5s/move react 2/15", options=options, chance={"autopilot": ["end"]})
    match.act(1, "autopass block")
    match.act(0, "end", 1)
    match.wait(6)
    assert match.table.autopilot[1].streak == 1

    match.act(0, "play 1", 7)
    match.wait(9)

    assert match.events[-1] == "passed"
    assert match.table.autopilot[1].streak == 1


# automatic passing


def test_windows_of_a_kind_are_let_go_for_a_seat():
    match = Play(control=REACT)
    assert match.act(1, "autopass block trump") is None
    assert match.act(1, "autopass block") is None
    match.act(0, "play 1", 10)

    assert due_s(match) == 12
    match.wait(12)

    assert match.events[-1] == "passed"
    assert match.lines[-1].kind == "action"


def test_windows_of_other_kinds_are_not():
    match = Play(control=REACT)
    match.act(1, "autopass trump")
    match.act(0, "play 1", 10)

    assert due_s(match) == 25


def test_the_list_may_change_while_a_window_is_open():
    match = open_window()
    match.act(1, "autopass block", 10.5)
    assert due_s(match) == 12
    match.act(1, "autopass -", 10.6)
    assert due_s(match) == 25
    match.act(ARBITER, "pause", 11)
    match.act(1, "autopass block", 11.5)
    match.act(ARBITER, "unpause", 12)
    assert due_s(match) == 13


def test_a_list_that_comes_after_the_free_time_holds_from_the_next_window_on():
    match = open_window()
    match.act(1, "autopass block", 14)
    assert due_s(match) == 25
    match.act(ARBITER, "pause", 14.5)
    match.act(1, "autopass block trump", 15)
    match.act(ARBITER, "unpause", 16)
    assert due_s(match) == 26.5

    match.act(1, "block", 17)
    match.act(0, "play 2", 18)

    assert due_s(match) == 20


def test_an_own_pass_stays_when_the_list_changes():
    match = open_window()
    match.act(1, "pass", 10.2)
    match.act(1, "autopass -", 10.4)

    assert due_s(match) == 12


def test_the_list_works_only_for_its_own_seat():
    match = Play(control=REACT)
    match.act(0, "autopass block trump")
    match.act(0, "play 1", 10)

    assert due_s(match) == 25


@pytest.mark.parametrize(
    ("game", "control", "text", "code"),
    [
        (junqi, "30s/move react 2/15", "autopass block", "NO_WINDOWS"),
        (toy, "1+0", "autopass block", "NO_FREE_TIME"),
        (toy, "1+0 untimed 10", "autopass -", "NO_FREE_TIME"),
        (toy, REACT, "autopass", "BAD_SYNTAX"),
        (toy, REACT, "autopass ", "BAD_SYNTAX"),
        (toy, REACT, "autopass block  trump", "BAD_SYNTAX"),
        (toy, REACT, "autopass main", "UNKNOWN_WINDOW"),
        (toy, REACT, "autopass - block", "UNKNOWN_WINDOW"),
    ],
)
def test_lists_that_are_refused(game, control, text, code):
    match = Play(control=control) if game is toy else junqi_play(control)

    assert match.act(0, text) == code
    assert attempt(match.table, 0, text).code == code


def test_a_seat_sees_its_own_list_and_pass_and_nobody_elses():
    match = Play(control=REACT)
    match.act(1, "autopass trump")
    match.act(0, "play 1", 10)
    match.act(1, "pass", 11)

    assert view(match.table, 1)["autopass"] == {"kinds": ["trump"], "passed": True}
    assert view(match.table, 0)["autopass"] == {"kinds": [], "passed": False}
    assert "autopass" not in view(match.table, None)
    assert "autopass" not in state_json(match.table)
    assert "autopass" not in view(open_window("1+0").table, 1)


def test_a_table_with_notes_is_stored_and_loaded():
    match = open_window()
    match.act(0, "autopass trump", 10.1)
    match.act(1, "pass", 10.2)

    assert load(dump(match.table)) == match.table


# decisions that no clock times


def test_without_a_limit_a_decision_without_clock_lasts_for_ever():
    match = Play(control="1+0", options={"vows": True})

    assert due_s(match) is None
    assert match.wait(10**6).table.status == "live"


def test_at_the_limit_the_game_decides_for_everybody_who_has_not():
    match = Play(control="1+0 untimed 120", options={"vows": True})
    match.act(1, "vow 2", 100)
    assert due_s(match) == 120

    match.wait(120)

    assert match.events == ["vowed", "timeout", "auto", "vowed"]
    assert match.table.state.scores == (0, 2)
    assert (match.table.clock.running, match.left_s(120)) == (0, [60, 60])
    assert not match.table.autopilot[0].active


def test_both_may_be_late():
    match = Play(control="none untimed 5", options={"vows": True}).wait(5)

    assert match.table.state.vows == (0, 0)
    assert due_s(match) is None


def test_a_pause_stops_a_decision_without_clock():
    match = Play(control="1+0 untimed 120", options={"vows": True})
    match.act(ARBITER, "pause", 100)
    match.act(ARBITER, "unpause", 1000)

    assert due_s(match) == 1020


# nothing tells


class Silent(Play):
    """A match of which seat 1 passes half a second after the window has opened, or lets the table pass, or thinks."""

    def __init__(self, way, *, control=REACT):
        super().__init__(control=control)
        if way == "list":
            self.act(1, "autopass block")
        self.act(0, "play 1", 10)
        if way == "pass":
            self.act(1, "pass", 10.5)
        if way == "changed":
            self.act(1, "autopass block", 10.5)


@given(at_ms=st.integers(10_500, 11_999), asks=st.lists(st.sampled_from(["step", "end", "pass", "block", "x"])))
def test_until_the_end_of_the_free_time_nobody_can_tell_a_pass_from_thinking(at_ms, asks):
    told_of = {}
    for way in ("", "pass", "list", "changed"):
        match = Silent(way)
        refused = [match.act(0, text, at_ms / 1000) for text in asks]
        match.wait(at_ms / 1000)
        told_of[way] = [(refused, *told(match, viewer)) for viewer in (0, None)]

    assert told_of["pass"] == told_of["list"] == told_of["changed"] == told_of[""]


@given(until_ms=st.integers(12_000, 60_000), viewer=st.sampled_from([0, 1, None]))
def test_after_it_an_early_pass_is_as_one_of_the_list(until_ms, viewer):
    passed, listed, exact = Silent("pass"), Silent("list"), Silent("")
    exact.act(1, "pass", 12)
    for match in (passed, listed, exact):
        match.act(0, "step", 12.5)
        match.wait(until_ms / 1000)

    logs = [[(line.public(), line.private_parts()) for line in match.lines] for match in (passed, listed, exact)]
    assert logs[0] == logs[1] == logs[2]
    if viewer != 1:
        assert told(passed, viewer) == told(listed, viewer) == told(exact, viewer)


CHANCES = [Committed(f"m-{number}", bytes([number]) * 32) for number in range(4)]
CONTROLS = ["none react 2/15 untimed 4", "8s+0 react 2/15 untimed 4", "8s/move react 1/3", "8s+2 untimed 4", "20s+0"]
DEEDS = [
    "pass", "block", "end", "step", "roll", "play", "vow", "autopass block trump", "autopass -", "pause", "unpause",
    "outage 1500", "add-time 1 3000", "resume",
]  # fmt: skip


@given(
    number=st.integers(0, 3),
    control=st.sampled_from(CONTROLS),
    autopilot=st.booleans(),
    deeds=st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 1), st.sampled_from(DEEDS)), max_size=40),
)
def test_random_matches_replay_from_their_log_alone(number, control, autopilot, deeds):
    options = {"vows": number % 2 == 1, "on_timeout": "autopilot" if autopilot else "lose", "quiet_limit": 0}
    chance = CHANCES[number]
    step = start_now(toy, options, 2, control_from_notation(control), at_ms=1_000, chance=chance)
    table, lines, now = step.table, list(step.lines), 1_000
    for wait, seat, deed in deeds:
        now += wait
        actor = ARBITER if deed.split()[0] in {"pause", "unpause", "outage", "add-time"} else seat
        hand = table.state.hands[seat]
        text = f"play {hand[0]}" if deed == "play" and hand else "vow 1" if deed == "vow" else deed
        before = next_deadline(table)
        step = act(table, actor, text, now, chance)
        assert before is None or before > now or step.lines, "a deadline that has passed was not let fall"
        table, lines = step.table, lines + list(step.lines)
        due = next_deadline(table)
        assert due is None or due >= table.at_ms
        if table.status == "over":
            break
    step = advance(table, now + 30_000, chance)
    table, lines = step.table, lines + list(step.lines)
    if table.status != "over":
        step = act(table, ARBITER, "result draw", now + 30_000, chance)
        table, lines = step.table, lines + list(step.lines)

    assert all(one.at_ms <= two.at_ms for one, two in pairwise(lines))
    head = header(table, f"m-{number}", commit(f"m-{number}", bytes([number]) * 32))
    *_, last = replay(head, lines)
    assert dump(last.table) == dump(table)
    entries = link_all(head, lines, lambda: "00" * 16)
    assert verify(write_record(head, entries, seeds=[bytes([number]) * 32], nonces=table.nonces)) == []
