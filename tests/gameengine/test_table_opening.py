"""From the opening of a table to its start: readiness, nonces in two steps, no-shows."""

import hashlib

import pytest

from gameengine.clock import control_from_notation
from gameengine.core.errors import Refusal
from gameengine.core.game import Option
from gameengine.core.types import ARBITER, Text
from gameengine.table import (
    Committed,
    Seeded,
    act,
    advance,
    complete_options,
    next_deadline,
    open_table,
    start_now,
    view,
)
from gameengine.table.opening import OPENING_MS
from tests.gameengine.toy import departing_toy, pairs_toy, toy

AT = 1_000_000
CHANCE = Committed("m-1", bytes(32))
NAME = Text("Heroes", "Helden")


def hashed(nonce):
    return hashlib.sha256(nonce.encode()).hexdigest()


class Opening:
    """A waiting table; `say` returns the code of a refusal or None."""

    def __init__(self, game=toy, seats=2, **settings):
        control = control_from_notation("1+5")
        step = open_table(game, {}, seats, control, **{"at_ms": AT, "no_show_ms": 600_000, **settings})
        self.table, self.lines = step.table, list(step.lines)

    def say(self, seat, text, after_ms=0):
        return self._take(act(self.table, seat, text, AT + after_ms, CHANCE))

    def wait(self, after_ms):
        self._take(advance(self.table, AT + after_ms, CHANCE))
        return self

    def _take(self, step):
        self.table = step.table
        self.lines += step.lines
        return step.refusal and step.refusal.code


def test_waits_and_shows_who_is_ready():
    match = Opening()

    match.say(1, "ready")

    seen = view(match.table, 0)
    assert (seen["status"], seen["phase"], seen["to_move"], seen["ready"]) == (
        "waiting",
        "waiting",
        None,
        (False, True),
    )
    assert next_deadline(match.table) == AT + 600_000


@pytest.mark.parametrize("text", ["step", "resign", "leave", "resume", "nonsense"])
def test_nothing_is_played_before_the_start(text):
    assert Opening().say(0, text) == "NOT_STARTED"


@pytest.mark.parametrize("text", ["ready 12", "ready " + "g" * 64, "ready  ", "nonce", "nonce XY", "nonce " + "a" * 65])
def test_texts_that_are_none(text):
    assert Opening().say(0, text) == "BAD_SYNTAX"


def test_starts_at_the_instant_at_which_the_last_seat_is_ready():
    match = Opening()
    match.say(0, "ready", 1_000)

    match.say(1, "ready", 7_000)

    assert match.table.status == "live"
    assert match.table.started_at_ms == AT + 7_000
    assert next_deadline(match.table) == AT + 67_000
    assert [line.kind for line in match.lines] == ["open", "ready", "ready", "start", "chance"]


def test_ready_counts_once():
    match = Opening()
    match.say(0, "ready")

    assert match.say(0, "ready") == "ALREADY_READY"
    match.say(1, "ready")
    assert match.say(1, "ready") == "ALREADY_READY"


def test_nonces_are_opened_only_after_all_hashes_are_in():
    match = Opening()
    match.say(0, f"ready {hashed('aa')}")
    assert match.say(0, "nonce aa") == "NONCE_NOT_DUE"
    match.say(1, f"ready {hashed('bb')}", 500)
    assert next_deadline(match.table) == AT + 500 + OPENING_MS

    assert match.say(1, "nonce aa", 600) == "NONCE_MISMATCH"
    assert match.say(1, "nonce bb", 700) is None
    assert match.say(1, "nonce bb", 750) == "NONCE_NOT_DUE"
    assert match.table.status == "waiting"
    match.say(0, "nonce aa", 800)

    assert match.table.nonces == ("aa", "bb")
    assert match.table.started_at_ms == AT + 800


def test_who_sent_no_hash_has_nothing_to_open():
    match = Opening()
    match.say(0, "ready")
    match.say(1, f"ready {hashed('bb')}")

    assert match.say(0, "nonce aa") == "NONCE_NOT_DUE"
    match.say(1, "nonce bb", 10)

    assert match.table.nonces == ("", "bb")


def test_a_nonce_that_is_not_opened_in_time_is_empty_and_the_match_begins_then():
    match = Opening()
    match.say(0, f"ready {hashed('aa')}")
    match.say(1, f"ready {hashed('bb')}", 1_000)
    match.say(1, "nonce bb", 2_000)

    match.wait(60_000)

    assert match.table.nonces == ("", "bb")
    assert match.table.started_at_ms == AT + 1_000 + OPENING_MS


def test_nonces_change_what_chance_gives():
    texts = set()
    for nonce in ("aa", "ab", "ac"):
        match = Opening()
        match.say(0, f"ready {hashed(nonce)}")
        match.say(1, "ready")
        match.say(0, f"nonce {nonce}")
        texts.add(match.lines[-1].text)

    assert len(texts) == 3


@pytest.mark.parametrize(
    ("ready", "reason", "winner"), [((0,), "FORFEIT", 0), ((1,), "FORFEIT", 1), ((), "DOUBLE_FORFEIT", None)]
)
def test_who_is_not_ready_in_time_forfeits(ready, reason, winner):
    match = Opening()
    for seat in ready:
        match.say(seat, "ready")

    match.wait(10_000_000)

    outcome = match.table.outcome
    assert (outcome.reason, outcome.winner) == (reason, winner)
    assert match.table.ended_at_ms == AT + 600_000
    assert match.lines[-1].events[0].full()["seats"] == [seat for seat in (0, 1) if seat not in ready]


