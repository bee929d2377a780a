"""Playing at a table: several actions a turn, chance in the middle, reactions, refusals, endings by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.core.types import CHANCE, CLOCK
from gameengine.table import ChanceError, attempt, explain, legal_actions, seats_to_act, state_json, view
from tests.gameengine.tables import Play, junqi_play
from tests.gameengine.toy import departing_toy, team_toy


def test_a_turn_has_several_actions_and_ends_when_the_game_says_so():
    match = Play()

    assert [match.act(0, text) for text in ("step", "step", "end")] == [None, None, None]

    assert seats_to_act(match.table) == (1,)
    assert match.table.ply == 3
    assert match.kinds == ["action", "action", "action"]


def test_chance_acts_in_the_middle_of_a_turn_and_is_a_line_of_its_own():
    match = Play(chance={"die": [2]})

    match.act(0, "roll")

    assert match.kinds == ["action", "chance"]
    assert (match.lines[-1].actor, match.lines[-1].text, match.lines[-1].label) == (CHANCE, "2", "0/4:die")
    assert state_json(match.table)["scores"] == [2, 0]
    assert seats_to_act(match.table) == (0,)


def test_every_chance_line_has_a_label_of_its_own():
    match = Play(chance={"die": [1, 1, 1]})

    for seat in (0, 1, 0):
        match.act(seat, "roll")
        match.act(seat, "end")

    labels = [line.label for line in match.lines if line.kind == "chance"]
    assert labels == ["0/2:deck", "0/4:die", "0/7:die", "0/10:die"]
    assert all(match.lines[int(label.split("/")[1].split(":")[0])].label == label for label in labels)


def test_the_clock_of_the_reacting_seat_runs():
    match = Play(control="1+5")

    match.act(0, "play 1", 10)
    assert match.table.clock.running == 1
    match.act(1, "pass", 17)

    assert match.left_s(17) == [50, 53]
    assert match.table.clock.running == 0


def test_the_increment_comes_once_at_the_end_of_the_turn_and_only_for_its_seat():
    match = Play(control="1+5")

    match.act(0, "step", 4)
    match.act(0, "step", 6)
    assert match.left_s(6) == [54, 60]
    match.act(0, "end", 10)

    assert match.left_s(10) == [55, 60]


def test_a_period_per_move_is_for_the_whole_turn_or_for_one_decision_as_the_game_says():
    turn = Play(control="30s/move")
    decision = Play(control="30s/move", options={"period": "decision"})
    for match in (turn, decision):
        match.act(0, "step", 20)

    assert turn.left_s(20) == [10, 30]
    assert decision.left_s(20) == [30, 30]


def test_lines_tell_what_was_charged():
    match = Play(control="1+5", chance={"die": [3]})

    match.act(0, "step", 4)
    match.act(0, "roll", 10)

    assert [line.used_ms for line in match.lines[-3:]] == [4_000, 6_000, None]
    assert match.lines[-1].clock == {"running": 0, "deadline_ms": 1_060_000, "left_ms": [50_000, 60_000]}


def test_a_refused_action_changes_nothing_and_leaves_no_line():
    match = Play(control="1+5")
    before, lines = match.table, len(match.lines)

    assert match.act(0, "play 4", 20) == "NO_SUCH_CARD"
    assert match.act(1, "end", 21) == "NOT_YOUR_TURN"

    assert match.table == before
    assert len(match.lines) == lines


@pytest.mark.parametrize(
    ("actor", "text", "code"),
    [
        (0, "", "BAD_SYNTAX"),
        (0, "dance", "BAD_SYNTAX"),
        (0, "resign now", "BAD_SYNTAX"),
        (0, "resume", "AUTOPILOT_OFF"),
        (0, "offer-draw", "NO_DRAW_OFFERS"),
        (0, "ready", "ALREADY_READY"),
        (0, "nonce ab", "NONCE_NOT_DUE"),
        (1, "dance", "BAD_SYNTAX"),
        (1, "step", "NOT_YOUR_TURN"),
        (7, "step", "NOT_YOUR_TURN"),
        (CHANCE, "2", "NOT_YOUR_TURN"),
        (CLOCK, "step", "NOT_YOUR_TURN"),
        (0, "step\ud800", "BAD_SYNTAX"),
        (0, "x" * 10_000, "BAD_SYNTAX"),
    ],
)
def test_bad_input_is_an_answer_with_a_code(actor, text, code):
    match = Play()

    assert match.act(actor, text) == code
    assert explain(match.table, match.refusal).text.de


@given(actor=st.integers(-4, 4), text=st.text() | st.sampled_from(["ready ", "nonce ", "play ", "pause "]))
def test_no_text_of_anybody_raises(actor, text):
    match = Play(control="1+5")

    match.act(actor, text, 1)

    assert match.table.status in {"live", "paused"}


def test_explains_with_the_words_of_the_game_first():
    match = Play()
    match.act(0, "play 9")

    assert explain(match.table, match.refusal).paragraph == "2"


def test_an_attempt_tells_the_refusal_and_changes_nothing():
    match = Play(control="1+5")
    before = match.table

    assert attempt(match.table, 0, "step") is None
    assert attempt(match.table, 1, "step").code == "NOT_YOUR_TURN"
    assert attempt(match.table, 1, "resign") is None
    assert match.table == before


def test_an_instant_in_the_past_counts_as_that_of_the_last_line():
    match = Play(control="1+5")
    match.act(0, "end", 10)

    match.act(1, "end", 4)

    assert match.lines[-1].at_ms == match.lines[-2].at_ms
    assert match.left_s(10) == [55, 65]


def test_the_rules_end_the_match_inside_the_action():
    match = Play(chance={"deck": ["10,2,3,4,5,6,7,8,9,1"], "die": [2]})
    for seat, text in ((0, "play 10"), (1, "pass"), (0, "roll")):
        match.act(seat, text)

    assert match.ended == ("GOAL", 0)
    assert match.lines[-1].kind == "chance"
    assert match.lines[-1].events[-1].full() == {"type": "game_over", "winner": 0, "reason": "GOAL"}
    assert match.table.ended_at_ms == match.table.at_ms
    assert (seats_to_act(match.table), legal_actions(match.table, 0)) == ((), ())
    assert match.act(0, "step") == match.act(1, "resign") == match.act(1, "dance") == "GAME_OVER"


def test_the_quiet_limit_ends_the_match_inside_the_action_after_the_rules_own_endings():
    match = Play(options={"quiet_limit": 2})

    match.act(0, "end")
    match.act(1, "end")

    assert match.ended == ("QUIET_LIMIT", None)
    assert match.events[-2:] == ["drawn", "game_over"]


def test_win_before_draw_on_the_last_quiet_move():
    match = junqi_play(position="2mpf/5/3D1/5/5/5/5/5/5/5/2C2/F4 0 r -- 59 120")

    match.act(0, "d10-d11", 1)

    assert match.ended == ("NO_LEGAL_MOVE", 0)


def test_a_position_that_has_reached_the_quiet_limit_is_over_from_the_start():
    assert junqi_play(position="4f/5/5/5/4t/5/5/2D2/5/5/5/F4 0 r -- 60 120").ended == ("QUIET_LIMIT", None)


@pytest.mark.parametrize(("text", "reason"), [("resign", "RESIGN"), ("leave", "LEFT")])
@pytest.mark.parametrize("seat", [0, 1])
def test_giving_up_loses_in_turn_and_out_of_turn(seat, text, reason):
    match = Play(control="1+5")

    match.act(seat, text, 3)

    assert match.ended == (reason, 1 - seat)
    assert match.events == ["game_over"]
    assert match.table.clock.running is None
    assert match.left_s(50) == [57, 60]


def test_with_more_seats_a_game_may_go_on_without_one():
    match = Play(departing_toy, "1+5", seats=3)

    match.act(1, "leave", 2)

    assert match.table.status == "live"
    assert match.act(1, "resign", 3) == "NOT_YOUR_TURN"
    match.act(0, "resign", 4)
    assert match.ended == ("RESIGN", 2)


def test_without_a_rule_for_it_the_remaining_seats_share_the_first_rank():
    match = Play(seats=3)

    match.act(1, "resign")

    assert match.table.outcome.ranks == (1, 3, 1)
    assert match.ended == ("RESIGN", None)


def test_teams_win_and_lose_together():
    match = Play(team_toy, seats=3)

    match.act(1, "resign")

    assert (match.table.outcome.winner, match.table.outcome.ranks) == (0, (1, 3, 1))
    assert [int(score) for score in match.table.outcome.scores] == [1, 0, 1]


def test_a_game_has_its_own_names_for_events_and_its_own_end_at_the_quiet_limit():
    match = Play(team_toy, options={"quiet_limit": 2})

    match.act(0, "end")

    assert match.events[-1] == "END"
    assert match.ended == ("POINTS", 1)


def test_what_is_not_scripted_is_an_error_but_no_choice_needs_no_script():
    with pytest.raises(ChanceError, match="die"):
        Play().act(0, "roll")
    scripted = Play(control="30s/move", options={"on_timeout": "autopilot"})
    scripted.act(0, "step", 1)

    scripted.wait(31)

    assert scripted.lines[-1].text == "end"


def test_a_scripted_automatic_move_must_be_a_candidate():
    match = junqi_play(chance={"autopilot": ["c5-b5"]})

    with pytest.raises(ChanceError, match="no automatic action"):
        match.wait(31)


def test_views_add_what_the_table_knows():
    match = Play(control="1+5")
    match.act(0, "step", 4)

    seen = view(match.table, None)

    assert (seen["phase"], seen["to_move"], seen["status"], seen["result"]) == ("main", 0, "live", None)
    assert seen["clock"]["left_ms"] == [56_000, 60_000]
    assert seen["clock"]["deadline_ms"] == 1_060_000
    assert seen["autopilot"][0] == {"active": False, "streak": 0, "total": 0}
    assert seen["deck"] == "?"


def test_after_the_end_the_view_may_show_everything():
    match = Play()
    match.act(0, "resign")

    seen = view(match.table, None)

    assert (seen["phase"], seen["to_move"]) == ("over", None)
    assert seen["result"] == {
        "winner": 1, "outcome": "win", "reason": "RESIGN", "scores": [0, 1], "ranks": [2, 1],
    }  # fmt: skip
    assert seen["deck"] == [8, 9, 6, 10]
