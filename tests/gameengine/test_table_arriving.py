"""How a match begins when it does not wait for everybody, and who has come to it."""

import pytest

from gameengine.clock import control_from_notation
from gameengine.core.types import ARBITER
from gameengine.log import header, replay
from gameengine.table import Committed, act, advance, dump, load, next_deadline, open_table, seats_to_act, view
from tests.gameengine.toy import departing_toy, pairs_toy, toy

AT = 1_000_000
START = AT + 30_000
LIMIT = 600_000
CHANCE = Committed("m-1", bytes(32))


class Match:
    """A table whose policy lets it begin without everybody; instants are milliseconds since the published one."""

    def __init__(self, policy, game=toy, seats=2, *, control="5+5", no_show_ms=LIMIT, start_at_ms=START, options=None):
        step = open_table(
            game,
            options or {},
            seats,
            control_from_notation(control),
            at_ms=AT,
            no_show_ms=no_show_ms,
            start_policy=policy,
            start_at_ms=start_at_ms,
        )
        self.table, self.lines = step.table, list(step.lines)

    def say(self, seat, text, after_ms=0):
        return self._take(act(self.table, seat, text, START + after_ms, CHANCE))

    def wait(self, after_ms):
        self._take(advance(self.table, START + after_ms, CHANCE))
        assert load(dump(self.table)) == self.table
        return self

    def _take(self, step):
        self.table = step.table
        self.lines += step.lines
        return step.refusal and step.refusal.code

    @property
    def ended(self):
        return self.table.outcome and (
            self.table.outcome.reason,
            self.table.outcome.winner,
            self.table.ended_at_ms - START,
        )


# at the published instant


def test_the_clock_of_the_first_seat_runs_whoever_is_there():
    match = Match("at_round_start").wait(100_000)

    assert match.table.started_at_ms == START
    assert match.table.clock.left_ms(0, START + 100_000) == 200_000
    assert view(match.table, None)["ready"] == (False, False)
    assert next_deadline(match.table) == START + 300_000


@pytest.mark.parametrize("ready", [(), (1,)])
def test_who_comes_late_has_so_much_less(ready):
    match = Match("at_round_start", no_show_ms=200_000)
    for seat in ready:
        match.say(seat, "ready", -20_000)

    assert match.say(0, "step", 150_000) is None

    assert match.table.clock.left_ms(0, START + 150_000) == 150_000
    assert match.table.ready[0]


@pytest.mark.parametrize(
    ("come", "ended"),
    [
        pytest.param({}, ("DOUBLE_FORFEIT", None, 200_000), id="nobody"),
        pytest.param({0: "ready"}, ("FORFEIT", 0, 200_000), id="the first alone"),
        pytest.param({0: "step"}, ("FORFEIT", 0, 200_000), id="the first by acting"),
        pytest.param({1: "ready"}, ("FORFEIT", 1, 200_000), id="the second alone"),
    ],
)
def test_who_has_not_come_at_the_limit_forfeits(come, ended):
    match = Match("at_round_start", no_show_ms=200_000)
    for seat, text in come.items():
        assert match.say(seat, text, 50_000) is None

    match.wait(10_000_000)

    assert match.ended == ended
    assert match.lines[-1].kind == "no_show"


def test_one_millisecond_before_the_limit_is_early_enough():
    match = Match("at_round_start", no_show_ms=200_000)
    match.say(0, "ready", 1)

    assert match.say(1, "ready", 199_999) is None
    match.wait(200_001)

    assert match.table.status == "live"
    assert "ready" not in view(match.table, None)
    assert match.say(1, "ready", 200_002) == "ALREADY_READY"


def test_the_clock_may_end_it_before_the_limit():
    match = Match("at_round_start", control="1+0").wait(LIMIT)

    assert match.ended == ("TIME", 1, 60_000)


