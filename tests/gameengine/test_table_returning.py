"""Rulings that go back: branches of a match, and what becomes of the log."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameengine import log
from gameengine.clock import control_from_notation
from gameengine.core.types import ARBITER
from gameengine.games.registry import GAMES, HOSTED
from gameengine.randomness import commit
from gameengine.table import (
    Branched,
    Committed,
    act,
    advance,
    dump,
    legal_actions,
    load,
    next_deadline,
    seats_to_act,
    start_now,
    view,
)
from tests.gameengine.tables import START_MS

MATCH = "m-0001"
MOST_BRANCHES = 12


class Sitting:
    """A match with everything behind it: each branch has a seed of its own."""

    def __init__(self, game="flank_flip", control="5+2", seed=1):
        self.seeds = [bytes([seed % 256, number] * 16) for number in range(MOST_BRANCHES)]
        self.random, self.now = random.Random(seed), START_MS
        rules = GAMES[game]
        clock = control_from_notation(control)
        step = start_now(rules, {}, max(2, rules.min_seats), clock, at_ms=self.now, chance=self.chance)
        self.table, self.lines = step.table, list(step.lines)

    @property
    def chance(self):
        return Branched([Committed(MATCH, seed) for seed in self.seeds])

    def say(self, actor, text, after_ms=0):
        """Act; return the code of a refusal, None if it was done."""
        self.now += after_ms
        past = self.past.committing(commit(MATCH, self.seeds[self.table.branch + 1])) if actor == ARBITER else None
        return self._take(act(self.table, actor, text, self.now, self.chance, past=past))

    def wait(self, ms):
        self.now += ms
        self._take(advance(self.table, self.now, self.chance))

    def play(self, count, after_ms=500):
        for _number in range(count):
            if self.table.status != "live":
                return
            seat = seats_to_act(self.table)[0]
            assert self.say(seat, self.random.choice(legal_actions(self.table, seat)), after_ms) is None

    def _take(self, step):
        self.table = step.table
        self.lines += step.lines
        return step.refusal.code if step.refusal else None

    @property
    def left_s(self):
        return [self.table.clock.left_ms(seat, self.now) / 1000 for seat in range(self.table.seats)]

    @property
    def head(self):
        return log.header(self.table, MATCH, commit(MATCH, self.seeds[0]))

    @property
    def past(self):
        return log.history(self.head, self.lines)

    @property
    def record(self):
        head = self.head
        entries = log.link_all(head, self.lines, lambda: "00" * 16)
        seeds = self.seeds[: self.table.branch + 1] if self.table.status == "over" else ()
        return log.write_record(head, entries, seeds=seeds, nonces=self.table.nonces)

    def position(self):
        return self.table.game.write(self.table.state)


def test_void_from_an_action_on():
    match = Sitting()
    match.play(6)
    (there, left) = match.position(), match.left_s
    match.play(4)

    assert match.say(ARBITER, "void 7 a card was turned twice", 30_000) is None

    assert (match.table.status, match.table.ply, match.table.branch) == ("paused", 6, 1)
    assert match.position() == there
    assert match.left_s == left
    told = match.lines[-1].events[0].public
    assert match.lines[-1].kind == "void"
    assert (told["branch"], told["ply"], told["commit"]) == (1, 6, commit(MATCH, match.seeds[1]))


def test_play_goes_on_in_the_new_branch_with_other_chance():
    match = Sitting("queens_race", "none")
    match.play(10)
    drawn = [line.label for line in match.lines if line.label]

    match.say(ARBITER, "void 5")
    match.say(ARBITER, "unpause")
    match.play(6)

    assert match.table.ply == 10
    fresh = [line.label for line in match.lines if line.label and line.label not in drawn]
    assert fresh
    assert all(label.startswith("1/") for label in fresh)


def test_both_branches_can_be_read():
    match = Sitting()
    match.play(8)
    voided = len(match.lines)
    match.say(ARBITER, "void 5")
    match.say(ARBITER, "unpause")
    match.play(2)

    first, last = log.branches(match.lines)

    assert first.path == log.whole(voided)
    assert (first.ended_by, last.ended_by) == (voided + 1, None)
    counting = [line for number, line in enumerate(match.lines, 1) if number in last.path]
    assert [line.ply for line in counting if line.kind == "action"] == [1, 2, 3, 4, 5, 6]
    assert voided + 1 in last.path


def test_a_void_is_reversed_and_the_old_branch_counts_again():
    match = Sitting()
    match.play(9)
    there, ruling = match.position(), len(match.lines) + 1
    match.say(ARBITER, "void 3")
    match.say(ARBITER, "unpause")
    match.play(2)

    assert match.say(ARBITER, f"reverse {ruling}") is None

    assert (match.position(), match.table.ply, match.table.branch) == (there, 9, 2)
    assert match.say(ARBITER, f"reverse {ruling}") == "NO_RULING"


def test_a_result_is_reversed():
    match = Sitting()
    match.play(4)
    there, left = match.position(), match.left_s
    match.say(ARBITER, "result 1 misread the board", 5_000)
    assert match.table.status == "over"

    assert match.say(ARBITER, f"reverse {len(match.lines)}", 60_000) is None

    assert (match.table.status, match.table.outcome, match.table.ended_at_ms) == ("paused", None, None)
    assert (match.position(), match.left_s) == (there, left)
    assert match.say(ARBITER, "unpause") is None
    match.play(1)
    assert match.table.ply == 5


@pytest.mark.parametrize("end", ["resign", "time"])
def test_a_match_that_is_over_is_reopened(end):
    match = Sitting(control="1+0")
    match.play(3)
    seat = seats_to_act(match.table)[0]
    match.say(seat, "resign") if end == "resign" else match.wait(70_000)
    assert match.table.status == "over"

    assert match.say(ARBITER, "reopen the flag was a fault of the hall", 3_600_000) is None

    assert (match.table.status, match.table.ply) == ("paused", 3)
    assert match.say(ARBITER, "reopen") == "NOT_OVER"


def test_a_reopening_is_reversed_and_the_match_is_over_again():
    match = Sitting()
    match.play(3)
    match.say(0, "resign")
    match.say(ARBITER, "reopen")

    assert match.say(ARBITER, f"reverse {len(match.lines)}") is None

    assert (match.table.status, match.table.outcome.reason) == ("over", "RESIGN")


@pytest.mark.parametrize(
    ("ruling", "seat", "seconds"),
    [("add-time 0 60000", 0, 60), ("add-time all 5000", 1, 5), ("set-clock 1 1000", 1, None)],
)
def test_a_ruling_on_a_clock_is_reversed(ruling, seat, seconds):
    match = Sitting()
    match.play(2)
    before = match.left_s
    match.say(ARBITER, ruling)
    if seconds:
        assert match.left_s[seat] == before[seat] + seconds

    assert match.say(ARBITER, f"reverse {len(match.lines)}") is None

    assert match.left_s == before
    assert match.table.branch == 0


def test_time_taken_back_decides_no_match():
    match = Sitting(control="1+0")
    match.say(ARBITER, "add-time all 100000")
    match.wait(120_000)
    seat = match.table.clock.running

    match.say(ARBITER, "reverse 3" if match.lines[2].kind == "add_time" else f"reverse {_line(match, 'add_time')}")

    assert match.left_s[seat] == 1.0
    assert match.table.status == "live"


def _line(match, kind):
    return next(number for number, line in enumerate(match.lines, 1) if line.kind == kind)


def test_pauses_limits_and_warnings_are_reversed():
    match = Sitting("junqi", "30s/move")
    limit = match.table.quiet_limit
    for ruling, holds in [
        ("quiet 9", lambda table: table.quiet_limit == limit),
        ("pause", lambda table: table.status == "live"),
        ("warn 1 talking", lambda table: table.warnings == (0, 0)),
    ]:
        assert match.say(ARBITER, ruling) is None
        assert match.say(ARBITER, f"reverse {len(match.lines)}") is None
        assert holds(match.table)


def test_warnings_are_counted_also_over_a_void():
    match = Sitting()
    match.say(ARBITER, "warn 0 talking")
    match.play(3)
    match.say(ARBITER, "warn 0 talking again")
    match.say(ARBITER, "void 1")

    assert match.table.warnings == (2, 0)
    assert load(dump(match.table)).warnings == (2, 0)


def test_an_annulled_match_counts_for_nobody():
    match = Sitting()
    match.play(3)

    assert match.say(ARBITER, "annul wrong pairing") is None

    assert (match.table.status, match.table.outcome.reason, match.table.outcome.winner) == ("over", "ANNULLED", None)
    assert match.table.outcome.scores == (0, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("void 4", "NO_SUCH_ACTION"),
        ("void 0", "BAD_SYNTAX"),
        ("reopen", "NOT_OVER"),
        ("reverse 1", "NO_RULING"),
        ("reverse 999", "NO_RULING"),
        ("warn 7", "BAD_SYNTAX"),
    ],
)
def test_what_cannot_be_ruled_changes_nothing(text, code):
    match = Sitting()
    match.play(3)
    before = match.table

    assert match.say(ARBITER, text) == code

    assert match.table == before


def test_what_a_branch_left_behind_cannot_be_reversed():
    match = Sitting()
    match.play(4)
    match.say(ARBITER, "add-time 0 60000")
    given = len(match.lines)
    match.play(2)
    match.say(ARBITER, "void 2")

    assert match.say(ARBITER, f"reverse {given}") == "NO_RULING"


def test_other_rulings_on_a_match_that_is_over_are_refused():
    match = Sitting()
    match.say(0, "resign")

    assert {match.say(ARBITER, text) for text in ("pause", "add-time 0 1", "result 0", "annul", "warn 0")} == {
        "GAME_OVER"
    }


deeds = st.lists(
    st.sampled_from(
        [
            "play",
            "play",
            "play",
            "wait",
            "void",
            "reopen",
            "reverse",
            "add",
            "set",
            "pause",
            "unpause",
            "warn",
            "result",
        ]
    ),
    max_size=16,
)


@pytest.mark.parametrize("game", HOSTED)
@settings(max_examples=10)
@given(seed=st.integers(0, 255), deeds=deeds)
def test_whatever_is_ruled_the_log_verifies_and_every_branch_replays(game, seed, deeds):
    match = Sitting(game, "5+2", seed)
    choice = match.random
    for deed in deeds:
        if deed == "play":
            match.play(choice.randrange(1, 5))
        elif deed == "wait":
            match.wait(choice.choice([1_000, 400_000]))
        elif match.table.branch < MOST_BRANCHES - 2:
            ruling = {
                "void": f"void {choice.randrange(1, match.table.ply + 2)}",
                "reverse": f"reverse {choice.randrange(1, len(match.lines) + 2)}",
                "add": "add-time all 7000",
                "set": "set-clock 0 9000",
                "warn": "warn 1",
                "result": "result draw",
            }.get(deed, deed)
            match.say(ARBITER, ruling, 100)
    if match.table.status != "over":
        match.say(ARBITER, "result 0")

    assert log.verify(match.record) == []
    for branch in log.branches(match.lines):
        assert 1 in branch.path
    *_, last = log.replay(match.head, match.lines)
    assert (dump(last.table), view(last.table, None)) == (dump(match.table), view(match.table, None))
    assert next_deadline(match.table) is None


def test_a_seed_of_a_branch_that_was_not_committed_to_is_found():
    match = Sitting("queens_race", "none")
    match.play(4)
    match.say(ARBITER, "void 2")
    match.say(ARBITER, "unpause")
    match.play(3)
    match.say(ARBITER, "result 0")
    forged = match.record.replace(match.seeds[1].hex(), match.seeds[2].hex())

    assert "COMMIT_DIFFERS" in {finding.code for finding in log.verify(forged)}