@pytest.mark.parametrize(
    ("ready", "winner", "scores"),
    [
        pytest.param((0, 1, 2), 0, [1, 0, 1, 0], id="one partner is absent"),
        pytest.param((1, 3), 1, [0, 1, 0, 1], id="a whole team is absent"),
        pytest.param((2, 3), None, [0, 0, 0, 0], id="each team lacks one"),
    ],
)
def test_a_seat_that_does_not_come_loses_with_its_team(ready, winner, scores):
    match = Opening(pairs_toy, 4)
    for seat in ready:
        match.say(seat, "ready")

    match.wait(600_000)

    assert match.table.outcome.winner == winner
    assert [int(score) for score in match.table.outcome.scores] == scores


def test_where_seats_may_go_the_others_play_without_those_that_did_not_come():
    match = Opening(departing_toy, 3)
    match.say(0, "ready")
    match.say(2, "ready")

    match.wait(600_000)

    assert match.table.status == "live"
    assert match.table.state.scores == (0, -1, 0)
    assert [line.kind for line in match.lines[-3:]] == ["start", "chance", "no_show"]


def test_where_one_is_left_it_has_won():
    match = Opening(departing_toy, 3)
    match.say(2, "ready")

    match.wait(600_000)

    assert (match.table.outcome.reason, match.table.outcome.winner) == ("FORFEIT", 2)


def test_when_nobody_comes_nobody_wins_and_it_is_no_draw():
    outcome = Opening().wait(600_000).table.outcome

    assert (outcome.kind, outcome.scores, outcome.ranks) == ("none", (0, 0), (1, 1))


def test_ready_at_the_very_instant_of_the_limit_is_too_late():
    match = Opening()
    match.say(0, "ready")

    assert match.say(1, "ready", 600_000) == "GAME_OVER"
    assert match.table.outcome.winner == 0


def test_without_a_limit_a_table_waits_for_ever():
    assert next_deadline(Opening(no_show_ms=None).table) is None


def test_at_round_start_the_clock_of_the_first_seat_runs_from_the_published_instant():
    match = Opening(start_policy="at_round_start", start_at_ms=AT + 30_000, no_show_ms=None)
    match.say(0, "ready", 10)
    match.say(1, "ready", 20)
    assert match.table.status == "waiting"

    match.wait(95_000)

    assert match.table.started_at_ms == AT + 30_000
    assert match.table.outcome.reason == "TIME"
    assert match.table.ended_at_ms == AT + 90_000


def test_an_arbiter_may_decide_a_match_that_has_not_begun():
    match = Opening()

    assert match.say(ARBITER, "add-time 0 1000") == "NOT_STARTED"
    assert match.say(ARBITER, "forfeit 1 withdrew") is None
    assert (match.table.outcome.reason, match.table.outcome.winner) == ("FORFEIT", 0)
    assert view(match.table, None)["result"]["winner"] == 0


def test_secret_parts_reach_the_game_and_nobody_else():
    match = Opening(secrets=(41, 42))
    match.say(0, "ready")
    match.say(1, "ready")

    assert match.table.state.hands[0][0] == 41
    assert "42" not in str([line.seen_by(0) for line in match.lines])
    assert "42" in str(match.lines[0].seen_by(1))
    assert match.table.opening.secrets == ()


@pytest.mark.parametrize("seats", [1, 4])
def test_a_number_of_seats_that_the_game_does_not_have(seats):
    with pytest.raises(ValueError, match="2 to 3"):
        open_table(toy, {}, seats, control_from_notation("none"), at_ms=0)


@pytest.mark.parametrize(
    "options",
    [
        {"unknown": 1},
        {"on_timeout": "never"},
        {"stays": 1},
        {"quiet_limit": True},
        {"quiet_limit": -1},
        {"delay_ms": "1"},
    ],
)
def test_options_are_checked(options):
    with pytest.raises(Refusal) as refused:
        start_now(toy, options, 2, control_from_notation("none"), at_ms=0, chance=Seeded(1))

    assert refused.value.code == "BAD_OPTION"


def test_a_position_that_cannot_be_read():
    with pytest.raises(Refusal) as refused:
        start_now(toy, {}, 2, control_from_notation("none"), at_ms=0, chance=Seeded(1), position="nonsense")

    assert refused.value.code == "BAD_POSITION"


def checked_list(value):
    if not isinstance(value, list):
        raise Refusal("BAD_OPTION", f"no list: {value!r}")
    return sorted(value)


COMPLEX = Option("heroes", "all", NAME, choices=(("all", NAME),), check=checked_list)


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        pytest.param({}, "all", id="the default is not checked"),
        pytest.param({"heroes": "all"}, "all", id="a choice needs no check"),
        pytest.param({"heroes": [2, 1]}, [1, 2], id="the value is kept as the check gives it"),
    ],
)
def test_a_game_checks_the_values_that_only_it_knows(chosen, kept):
    assert complete_options(WithOptions(COMPLEX), chosen) == {"heroes": kept}


def test_the_check_of_an_option_says_what_is_wrong():
    with pytest.raises(Refusal) as refused:
        complete_options(WithOptions(COMPLEX), {"heroes": "none"})

    assert (refused.value.code, refused.value.quoted) == ("BAD_OPTION", "no list: 'none'")


class WithOptions:
    def __init__(self, *options):
        self.options = options