def test_a_pause_puts_off_the_limit():
    match = Match("at_round_start", no_show_ms=200_000)
    match.say(0, "ready")
    match.say(ARBITER, "pause fire alarm", 100_000)

    assert match.say(1, "ready", 150_000) == "PAUSED"
    match.say(ARBITER, "unpause", 1_100_000)

    assert next_deadline(match.table) == START + 1_200_000
    assert match.wait(1_199_999).table.status == "live"
    assert match.wait(1_200_000).ended == ("FORFEIT", 0, 1_200_000)


def test_an_outage_puts_off_the_limit():
    match = Match("at_round_start", no_show_ms=200_000).wait(100_000)

    match.say(ARBITER, "outage 90000", 100_000)

    assert match.wait(289_999).table.status == "live"
    assert match.wait(290_000).ended[0] == "DOUBLE_FORFEIT"


def test_without_a_published_instant_it_begins_at_once():
    match = Match("at_round_start", start_at_ms=None)

    assert next_deadline(match.table) == AT
    assert match.wait(0).table.started_at_ms == AT


def test_a_team_forfeits_for_one_partner():
    match = Match("at_round_start", pairs_toy, 4, no_show_ms=200_000)
    for seat in (0, 1, 3):
        match.say(seat, "ready", 10)

    assert match.wait(200_000).ended == ("FORFEIT", 1, 200_000)


def test_where_seats_may_go_the_others_play_on():
    match = Match("at_round_start", departing_toy, 3, no_show_ms=200_000)
    match.say(0, "ready")
    match.say(2, "ready")

    match.wait(200_000)

    assert (match.table.status, match.table.gone) == ("live", (1,))
    assert next_deadline(match.table) == START + 300_000


# on the first turn


def test_begins_when_all_have_come_or_at_the_published_instant():
    match = Match("on_first_turn")
    match.say(0, "ready", -20_000)
    assert next_deadline(match.table) == START
    match.say(1, "ready", -10_000)

    assert match.table.started_at_ms == START - 10_000
    assert Match("on_first_turn").wait(0).table.started_at_ms == START


def test_the_clock_of_a_seat_stands_until_its_first_action():
    match = Match("on_first_turn").wait(0)
    assert (match.table.clock.running, next_deadline(match.table)) == (None, START + LIMIT)

    match.say(0, "step", 200_000)
    # What is left of the turn is charged: the seat plays.
    assert match.table.clock.running == 0
    match.say(0, "end", 210_000)

    assert match.table.clock.left_ms(0, START + 210_000) == 295_000
    assert match.table.clock.running is None
    assert seats_to_act(match.table) == (1,)
    assert next_deadline(match.table) == START + 210_000 + LIMIT

    match.say(1, "step", 400_000)
    match.say(1, "end", 401_000)

    assert match.table.clock.running == 0
    assert [match.table.clock.left_ms(seat, START + 411_000) for seat in (0, 1)] == [285_000, 304_000]


@pytest.mark.parametrize(
    ("come", "ended"),
    [
        pytest.param({}, ("DOUBLE_FORFEIT", None, LIMIT), id="nobody"),
        pytest.param({1: "ready"}, ("FORFEIT", 1, LIMIT), id="who waits has come"),
        pytest.param({0: "ready", 1: "ready"}, ("FORFEIT", 1, LIMIT - 20_000), id="ready is not enough"),
        pytest.param({0: "step"}, ("TIME", 1, 280_000), id="from then on the clock counts"),
    ],
)
def test_a_first_action_that_does_not_come_forfeits(come, ended):
    match = Match("on_first_turn")
    for seat, text in come.items():
        assert match.say(seat, text, -20_000 if text == "ready" else 0) is None
    if come.get(0) == "step":
        match.say(ARBITER, "set-clock 0 280000", 0)

    match.wait(10_000_000)

    assert match.ended == ended


def test_the_second_seat_has_the_whole_limit_for_its_first_action():
    match = Match("on_first_turn").wait(0)
    match.say(0, "step", 590_000)
    match.say(0, "end", 595_000)

    assert match.wait(595_000 + LIMIT - 1).table.status == "live"
    assert match.wait(595_000 + LIMIT).ended == ("FORFEIT", 0, 595_000 + LIMIT)


def test_without_a_limit_the_first_action_is_waited_for():
    assert next_deadline(Match("on_first_turn", no_show_ms=None).wait(0).table) is None


def test_a_pause_puts_off_the_limit_of_the_first_action():
    match = Match("on_first_turn").wait(0)
    match.say(ARBITER, "pause", 100_000)
    match.say(ARBITER, "unpause", 36_100_000)

    assert next_deadline(match.table) == START + 36_000_000 + LIMIT


def test_a_period_per_move_begins_with_the_first_action_too():
    match = Match("on_first_turn", control="30s/move").wait(0)
    match.say(0, "step", 100_000)

    assert match.table.clock.deadline_ms == START + 130_000


def test_a_set_up_that_no_clock_times_has_the_limit_and_counts_as_acting():
    match = Match("on_first_turn", options={"vows": True}).wait(0)
    match.say(1, "vow 2", 1_000)

    assert next_deadline(match.table) == START + LIMIT

    match.say(0, "vow 1", 2_000)

    assert match.table.clock.running == seats_to_act(match.table)[0]


def test_a_reaction_is_charged_before_the_first_turn():
    match = Match("on_first_turn").wait(0)
    hand = match.table.state.hands[0]
    match.say(0, f"play {hand[0]}", 5_000)

    assert match.table.state.phase == "react"
    assert match.table.clock.running == 1


@pytest.mark.parametrize("policy", ["at_round_start", "on_first_turn"])
def test_its_log_replays(policy):
    match = Match(policy)
    match.say(1, "ready", -20_000)
    match.wait(1_000)
    match.say(0, "step", 50_000)
    match.say(0, "end", 60_000)
    match.say(ARBITER, "pause", 70_000)
    match.say(ARBITER, f"unpause-at {START + 100_000}", 80_000)
    match.wait(110_000)
    match.say(1, "step", 120_000)
    match.wait(10_000_000)
    assert match.ended

    moments = list(replay(header(match.table, "m-1", "00"), match.lines))

    assert moments[-1].table == match.table


# a table that waits can be paused


def test_a_pause_before_the_start_puts_off_the_limit():
    match = Match("when_both_ready", start_at_ms=None)

    assert match.say(ARBITER, "pause fire alarm", 70_000) is None

    assert match.table.status == "paused"
    assert next_deadline(match.table) is None
    assert seats_to_act(match.table) == ()
    assert view(match.table, 0)["phase"] == "waiting"
    assert match.say(0, "ready", 100_000) == "PAUSED"
    assert match.say(0, "resign", 100_000) == "NOT_STARTED"
    match.say(ARBITER, "unpause", 1_070_000)
    assert match.table.status == "waiting"
    assert next_deadline(match.table) == AT + LIMIT + 1_000_000


def test_before_the_start_a_paused_match_can_be_announced_to_go_on():
    match = Match("when_both_ready", start_at_ms=None)
    match.say(ARBITER, "pause", 0)
    match.say(ARBITER, f"unpause-at {START + 100_000}", 10_000)

    match.say(0, "ready", 120_000)

    assert (match.table.status, match.table.ready) == ("waiting", (True, False))
    assert next_deadline(match.table) == AT + LIMIT + 100_000


@pytest.mark.parametrize("policy", ["at_round_start", "on_first_turn"])
def test_a_pause_before_the_published_instant_puts_that_off(policy):
    match = Match(policy)
    match.say(ARBITER, "pause", -10_000)
    match.say(ARBITER, "unpause", 90_000)

    assert next_deadline(match.table) == START + 100_000


def test_a_paused_match_that_has_not_begun_can_be_forfeited():
    match = Match("when_both_ready", start_at_ms=None)
    match.say(ARBITER, "pause", 0)

    assert match.say(ARBITER, "forfeit 1 went home", 10) is None
    assert match.table.outcome.winner == 0
